"""What the environments need beyond the standard library, named where it is missing."""

from __future__ import annotations


def lacking(
    module: str, error: ModuleNotFoundError, wanted: str = "'tashkalar[env]'"
) -> ModuleNotFoundError:
    """The error for a module whose library is not installed: it says what to install.

    >>> str(lacking("tashkalar.env.gym", ModuleNotFoundError(name="gymnasium")))
    "tashkalar.env.gym needs gymnasium: pip install 'tashkalar[env]'"
    """
    told = f"{module} needs {error.name}: pip install {wanted}"
    return ModuleNotFoundError(told, name=error.name)
