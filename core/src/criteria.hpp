// Tasks: how far a colour has come with each, part by part. A task is met when every part is.
#pragma once

#include <vector>

#include "state.hpp"

namespace tashkalar::criteria {

// One thing that a criterion asks for, and what there is of it.
struct Part {
    int have, need;
    Mask squares;  // of a chain: the row; of a piece to be isolated: where it can still get out
};
using Parts = std::vector<Part>;

// How far a colour has come. Where only being met counts, `closely` is false: how far it is from
// that may take long to find out.
Parts parts(const State& p, const Criterion& criterion, int colour, bool closely = true);
// May the player whose turn it is claim this task at the end of the turn?
bool meets(const State& p, const Task& task);
// The pieces of the other colours that play.
Mask rivals(const State& p, int colour);

}  // namespace tashkalar::criteria
