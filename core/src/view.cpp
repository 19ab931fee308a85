#include "view.hpp"

#include "hands.hpp"
#include "machine.hpp"
#include "shuffling.hpp"
#include "tasks.hpp"
#include "turn.hpp"

namespace tashkalar {

namespace {

using hands::FLARE_DECK;
using hands::LEGEND_DECK;

// Questions whose answers come out of a hand: what is offered would tell the hand.
bool is_private(int asking) {
    return asking == Asking::ACTION || asking == Asking::END || asking == Asking::RETURNED;
}

// The cards that are in none of some zones, shuffled, to be dealt one after the other.
class Hidden {
  public:
    void see(int card) {
        if (card < UNKNOWN) seen_[card] = true;
    }
    template <typename Zone>
    void see_all(const Zone& zone) {
        for (const int card : zone) see(card);
    }
    void shuffle(State& p, const std::vector<int>& cards) {
        for (const int card : cards)
            if (!seen_[card]) left_.push_back(card);
        shuffling::shuffle(p.random, left_);
    }
    template <typename Zone>
    void fill(Zone& zone) {
        for (auto& card : zone)
            if (card == UNKNOWN) card = static_cast<std::uint16_t>(deal());
    }
    int deal() {
        if (dealt_ == left_.size()) throw Damaged("there are too few hidden cards");
        return left_[dealt_++];
    }

  private:
    std::array<bool, CARD_LIMIT> seen_{};
    std::vector<int> left_;
    std::size_t dealt_ = 0;
};

}  // namespace

View view(const State& p, int seat) {
    if (seat < SPECTATOR || seat >= p.seats) throw std::out_of_range("there is no such seat");
    View found{p, seat};
    State& v = found.seen;
    const int mine = seat == SPECTATOR ? p.seats : seat;
    const auto known = [&](int owner, int card) {
        const auto* first = p.known[mine].data();
        return std::binary_search(first, first + p.known_size[mine], seen_card(owner, card));
    };
    const auto hide = [&](Zone& zone, int owner) {
        for (auto& card : zone)
            if (!known(owner, card)) card = UNKNOWN;
    };
    for (int s = 0; s < p.seats; ++s) {
        if (s != seat) {
            hide(v.beings[s], s);
            hide(v.legends[s], LEGEND_DECK);
            hide(v.flares[s], FLARE_DECK);
            for (auto* hand : {&v.beings[s], &v.legends[s], &v.flares[s]})
                std::sort(hand->begin(), hand->end());
        }
        hide(v.decks[s], s);
    }
    hide(v.legend_deck, LEGEND_DECK);
    hide(v.flare_deck, FLARE_DECK);
    for (int i = 1; i < v.task_deck.size; ++i) v.task_deck.at[i] = UNKNOWN;
    if (seat != p.seat)
        for (int i = 0; i < v.returned_size; ++i) v.returned[i].card = UNKNOWN;
    for (int viewer = 0; viewer <= p.seats; ++viewer)
        if (viewer != mine) v.known_size[viewer] = 0;
    v.random = 0;
    if (seat != p.actor && is_private(p.asking)) v.others_size = 0;
    return found;
}

State sample(const View& view, std::uint64_t word) {
    const State& v = view.seen;
    const Tables& t = tables();
    State p = v;
    p.random = word;
    std::array<Hidden, 6> hidden;
    Hidden hidden_tasks;
    for (int i = 0; i < v.returned_size; ++i) hidden[v.returned[i].owner].see(v.returned[i].card);
    for (int s = 0; s < v.seats; ++s) {
        for (const auto* zone : {&v.beings[s], &v.decks[s], &v.discards[s]}) hidden[s].see_all(*zone);
        hidden[LEGEND_DECK].see_all(v.legends[s]);
        hidden[FLARE_DECK].see_all(v.flares[s]);
    }
    for (const auto* zone : {&v.legend_deck, &v.legend_discards}) hidden[LEGEND_DECK].see_all(*zone);
    for (const auto* zone : {&v.flare_deck, &v.flare_discards}) hidden[FLARE_DECK].see_all(*zone);
    for (const int owner : {static_cast<int>(v.seat), LEGEND_DECK, FLARE_DECK})
        hidden[owner].see(turn::in_play(v));
    for (int s = 0; s < v.seats; ++s) hidden[s].shuffle(p, t.schools[v.schools[s]]);
    hidden[LEGEND_DECK].shuffle(p, t.legends);
    hidden[FLARE_DECK].shuffle(p, t.flare_cards);
    for (const auto* zone : {&v.tasks, &v.task_deck}) hidden_tasks.see_all(*zone);
    for (const auto& claimed : v.claimed) hidden_tasks.see_all(claimed);
    hidden_tasks.shuffle(p, v.rules().tasks ? tasks::taking_part(v.rules()) : std::vector<int>{});

    for (int s = 0; s < v.seats; ++s) {
        hidden[s].fill(p.beings[s]);
        hidden[LEGEND_DECK].fill(p.legends[s]);
        hidden[FLARE_DECK].fill(p.flares[s]);
        for (auto* hand : {&p.beings[s], &p.legends[s], &p.flares[s]})
            std::sort(hand->begin(), hand->end());
        hidden[s].fill(p.decks[s]);
    }
    hidden[LEGEND_DECK].fill(p.legend_deck);
    hidden[FLARE_DECK].fill(p.flare_deck);
    for (int i = 0; i < p.returned_size; ++i)
        if (p.returned[i].card == UNKNOWN)
            p.returned[i].card = static_cast<std::uint16_t>(hidden[p.returned[i].owner].deal());
    hidden_tasks.fill(p.task_deck);
    if (view.viewer != v.actor && is_private(v.asking)) run(p);
    return p;
}

}  // namespace tashkalar
