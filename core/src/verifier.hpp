// Tables are read once and trusted ever after: what runs over their end, or from one thing into
// another, is refused before.
#pragma once

#include "tables.hpp"

namespace tashkalar {

// Damaged unless it holds: these tables cannot be used.
void demand(bool holds, const char* what);
// Every instruction is whole and goes to another one; what it names is there. The repetitions of
// the program are written down.
void verify_program(Program& program, bool turn);
// Cards, forms and choices fit together.
void verify_tables(const Tables& t);

}  // namespace tashkalar
