// The turn: a program of the same machine whose instructions are the steps of a turn.
#pragma once

#include "machine.hpp"

namespace tashkalar::turn {

// Registers of the turn: the card in play, and how its pattern was matched.
enum : int { CARD, SQUARE, USED, WAY_MARKED, WAY_INDICATED, CHARGED };
constexpr int NO_CARD = CARD_LIMIT;

// From a laid-out table to the first question; the machine has to run afterwards.
void start(State& p);
// No card lies on the table; how the last one was matched is of no interest any more.
void clear_table(State& p);
// The colours against which a flare can be invoked.
Enemies rivals(const State& p, int card);
// The card on the table that is being summoned or invoked, or NO_CARD.
int in_play(const State& p);
// Hand the turn and the legends to the partner, between actions or inside an effect.
void pass_control(State& p);

}  // namespace tashkalar::turn
