// Cards in hands, decks and piles: playing, discarding, drawing, and who has seen what.
#pragma once

#include "state.hpp"

namespace tashkalar::hands {

// Owners of cards in State::known and State::returned: seats 0 to 3, then the shared decks.
constexpr int LEGEND_DECK = 4, FLARE_DECK = 5;

// Team play: partners sit opposite each other.
constexpr int partner(int seat) { return (seat + 2) % 4; }

// The owner of a card in the hand of a seat: the shared deck it comes from, or the seat.
int owner_in(int seat, int card);
void play(State& p, int card);
void discard(State& p, int card);
void give_back(State& p, int card);
void return_cards(State& p);
void draw(State& p);
void hand_over_legends(State& p);

// The zones of the player in turn that programs name.
enum : int { DISCARDS, DECK };
const Zone& cards_in(State& p, int zone);
void send(State& p, int card, int start, int end);

}  // namespace tashkalar::hands
