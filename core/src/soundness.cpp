#include "soundness.hpp"

#include "hands.hpp"
#include "machine.hpp"
#include "turn.hpp"

namespace tashkalar {

namespace {

void demand(bool holds, const char* what) {
    if (!holds) throw Damaged(what);
}

void check_pieces(const State& p) {
    Mask all;
    for (int colour = 0; colour < 4; ++colour) {
        const Mask pieces = p.pieces[colour];
        demand(!(pieces & ~arena::ALL) && !(pieces & all), "a piece lies where none can");
        demand(!pieces || colour < p.rules().colours, "a colour does not play");
        all |= pieces;
    }
    const bool once = !(p.common & p.heroic) && !(p.common & p.legendary) && !(p.heroic & p.legendary);
    demand(once && p.occupied() == all, "a piece has no rank, or two");
}

enum class Of { BEINGS, LEGENDS, FLARES, TASKS };

bool is_of(Of deck, int card) {
    const Tables& t = tables();
    switch (deck) {
        case Of::BEINGS: return t.beings[card].known && !t.beings[card].legend;
        case Of::LEGENDS: return t.beings[card].known && t.beings[card].legend;
        case Of::FLARES: return t.flares[card].known;
        default: return t.tasks[card].known;
    }
}

template <typename Zone>
void check_zone(const Zone& zone, Of deck, bool hidden) {
    for (const int card : zone)
        demand(card == UNKNOWN ? hidden : is_of(deck, card), "a card lies where it cannot");
}

void check_cards(const State& p, bool hidden) {
    for (int seat = 0; seat < p.seats; ++seat) {
        check_zone(p.beings[seat], Of::BEINGS, hidden);
        check_zone(p.decks[seat], Of::BEINGS, hidden);
        check_zone(p.discards[seat], Of::BEINGS, false);
        check_zone(p.legends[seat], Of::LEGENDS, hidden);
        check_zone(p.flares[seat], Of::FLARES, hidden);
    }
    check_zone(p.legend_deck, Of::LEGENDS, hidden);
    check_zone(p.legend_discards, Of::LEGENDS, false);
    check_zone(p.flare_deck, Of::FLARES, hidden);
    check_zone(p.flare_discards, Of::FLARES, false);
    check_zone(p.tasks, Of::TASKS, false);
    check_zone(p.task_deck, Of::TASKS, hidden);
    demand(p.task_deck.empty() || p.task_deck.at[0] != UNKNOWN, "the next task lies face up");
    for (const Tasks& claimed : p.claimed) check_zone(claimed, Of::TASKS, false);
    for (int i = 0; i < p.returned_size; ++i) {
        const auto [owner, card] = p.returned[i];
        const Of deck = owner == hands::LEGEND_DECK ? Of::LEGENDS
                        : owner == hands::FLARE_DECK ? Of::FLARES : Of::BEINGS;
        demand(deck != Of::BEINGS || owner < p.seats, "a card has no owner");
        demand(card == UNKNOWN ? hidden : is_of(deck, card), "a card lies where it cannot");
    }
}

// Is there a question at this place of a program?
bool asks_at(const Program& program, int pc) {
    const auto& code = program.code;
    int at = 0;
    while (at < pc) {
        const int length = length_of(code.data() + at, static_cast<int>(code.size()) - at);
        if (!length) return false;
        at += length;
    }
    return at == pc && pc < static_cast<int>(code.size()) && operations().answers[code[pc]];
}

void check_card_in_play(const State& p, int step) {
    const Mask value = p.register_file[turn::CARD];
    const bool being = step == Step::SQUARE || step == Step::WAY || step == Step::LIFT ||
                       step == Step::POINT || step == Step::SUMMONED;
    const bool flare = step == Step::RIVAL || step == Step::INVOKED;
    demand(value.lo <= turn::NO_CARD && !value.hi, "a card is out of its range");
    const int card = value.number();
    demand(!being || (card < CARD_LIMIT && tables().beings[card].known), "no being is in play");
    demand(!flare || (card < CARD_LIMIT && tables().flares[card].known), "no flare is in play");
    const Mask square = p.register_file[turn::SQUARE];
    const bool placed = being && step != Step::SQUARE;
    demand(!placed || (square.count() == 1 && !(square & ~arena::ALL)), "the being has no square");
}

// What a step or an instruction can be answered with, as bits of kinds.
constexpr unsigned of(Kind kind) { return 1u << static_cast<int>(kind); }

unsigned answers_of(int op) {
    switch (op) {
        case OFFSET + Step::ACT:
            return of(Kind::PLACE) | of(Kind::LIFT) | of(Kind::SUMMON) | of(Kind::DISCARD) |
                   of(Kind::FLARE) | of(Kind::CLAIM) | of(Kind::FINISH) | of(Kind::PASS_CONTROL);
        case OFFSET + Step::WAY: return of(Kind::WAY);
        case OFFSET + Step::RETURN: return of(Kind::RETURN) | of(Kind::PASS);
        case OFFSET + Step::POINT: case OFFSET + Step::RIVAL: case OFFSET + Step::UNPAIRED:
        case Op::ASK_COLOUR:
            return of(Kind::COLOUR);
        case Op::ASK_DIRECTION: return of(Kind::DIRECTION) | of(Kind::PASS);
        case Op::ASK_OPTION: return of(Kind::OPTION) | of(Kind::PASS);
        case Op::ASK_CARD: return of(Kind::CARD) | of(Kind::PASS);
        default: return of(Kind::SQUARE) | of(Kind::PASS);
    }
}

void check_choice(const State& p, int op, Code code) {
    const Tables& t = tables();
    const Choice& choice = t.choices[code];
    const int value = choice.value;
    const bool control = choice.kind == Kind::PASS_CONTROL && p.rules().teams;
    demand(choice.kind > Kind::SQUARE && (control || answers_of(op) & of(choice.kind)),
           "an offered choice answers nothing");
    bool held = true;
    switch (choice.kind) {
        case Kind::SUMMON: held = p.beings[p.seat].has(value) || p.legends[p.seat].has(value); break;
        case Kind::DISCARD: held = p.beings[p.seat].has(value); break;
        case Kind::FLARE: held = p.flares[p.seat].has(value); break;
        case Kind::RETURN:
            held = p.beings[p.seat].has(value) || p.legends[p.seat].has(value) ||
                   p.flares[p.seat].has(value);
            break;
        case Kind::CARD: held = is_of(Of::BEINGS, value); break;
        case Kind::CLAIM: held = p.tasks.has(value); break;
        case Kind::COLOUR: held = value < p.rules().colours; break;
        case Kind::OPTION:
            held = value < t.programs[p.program].code[p.pc + 1];
            break;
        default: break;
    }
    demand(held, "an offered choice cannot be made");
}

// What a turn does next takes an action: there is one.
void check_action(const State& p) {
    const int step = p.pc;
    const bool needed = p.asking == Asking::ACTION || step == Step::SQUARE || step == Step::WAY ||
                        step == Step::LIFT || step == Step::LAY;
    demand(p.program != TURN || !needed || p.actions, "there is no action left for what is done");
}

// What is repeated comes to an end: each time one less is left, from what the program begins with.
void check_repetitions(const State& p, const Program& program) {
    for (const Repetition& part : program.repetitions) {
        const Mask left = p.registers()[part.counter];
        const bool inside = p.pc >= part.first && p.pc < part.last;
        demand(!left.hi && left.lo <= static_cast<std::uint64_t>(part.most) && (left || !inside),
               "a counter is out of its range");
    }
}

void check_machine(const State& p) {
    const Tables& t = tables();
    const Program& program = t.programs[p.program];
    demand(program.known && p.registers_size == program.registers, "there is no such program");
    for (int i = 0; i < p.registers_base + p.registers_size; ++i)
        demand(!(p.register_file[i].hi >> (arena::CELLS - 64)), "a register is out of its range");
    // Effects are called by the turn, and call nothing themselves.
    demand(p.callers_size == (p.program != TURN), "a program has no caller, or too many");
    int step = p.pc;
    if (p.program != TURN) {
        const Frame& caller = p.callers[0];
        step = caller.pc;
        demand(caller.program == TURN && caller.registers == t.programs[TURN].registers &&
                   (step == Step::SUMMONED || step == Step::INVOKED),
               "a program has no caller");
    }
    check_card_in_play(p, step);
    demand(!(p.mask & ~arena::ALL), "a square is offered that is none");
    if (p.is_over()) {
        demand(!p.mask && !p.others_size && p.results, "the game is over, and goes on");
        return;
    }
    demand(!p.results && asks_at(program, p.pc), "the program asks nothing here");
    check_action(p);
    check_repetitions(p, program);
    const int op = program.code[p.pc];
    const unsigned kinds = answers_of(op);
    const bool squares = kinds & (of(Kind::SQUARE) | of(Kind::PLACE));
    const bool acts = kinds & of(Kind::PLACE);
    demand(!p.mask || squares, "squares are offered that answer nothing");
    demand(acts == (p.asking == Asking::ACTION || p.asking == Asking::END), "another question");
    for (int i = 0; i < p.others_size; ++i) check_choice(p, op, p.others[i]);
}

}  // namespace

void check_sound(const State& p, bool hidden) {
    const Form& form = p.rules();
    for (int seat = 0; seat < p.seats; ++seat) {
        demand(p.colour_of[seat] == form.colour_of[seat], "the seats have other colours");
        demand(!tables().schools[p.schools[seat]].empty(), "there is no such school");
    }
    check_pieces(p);
    check_cards(p, hidden);
    check_machine(p);
}

}  // namespace tashkalar
