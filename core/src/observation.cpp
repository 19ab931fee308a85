#include "observation.hpp"

#include "atoms.hpp"
#include "criteria.hpp"
#include "hands.hpp"
#include "program.hpp"
#include "scoring.hpp"
#include "turn.hpp"

namespace tashkalar::observation {

namespace {

using arena::ROWS;

constexpr int SEATS = 4, RANKS = 3, NUMBERS = 16, ASKINGS_ROOM = 32, QUESTIONS = 8;
constexpr int WORKING = 14;  // registers of an effect beyond the fixed ones
constexpr int SLOTS = (SEATS + 2) * DECK_LIMIT;  // the beings of each seat, legends, flares
constexpr int SHOWN = 4, PARTS = 4;  // tasks that lie open, the next one last
constexpr int AREA = ROWS * ROWS;
// What is known of a card.
enum Status : int { UNSEEN, HELD, IN_PLAY = HELD + SEATS, DISCARDED, IN_DECK, GIVEN_BACK, STATUSES };

// Takes rooms for one part after the other.
class Pen {
  public:
    explicit Pen(std::uint8_t* first) : at_(first) {}
    std::uint8_t* room(int size) {
        std::uint8_t* const found = at_;
        at_ += size;
        return found;
    }
    void number(int value) { *at_++ = static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }
    // One of so many things.
    void one_of(int n, int value) {
        std::uint8_t* const to = room(n);
        if (value >= 0 && value < n) to[value] = 1;
    }
    void plane(Mask squares) {
        std::uint8_t* const to = room(AREA);
        for_squares(squares & arena::ALL,
                    [&](int i) { to[ROWS * (i / arena::WIDTH) + i % arena::WIDTH] = 1; });
    }
    void bits(int n, std::uint64_t set) {
        for (int i = 0; i < n; ++i) *at_++ = set >> i & 1;
    }

  private:
    std::uint8_t* at_;
};

// Seats and colours counted from the viewer on, in order of play.
struct Eyes {
    const State& p;
    int viewer, mine, colours;

    explicit Eyes(const View& seen)
        : p(seen.seen),
          viewer(seen.viewer),
          mine(p.colour_of[seen.viewer]),
          colours(p.rules().colours) {}
    int from_here(int seat) const { return (seat - viewer + p.seats) % p.seats; }
    int seat(int n) const { return (viewer + n) % p.seats; }
    int colour(int n) const { return (mine + n) % colours; }
    bool in_effect() const { return p.program != TURN; }
    Mask register_at(int r) const { return r < p.registers_size ? p.registers()[r] : Mask{}; }
};

void planes(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    const Mask ranks[RANKS] = {p.common, p.heroic, p.legendary};
    for (int n = 0; n < SEATS; ++n)
        for (const Mask rank : ranks)
            pen.plane(n < eyes.colours ? p.pieces[eyes.colour(n)] & rank : Mask{});
    for (const Mask squares : {arena::ALL, tables().red, tables().green, tables().central})
        pen.plane(squares);
    pen.plane(p.mask);
    if (eyes.in_effect()) {
        for (const int r : {SELF, USED, ARRIVAL, MARKED, TAKEN}) pen.plane(eyes.register_at(r));
        for (int r = FIXED; r < FIXED + WORKING; ++r) pen.plane(eyes.register_at(r));
    } else {
        pen.plane(eyes.register_at(turn::SQUARE));
        pen.plane(eyes.register_at(turn::USED));
        pen.plane({});
        pen.plane(eyes.register_at(turn::WAY_MARKED));
        pen.room((1 + WORKING) * AREA);
    }
}

void table(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    pen.one_of(NUMBERS, p.form);
    pen.one_of(SEATS, eyes.viewer);
    pen.one_of(SEATS, eyes.mine);
    for (int n = 0; n < SEATS; ++n) pen.one_of(NUMBERS, n < p.seats ? p.schools[eyes.seat(n)] : -1);
    pen.one_of(SEATS, eyes.from_here(p.seat));
    pen.one_of(SEATS, p.is_over() ? -1 : eyes.from_here(p.actor));
}

// Which of its questions a program asks.
int question(const State& p) {
    const auto& code = tables().programs[p.program].code;
    int found = 0;
    for (int at = 0, length = 0; at < p.pc; at += length) {
        length = length_of(code.data() + at, static_cast<int>(code.size()) - at);
        if (!length) break;
        found += operations().answers[code[at]] != nullptr;
    }
    return found;
}

void effect(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    pen.one_of(ASKINGS_ROOM, p.asking);
    const bool inside = eyes.in_effect();
    pen.one_of(QUESTIONS, inside ? question(p) : -1);
    pen.bits(2, p.program >= 2 * CARD_LIMIT ? p.program % 4 : 0);
    pen.bits(8, eyes.register_at(inside ? INDICATED : turn::WAY_INDICATED).lo);
    pen.one_of(8, inside ? eyes.register_at(HEADING).number() : -1);
    for (int r = FIXED; r < FIXED + WORKING; ++r)
        pen.number(inside ? static_cast<int>(eyes.register_at(r).lo & 255) : 0);
}

class Cards {
  public:
    Cards(const Eyes& eyes, std::uint8_t* statuses, std::uint8_t* depths)
        : eyes_(eyes), statuses_(statuses), depths_(depths) {}

