// The tasks on the table: setting out, showing the next one, claiming.
#pragma once

#include <vector>

#include "state.hpp"

namespace tashkalar::tasks {

// The tasks in the game: the first game leaves out the advanced ones.
std::vector<int> taking_part(const Form& form);
void set_out(State& p);
void claim(State& p, int number);

}  // namespace tashkalar::tasks
