// What happens in a game, as rows of numbers: the kinds are those of event.py, in its order.
#pragma once

#include <array>
#include <vector>

#include "mask.hpp"

namespace tashkalar {

enum class Happened : int {
    PLACE, DESTROY, LIFT, MOVE, UPGRADE, DOWNGRADE, CONVERT, SUMMON, IMPROVISE, INVOKE, CLAIM,
    RECALL, DISCARD, RETURN, POINTS, POINTS_IN, GAIN_ACTION, EXTRA_TURN, PASS_CONTROL, END_TURN,
    TRIGGER, OVER,
};

// Why points are scored, and what triggers the end.
enum class Cause : int { NONE, DECK, POINTS, RESIGNED, DESTROYED, LEGEND, FLARE, LEFT_OVER };

struct Event {
    Happened kind;
    std::array<int, 5> fields{};
    Mask squares;  // of a pattern
};

using Log = std::vector<Event>;

}  // namespace tashkalar