    void mark(int owner, int card, int status, int depth = 0) {
        const auto& own = deck(owner);
        if (card >= UNKNOWN || std::find(own.begin(), own.end(), card) == own.end()) return;
        const int slot = first_slot(owner) + card - own.front();
        seen_[slot] = true;
        statuses_[SLOTS * status + slot] = 1;
        depths_[slot] = static_cast<std::uint8_t>(depth);
    }
    template <typename Zone>
    void mark_all(int owner, const Zone& zone, int status) {
        for (const int card : zone) mark(owner, card, status);
    }
    void mark_deck(int owner, const Zone& zone) {
        for (int i = 0; i < zone.size; ++i) mark(owner, zone.at[i], IN_DECK, i + 1);
    }
    void mark_unseen(int owner) {
        const int first = first_slot(owner), size = static_cast<int>(deck(owner).size());
        for (int slot = first; slot < first + size; ++slot)
            if (!seen_[slot]) statuses_[SLOTS * UNSEEN + slot] = 1;
    }

  private:
    const std::vector<int>& deck(int owner) const {
        const Tables& t = tables();
        return owner == hands::LEGEND_DECK   ? t.legends
               : owner == hands::FLARE_DECK ? t.flare_cards
                                            : t.schools[eyes_.p.schools[owner]];
    }
    int first_slot(int owner) const {
        return DECK_LIMIT * (owner < SEATS ? eyes_.from_here(owner) : owner);
    }

