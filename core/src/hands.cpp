#include "hands.hpp"

#include "machine.hpp"
#include "shuffling.hpp"

namespace tashkalar::hands {

namespace {

bool is_legend(int card) { return tables().beings[card].legend; }
bool is_flare(int card) { return tables().flares[card].known; }

// What a viewer does not know any more.
template <typename Gone>
void forget(State& p, int viewer, Gone gone) {
    auto* first = p.known[viewer].data();
    auto* last = std::remove_if(first, first + p.known_size[viewer], gone);
    p.known_size[viewer] = static_cast<std::uint16_t>(last - first);
}

// A viewer has seen where a hidden card is.
void learn(State& p, int viewer, Seen card) {
    auto& size = p.known_size[viewer];
    auto* first = p.known[viewer].data();
    auto* place = std::lower_bound(first, first + size, card);
    if (place != first + size && *place == card) return;
    if (size == KNOWN_LIMIT) throw Damaged("too many cards are known");
    std::copy_backward(place, first + size, first + size + 1);
    *place = card;
    ++size;
}

Zone& hand_of(State& p, int card) {
    return is_legend(card) ? p.legends[p.seat] : is_flare(card) ? p.flares[p.seat] : p.beings[p.seat];
}

// The pile becomes a new deck; after shuffling nobody knows where a card of it lies.
void renew(State& p, int owner, Zone& deck, Zone& pile) {
    shuffling::shuffle(p.random, pile);
    deck = pile;
    pile.size = 0;
    for (int viewer = 0; viewer <= p.seats; ++viewer)
        forget(p, viewer, [&](Seen known) { return known >> 8 == owner && deck.has(known & 255); });
}

// The top card of a shared deck, or -1. When the last one is drawn, the pile becomes a new deck.
int draw_shared(State& p, int owner, Zone& deck, Zone& pile) {
    if (deck.empty()) renew(p, owner, deck, pile);
    if (deck.empty()) return -1;
    const int card = deck.take_first();
    if (deck.empty()) renew(p, owner, deck, pile);
    return card;
}

Zone& zone_of(State& p, int zone) {
    return zone == DISCARDS ? p.discards[p.seat] : p.decks[p.seat];
}

}  // namespace

int owner_in(int seat, int card) {
    return is_legend(card) ? LEGEND_DECK : is_flare(card) ? FLARE_DECK : seat;
}

void play(State& p, int card) {
    const Seen place = seen_card(owner_in(p.seat, card), card);
    for (int viewer = 0; viewer <= p.seats; ++viewer)
        forget(p, viewer, [place](Seen known) { return known == place; });
    hand_of(p, card).remove(card);
}

void discard(State& p, int card) {
    (is_legend(card) ? p.legend_discards : p.discards[p.seat]).add(card);
}

void give_back(State& p, int card) {
    const int whose = owner_in(p.seat, card);
    const Zone& hand = hand_of(p, card);
    // Nobody else sees which one it was, so what they knew of these cards in the hand is gone.
    for (int viewer = 0; viewer <= p.seats; ++viewer)
        if (viewer != p.seat)
            forget(p, viewer,
                   [&](Seen known) { return known >> 8 == whose && hand.has(known & 255); });
    play(p, card);
    if (p.returned_size == RETURNED_LIMIT) throw Damaged("too many cards were given back");
    p.returned[p.returned_size++] = {static_cast<std::uint8_t>(whose),
                                     static_cast<std::uint16_t>(card)};
}

void return_cards(State& p) {
    for (int i = 0; i < p.returned_size; ++i) {
        const auto [owner, card] = p.returned[i];
        (owner == LEGEND_DECK ? p.legend_deck : owner == FLARE_DECK ? p.flare_deck : p.decks[p.seat])
            .add(card);
        learn(p, p.seat, seen_card(owner, card));
    }
    p.returned_size = 0;
}

void draw(State& p) {
    const Form& form = p.rules();
    const int seat = p.seat;
    if (p.flares[seat].empty()) {
        const int card = draw_shared(p, FLARE_DECK, p.flare_deck, p.flare_discards);
        if (card >= 0) p.flares[seat].add(card);
    }
    int holder = seat;
    if (form.teams) {
        // Partners share their legends: they go over, and the partner fills them up.
        hand_over_legends(p);
        holder = partner(seat);
    }
    const int legends = std::max(form.legends - p.legends[holder].size, 0) + p.extra_legends;
    for (int i = 0; i < (form.legends ? legends : 0); ++i) {
        const int card = draw_shared(p, LEGEND_DECK, p.legend_deck, p.legend_discards);
        if (card >= 0) p.legends[holder].add_sorted(card);
    }
    const int wanted = std::max(tables().hand - p.beings[seat].size, 0) + p.extra_beings;
    Zone& deck = p.decks[seat];
    for (int i = 0; i < wanted && !deck.empty(); ++i) p.beings[seat].add_sorted(deck.take_first());
}

void hand_over_legends(State& p) {
    const int giver = p.seat, taker = partner(p.seat);
    // The giver remembers what went over.
    for (const int card : p.legends[giver]) {
        p.legends[taker].add_sorted(card);
        learn(p, giver, seen_card(LEGEND_DECK, card));
    }
    p.legends[giver].size = 0;
}

const Zone& cards_in(State& p, int zone) { return zone_of(p, zone); }

void send(State& p, int card, int start, int end) {
    zone_of(p, start).remove(card);
    // The top of a deck is its first card, that of a pile its last.
    if (end == DECK)
        zone_of(p, end).add_first(card);
    else
        zone_of(p, end).add(card);
    for (int viewer = 0; viewer <= p.seats; ++viewer)
        learn(p, viewer, seen_card(p.seat, card));
    happen(p, Happened::RECALL, {card});
}

}  // namespace tashkalar::hands
