// The steps of a turn that play a card: summoning a being, invoking a flare.
#include "atoms.hpp"
#include "hands.hpp"
#include "scoring.hpp"
#include "summoning.hpp"
#include "turn.hpp"

namespace tashkalar {

namespace {

using Bytes = const std::uint8_t*;
using summoning::Way;

const Being& being_in_play(const State& p) {
    return tables().beings[p.registers()[turn::CARD].lo & 255];
}

// Which halves of a flare may be resolved against a colour: 1 the upper, 2 the lower.
int halves_met(const State& p, const Flare& flare, int rival) {
    const Mask own = p.pieces[me(p)], theirs = p.pieces[rival], high = ~p.common;
    const int upgraded = (theirs & high).count() - (own & high).count();
    return (upgraded >= flare.upper_needs) +
           2 * (theirs.count() - own.count() >= flare.lower_needs);
}

// --- summoning -------------------------------------------------------------------------------

int square(State& p, Bytes, int pc, Stack&) {
    offer_nothing(p);
    const Mask squares = summoning::Fitting(p).summonable(being_in_play(p));
    return ask(p, pc, Asking::SUMMONING_SQUARE, squares);
}

int squared(State& p, const Choice& choice, Bytes, int) {
    p.registers()[turn::SQUARE] = bit(choice.value);
    return Step::WAY;
}

int took_way(State& p, const Way& way) {
    Mask* registers = p.registers();
    registers[turn::USED] = way.used;
    registers[turn::WAY_MARKED] = way.marked;
    registers[turn::WAY_INDICATED] = Mask(way.indicated);
    registers[turn::CHARGED] = Mask(way.charged);
    return Step::LIFT;
}

int way(State& p, Bytes, int pc, Stack&) {
    const auto fitting =
        summoning::different_ways(p, being_in_play(p), p.registers()[turn::SQUARE]);
    if (fitting.size() == 1) return took_way(p, fitting[0]);
    offer_nothing(p);
    for (std::size_t i = 0; i < fitting.size() && i < 64; ++i)
        offer(p, tables().code(Kind::WAY, static_cast<int>(i)));
    return ask(p, pc, Asking::WAY, {});
}

int wayed(State& p, const Choice& choice, Bytes, int) {
    const auto fitting =
        summoning::different_ways(p, being_in_play(p), p.registers()[turn::SQUARE]);
    if (choice.value >= static_cast<int>(fitting.size())) throw Damaged("there is no such way");
    return took_way(p, fitting[choice.value]);
}

// The ways between which nobody had to choose, the chosen one among them.
summoning::Ways like_the_chosen(const State& p) {
    const Mask* registers = p.registers();
    const Way chosen{registers[turn::USED], registers[turn::WAY_MARKED],
                     registers[turn::WAY_INDICATED].number(), registers[turn::CHARGED].number()};
    return summoning::alike(p, being_in_play(p), registers[turn::SQUARE], chosen);
}

// Shortage: one of your pieces that the pattern does not need becomes the being.
int lift(State& p, Bytes, int pc, Stack&) {
    const Being& being = being_in_play(p);
    if (!summoning::lifts(p, being, p.registers()[turn::SQUARE])) return Step::ARRIVE;
    offer_nothing(p);
    return ask(p, pc, Asking::LIFTED, summoning::liftable(p, being, like_the_chosen(p)));
}

int lifted(State& p, const Choice& choice, Bytes, int) {
    // The pattern is one that does without the lifted piece.
    const Mask piece = bit(choice.value);
    for (const Way& way : like_the_chosen(p))
        if (!(way.used & piece)) {
            took_way(p, way);
            atoms::lift(p, piece);
            return Step::ARRIVE;
        }
    throw Damaged("no way does without the lifted piece");
}

int arrive(State& p, Bytes, int, Stack&) {
    const Tables& t = tables();
    const Being& being = being_in_play(p);
    const Mask bit = p.registers()[turn::SQUARE];
    const int charged = p.registers()[turn::CHARGED].number();
    --p.actions;
    p.borrowed = 0;
    atoms::arrive(p, being.number, bit, being.rank, p.registers()[turn::USED]);
    if (charged != summoning::NOBODY) {
        p.improvised[p.seat] = static_cast<std::uint8_t>(p.improvised[p.seat] | 1 << (charged & 3));
        happen(p, Happened::IMPROVISE, {p.seat, charged});
    }
    ++p.summoned[0];
    p.summoned[1] = static_cast<std::int16_t>(p.summoned[1] + being.legend);
    p.summoned[2] = static_cast<std::int16_t>(p.summoned[2] + static_cast<bool>(bit & t.red));
    p.summoned[3] = static_cast<std::int16_t>(p.summoned[3] + static_cast<bool>(bit & t.green));
    return Step::POINT;
}

int resolve(State& p) {
    const Mask* from = p.registers();
    const Mask bit = from[turn::SQUARE], used = from[turn::USED] & ~bit;
    const Mask marked = from[turn::WAY_MARKED], indicated = from[turn::WAY_INDICATED];
    const int next = perform(p, being_in_play(p).program, Step::SUMMONED);
    Mask* registers = p.registers();
    registers[SELF] = registers[ARRIVAL] = bit;
    registers[USED] = used;
    registers[MARKED] = marked;
    registers[INDICATED] = indicated;
    return next;
}

// Deathmatch: a point for summoning a legend, in a melee in a colour of your choice.
int point(State& p, Bytes, int pc, Stack&) {
    const Form& form = p.rules();
    if (form.tasks || !being_in_play(p).legend) return resolve(p);
    if (form.melee) {
        offer_nothing(p);
        for (const int colour : enemies(p)) offer(p, tables().code(Kind::COLOUR, colour));
        return ask(p, pc, Asking::COLOUR, {});
    }
    scoring::add(p, me(p), enemies(p).at[0], 1, Cause::LEGEND);
    return resolve(p);
}

int pointed(State& p, const Choice& choice, Bytes, int) {
    scoring::add(p, me(p), choice.value, 1, Cause::LEGEND);
    resolve(p);
    return p.pc;
}

int summoned(State& p, Bytes, int, Stack&) {
    hands::discard(p, being_in_play(p).number);
    turn::clear_table(p);
    return Step::ACT;
}

// --- flares ----------------------------------------------------------------------------------

int invoke(State& p, int rival) {
    const int card = p.registers()[turn::CARD].number() & 255;
    const int halves = halves_met(p, tables().flares[card], rival);
    if (!halves) throw Damaged("the flare cannot be invoked");
    happen(p, Happened::INVOKE, {card, halves, me(p), rival});
    if (!p.rules().tasks) scoring::add(p, rival, me(p), 1, Cause::FLARE);
    return perform(p, program_of_flare(card, halves), Step::INVOKED);
}

int rival(State& p, Bytes, int pc, Stack&) {
    const Enemies open_ones = turn::rivals(p, p.registers()[turn::CARD].number() & 255);
    if (p.rules().colours == 2) return invoke(p, open_ones.at[0]);
    offer_nothing(p);
    for (const int colour : open_ones) offer(p, tables().code(Kind::COLOUR, colour));
    return ask(p, pc, Asking::RIVAL, {});
}

int rivalled(State& p, const Choice& choice, Bytes, int) {
    invoke(p, choice.value);
    return p.pc;
}

int invoked(State& p, Bytes, int, Stack&) {
    p.flare_discards.add(p.registers()[turn::CARD].number() & 255);
    turn::clear_table(p);
    return Step::ACT;
}

}  // namespace

namespace turn {

Enemies rivals(const State& p, int card) {
    Enemies found;
    for (const int colour : enemies(p))
        if (halves_met(p, tables().flares[card], colour)) found.at[found.size++] = colour;
    return found;
}

}  // namespace turn

void add_playing(Operations& known) {
    const std::pair<int, Operation> steps[] = {
        {Step::SQUARE, square}, {Step::WAY, way},       {Step::LIFT, lift},
        {Step::ARRIVE, arrive}, {Step::POINT, point},   {Step::SUMMONED, summoned},
        {Step::RIVAL, rival},   {Step::INVOKED, invoked},
    };
    for (const auto& [step, function] : steps) known.steps[OFFSET + step] = function;
    const std::pair<int, Answer> answers[] = {
        {Step::SQUARE, squared}, {Step::WAY, wayed},      {Step::LIFT, lifted},
        {Step::POINT, pointed},  {Step::RIVAL, rivalled},
    };
    for (const auto& [step, function] : answers) known.answers[OFFSET + step] = function;
}

}  // namespace tashkalar
