#include "forms.hpp"

#include "machine.hpp"
#include "shuffling.hpp"
#include "tasks.hpp"
#include "turn.hpp"

namespace tashkalar::forms {

namespace {

Zone shuffled(State& p, const std::vector<int>& deck) {
    Zone found;
    for (const int card : deck) found.add(card);
    shuffling::shuffle(p.random, found);
    return found;
}

void check(int form, std::span<const int> schools) {
    const Tables& t = tables();
    if (form < 0 || form >= static_cast<int>(t.forms.size()) || !t.forms[form].seats)
        throw Damaged("there is no such form");
    if (static_cast<int>(schools.size()) != t.forms[form].seats)
        throw Damaged("the form has another number of seats");
    for (const int school : schools)
        if (school < 0 || school >= static_cast<int>(t.schools.size()) || t.schools[school].empty())
            throw Damaged("there is no such school");
}

}  // namespace

State set_up(int number, std::span<const int> schools, std::uint64_t seed) {
    check(number, schools);
    const Tables& t = tables();
    State p;
    p.form = static_cast<std::uint8_t>(number);
    const Form& form = p.rules();
    p.seats = static_cast<std::uint8_t>(form.seats);
    for (int seat = 0; seat < p.seats; ++seat) {
        p.schools[seat] = static_cast<std::uint8_t>(schools[seat]);
        p.colour_of[seat] = form.colour_of[seat];
    }
    for (int colour = 0; colour < form.colours; ++colour) {
        p.stock[colour] = static_cast<std::int16_t>(form.stock);
        p.legend_stock[colour] = static_cast<std::int16_t>(form.legend_stock);
    }
    p.random = seed;
    if (form.legends) p.legend_deck = shuffled(p, t.legends);
    p.flare_deck = shuffled(p, t.flare_cards);
    for (int seat = 0; seat < p.seats; ++seat) p.decks[seat] = shuffled(p, t.schools[schools[seat]]);
    for (int seat = 0; seat < p.seats; ++seat) {
        for (int i = 0; i < t.hand; ++i) p.beings[seat].add_sorted(p.decks[seat].take_first());
        p.flares[seat].add(p.flare_deck.take_first());
        // Partners share their legends; the one who plays sooner draws them.
        for (int i = 0; i < form.legends && seat < form.colours; ++i)
            p.legends[seat].add_sorted(p.legend_deck.take_first());
    }
    if (form.tasks) tasks::set_out(p);
    turn::start(p);
    run(p);
    return p;
}

}  // namespace tashkalar::forms
