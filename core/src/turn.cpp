#include "turn.hpp"

#include "atoms.hpp"
#include "criteria.hpp"
#include "hands.hpp"
#include "summoning.hpp"
#include "tasks.hpp"

namespace tashkalar {

namespace {

using Bytes = const std::uint8_t*;
using atoms::supply;

// --- before the first turn -------------------------------------------------------------------

int starting_colour(const State& p) {
    const auto& colours = p.rules().starting_colours;
    const int on_arena = p.occupied().count();
    if (on_arena >= static_cast<int>(colours.size())) throw Damaged("all pieces are set out");
    return colours[on_arena];
}

// The last player sets out the starting pieces, one on each group of squares.
int set_out(State& p, Bytes, int pc, Stack&) {
    Mask squares;
    for (const Mask group : p.rules().starts)
        if (!(group & p.common)) squares |= group;
    if (!squares) return Step::BEGIN;
    p.actor = static_cast<std::int16_t>(p.seats - 1);
    if (squares.count() == 1) {
        atoms::place(p, squares, starting_colour(p), 1);
        return Step::BEGIN;
    }
    offer_nothing(p);
    return ask(p, pc, Asking::START, squares);
}

int set_out_on(State& p, const Choice& choice, Bytes, int) {
    atoms::place(p, bit(choice.value), starting_colour(p), 1);
    return Step::SET_OUT;
}

int begin(State& p, Bytes, int, Stack&) {
    p.actor = p.seat;
    ++p.turn;
    p.actions = p.turn == 1 ? 1 : 2;
    p.discarded = p.passed = p.borrowed = p.extra_beings = p.extra_legends = 0;
    p.destroyed.fill(0);
    p.summoned.fill(0);
    return Step::ACT;
}

// --- actions ---------------------------------------------------------------------------------

// Squares of the place action: empty ones, or in a shortage the pieces to be lifted.
Mask placeable(const State& p) {
    const int mine = me(p);
    if (supply(p, mine, 1) > 0) return arena::ALL & ~p.occupied();
    return p.pieces[mine] & ~p.legendary;
}

void offer_flares(State& p) {
    for (const int card : p.flares[p.seat])
        if (turn::rivals(p, card).size) offer(p, tables().code(Kind::FLARE, card));
}

void offer_endings(State& p) {
    const Tables& t = tables();
    for (const int number : p.tasks)
        if (criteria::meets(p, t.tasks[number])) offer(p, t.code(Kind::CLAIM, number));
    offer(p, t.code(Kind::FINISH));
}

// After passing control the partner only places pieces; the rest is the owner's again.
int act_for_partner(State& p, int pc) {
    const Mask squares = placeable(p);
    offer_nothing(p);
    if (p.actions && squares) {
        p.actor = static_cast<std::int16_t>(hands::partner(p.seat));
        return ask(p, pc, Asking::ACTION, squares);
    }
    p.actor = p.seat;
    offer_endings(p);  // it is too late for a flare
    return ask(p, pc, Asking::END, {});
}

int act(State& p, Bytes, int pc, Stack&) {
    const Tables& t = tables();
    const Form& form = p.rules();
    if (p.passed) return act_for_partner(p, pc);
    offer_nothing(p);
    if (p.actions) {
        const Mask squares = placeable(p);
        const summoning::Fitting fitting(p);
        for (const auto* hand : {&p.beings[p.seat], &p.legends[p.seat]})
            for (const int card : *hand)
                if (fitting.summonable(t.beings[card])) offer(p, t.code(Kind::SUMMON, card));
        if (form.discards && !p.discarded)
            for (const int card : p.beings[p.seat]) offer(p, t.code(Kind::DISCARD, card));
        if (squares || p.others_size) {
            offer_flares(p);
            if (form.teams) offer(p, t.code(Kind::PASS_CONTROL));
            return ask(p, pc, Asking::ACTION, squares);
        }
        // Nothing can be done with the actions that are left: they are lost.
    }
    offer_flares(p);
    offer_endings(p);
    return ask(p, pc, Asking::END, {});
}

int acted(State& p, const Choice& choice, Bytes, int) {
    const int value = choice.value;
    switch (choice.kind) {
        case Kind::PLACE:
            --p.actions;
            atoms::place(p, bit(value), me(p), 1);
            return Step::ACT;
        case Kind::SUMMON:
            // The card is laid on the table: from now on everybody sees it.
            p.registers()[turn::CARD] = Mask(value);
            hands::play(p, value);
            return Step::SQUARE;
        case Kind::LIFT:
            atoms::lift(p, bit(value));
            return Step::LAY;
        case Kind::DISCARD:
            --p.actions;
            p.discarded = 1;
            hands::play(p, value);
            hands::discard(p, value);
            happen(p, Happened::DISCARD, {value});
            return Step::RETURN;
        case Kind::FLARE:
            p.registers()[turn::CARD] = Mask(value);
            hands::play(p, value);
            return Step::RIVAL;
        case Kind::CLAIM:
            tasks::claim(p, value);
            return Step::CLOSE;
        default:
            return Step::CLOSE;
    }
}

// Shortage: the lifted piece goes on any empty square, the one just vacated included.
int lay(State& p, Bytes, int pc, Stack&) {
    offer_nothing(p);
    return ask(p, pc, Asking::LAID, arena::ALL & ~p.occupied());
}

int laid(State& p, const Choice& choice, Bytes, int) {
    --p.actions;
    atoms::place(p, bit(choice.value), me(p), 1);
    return Step::ACT;
}

// --- the discard action ----------------------------------------------------------------------

int return_(State& p, Bytes, int pc, Stack&) {
    const Tables& t = tables();
    offer_nothing(p);
    for (const auto* hand : {&p.beings[p.seat], &p.legends[p.seat], &p.flares[p.seat]})
        for (const int card : *hand) offer(p, t.code(Kind::RETURN, card));
    if (!p.others_size) return Step::ACT;
    offer(p, t.code(Kind::PASS));
    return ask(p, pc, Asking::RETURNED, {});
}

int returned(State& p, const Choice& choice, Bytes, int) {
    if (choice.kind == Kind::PASS) return Step::ACT;
    hands::give_back(p, choice.value);
    happen(p, Happened::RETURN);
    return Step::RETURN;
}

}  // namespace

namespace turn {

void start(State& p) {
    p.program = TURN;
    p.pc = Step::SET_OUT;
    p.callers_size = p.registers_base = 0;
    clear_table(p);
}

void clear_table(State& p) {
    p.registers_size = FIXED;
    std::fill_n(p.registers(), FIXED, Mask{});
    p.registers()[CARD] = Mask(NO_CARD);
}

int in_play(const State& p) { return p.register_file[CARD].number(); }

void pass_control(State& p) {
    p.passed = 1;
    p.actor = static_cast<std::int16_t>(hands::partner(p.seat));
    hands::hand_over_legends(p);
    happen(p, Happened::PASS_CONTROL, {p.actor});
    if (p.program == TURN) {
        run(p);
        return;
    }
    const auto last = std::remove(p.others.begin(), p.others.begin() + p.others_size,
                                  tables().code(Kind::PASS_CONTROL));
    p.others_size = static_cast<std::uint16_t>(last - p.others.begin());
}

}  // namespace turn

void add_turn(Operations& known) {
    const std::pair<int, Operation> steps[] = {
        {Step::SET_OUT, set_out}, {Step::BEGIN, begin},    {Step::ACT, act},
        {Step::LAY, lay},         {Step::RETURN, return_},
    };
    for (const auto& [step, function] : steps) known.steps[OFFSET + step] = function;
    const std::pair<int, Answer> answers[] = {
        {Step::SET_OUT, set_out_on}, {Step::ACT, acted}, {Step::LAY, laid}, {Step::RETURN, returned},
    };
    for (const auto& [step, function] : answers) known.answers[OFFSET + step] = function;
}

}  // namespace tashkalar
