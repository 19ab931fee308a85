/** Put a text on the clipboard; false when the browser did not let us.
 *
 * Browsers lend their clipboard to secure pages only, and a server in a home network is none: there
 * what is selected in a field is copied. Without a field of the page one is made for the moment.
 */
export async function copied(text: string, field?: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field ? copiedFrom(field) : copiedAside(text);
  }
}

function copiedFrom(field: HTMLInputElement): boolean {
  field.focus();
  field.select();
  field.setSelectionRange(0, field.value.length); // what select() does not do on some phones
  return document.execCommand('copy');
}

function copiedAside(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('input');
  field.value = text;
  field.readOnly = true; // no keyboard comes up
  field.className = 'aside';
  document.body.append(field);
  try {
    return copiedFrom(field);
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