    const Eyes& eyes_;
    std::uint8_t *statuses_, *depths_;
    std::array<bool, SLOTS> seen_{};
};

void cards(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    std::uint8_t* const hand = pen.room(CARD_LIMIT);
    for (const auto* zone : {&p.beings[eyes.viewer], &p.legends[eyes.viewer], &p.flares[eyes.viewer]})
        for (const int card : *zone)
            if (card < UNKNOWN) hand[card] = 1;
    std::uint8_t* const statuses = pen.room(STATUSES * SLOTS);
    Cards found(eyes, statuses, pen.room(SLOTS));
    for (int seat = 0; seat < p.seats; ++seat) {
        const int held = HELD + eyes.from_here(seat);
        found.mark_all(seat, p.beings[seat], held);
        found.mark_all(hands::LEGEND_DECK, p.legends[seat], held);
        found.mark_all(hands::FLARE_DECK, p.flares[seat], held);
        found.mark_all(seat, p.discards[seat], DISCARDED);
        found.mark_deck(seat, p.decks[seat]);
    }
    found.mark_all(hands::LEGEND_DECK, p.legend_discards, DISCARDED);
    found.mark_all(hands::FLARE_DECK, p.flare_discards, DISCARDED);
    found.mark_deck(hands::LEGEND_DECK, p.legend_deck);
    found.mark_deck(hands::FLARE_DECK, p.flare_deck);
    for (int i = 0; i < p.returned_size; ++i)
        found.mark(p.returned[i].owner, p.returned[i].card, GIVEN_BACK);
    const int in_play = turn::in_play(p);
    if (in_play != turn::NO_CARD) found.mark(hands::owner_in(p.seat, in_play), in_play, IN_PLAY);
    for (int seat = 0; seat < p.seats; ++seat) found.mark_unseen(seat);
    if (p.rules().legends) found.mark_unseen(hands::LEGEND_DECK);
    found.mark_unseen(hands::FLARE_DECK);
}

void all_tasks(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    const Tables& t = tables();
    const int first = t.task_cards.empty() ? 0 : t.task_cards.front();
    const auto is_task = [&](int card) { return card < UNKNOWN && t.tasks[card].known; };
    const auto open = [&](int n) {
        const Tasks& zone = n < SHOWN - 1 ? p.tasks : p.task_deck;
        const int at = n < SHOWN - 1 ? n : 0;
        return at < zone.size && is_task(zone.at[at]) ? static_cast<int>(zone.at[at]) : -1;
    };
    for (int n = 0; n < SHOWN; ++n) pen.one_of(TASK_LIMIT, open(n) < 0 ? -1 : open(n) - first);
    std::uint8_t* const claimed = pen.room(SEATS * TASK_LIMIT);
    std::uint8_t* const unseen = pen.room(TASK_LIMIT);
    if (p.rules().tasks)
        for (const int card : t.task_cards)
            unseen[card - first] = !(p.rules().first && t.tasks[card].advanced);
    for (int n = 0; n < eyes.colours; ++n)
        for (const int card : p.claimed[eyes.colour(n)])
            if (is_task(card)) claimed[TASK_LIMIT * n + card - first] = 1, unseen[card - first] = 0;
    for (int n = 0; n < SHOWN; ++n) {
        if (open(n) >= 0) unseen[open(n) - first] = 0;
        for (int side = 0; side < 2; ++side) {
            Pen to(pen.room(2 * PARTS));
            if (open(n) < 0) continue;
            const auto found = criteria::parts(p, t.tasks[open(n)].criterion, eyes.colour(side));
            for (std::size_t i = 0; i < std::min<std::size_t>(PARTS, found.size()); ++i)
                to.number(found[i].have), to.number(found[i].need);
        }
    }
}

void counts(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    for (int n = 0; n < SEATS; ++n)
        pen.number(n < eyes.colours ? scoring::score(p, eyes.colour(n)) : 0);
    for (int n = 0; n < SEATS; ++n)
        for (int m = 0; m < SEATS; ++m)
            pen.number(n < eyes.colours && m < eyes.colours
                           ? p.scores[4 * eyes.colour(n) + eyes.colour(m)]
                           : 0);
    pen.number(p.rules().limit);
    for (int n = 0; n < SEATS; ++n)
        for (const int rank : {COMMON, LEGENDARY})
            pen.number(n < eyes.colours ? atoms::supply(p, eyes.colour(n), rank) : 0);
    for (int n = 0; n < SEATS; ++n)
        for (const auto* zone : {&p.beings, &p.legends, &p.flares, &p.decks})
            pen.number(n < p.seats ? (*zone)[eyes.seat(n)].size : 0);
    for (const auto* zone : {&p.legend_deck, &p.legend_discards, &p.flare_deck, &p.flare_discards})
        pen.number(zone->size);
    pen.number(p.task_deck.size);
    for (int n = 0; n < SEATS; ++n)
        for (int m = 0; m < SEATS; ++m)
            pen.number(n < p.seats && m < eyes.colours
                           ? p.improvised[eyes.seat(n)] >> eyes.colour(m) & 1
                           : 0);
}

void turn_so_far(const Eyes& eyes, Pen& pen) {
    const State& p = eyes.p;
    for (const int value : {static_cast<int>(p.turn), static_cast<int>(p.actions),
                            static_cast<int>(p.discarded), static_cast<int>(p.passed),
                            static_cast<int>(p.borrowed), static_cast<int>(p.extra_beings),
                            static_cast<int>(p.extra_legends), static_cast<int>(p.extra_turns),
                            static_cast<int>(p.returned_size), p.last_turns + 1})
        pen.number(value);
    for (int n = 0; n < SEATS; ++n)
        for (int rank = 0; rank < RANKS; ++rank)
            pen.number(n < eyes.colours ? p.destroyed[RANKS * eyes.colour(n) + rank] : 0);
    for (const int count : p.summoned) pen.number(count);
    pen.one_of(4, p.trigger);
}

}  // namespace

// The parts in the order in which they are written.
const int SIZE = AREA * (SEATS * RANKS + 4 + 1 + 5 + WORKING)           // planes
                 + NUMBERS + SEATS + SEATS + SEATS * NUMBERS + 2 * SEATS  // table
                 + ASKINGS_ROOM + QUESTIONS + 2 + 8 + 8 + WORKING         // effect
                 + CARD_LIMIT + STATUSES * SLOTS + SLOTS                  // cards
                 + (SHOWN + SEATS + 1) * TASK_LIMIT + SHOWN * 2 * 2 * PARTS
                 + SEATS + SEATS * SEATS + 1 + 2 * SEATS + 4 * SEATS + 5 + SEATS * SEATS
                 + 10 + SEATS * RANKS + 4 + 4;

void write(const View& seen, std::span<std::uint8_t> to) {
    if (static_cast<int>(to.size()) != SIZE) throw std::invalid_argument("no room for an observation");
    if (seen.viewer == SPECTATOR) throw std::out_of_range("spectators have no observation");
    std::fill(to.begin(), to.end(), std::uint8_t{0});
    const Eyes eyes(seen);
    Pen pen(to.data());
    planes(eyes, pen);
    table(eyes, pen);
    effect(eyes, pen);
    cards(eyes, pen);
    all_tasks(eyes, pen);
    counts(eyes, pen);
    turn_so_far(eyes, pen);
}

}  // namespace tashkalar::observation
