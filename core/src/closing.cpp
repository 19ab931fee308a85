// The end of a turn: points, cards, end triggers, the final round, the end of the game.
#include "atoms.hpp"
#include "hands.hpp"
#include "machine.hpp"
#include "scoring.hpp"

namespace tashkalar {

namespace {

using Bytes = const std::uint8_t*;

// The game is over.
int finish(State& p) {
    scoring::places(p);
    p.asking = Asking::NOTHING;
    p.mask = Mask{};
    p.others_size = 0;
    p.pc = Step::DRAW;
    happen(p, Happened::OVER, {p.result[0], p.result[1], p.result[2], p.result[3], p.seats});
    return PAUSE;
}

// The first game ends at once.
int sudden_end(State& p, Cause trigger) {
    p.trigger = static_cast<std::int16_t>(trigger);
    return finish(p);
}

int close(State& p, Bytes, int, Stack&) {
    const Form& form = p.rules();
    if (form.tasks) {
        if (form.first && scoring::score(p, me(p)) >= form.limit)
            return sudden_end(p, Cause::POINTS);
        return Step::DRAW;
    }
    scoring::score_turn(p);
    return form.melee && scoring::unpaired(p).size > 1 ? Step::UNPAIRED : Step::DRAW;
}

// Two or three unpaired common pieces are worth one more point, in one of their colours.
int unpaired(State& p, Bytes, int pc, Stack&) {
    offer_nothing(p);
    for (const int colour : scoring::unpaired(p)) offer(p, tables().code(Kind::COLOUR, colour));
    return ask(p, pc, Asking::COLOUR, {});
}

int paired(State& p, const Choice& choice, Bytes, int) {
    scoring::add(p, me(p), choice.value, 1, Cause::LEFT_OVER);
    return Step::DRAW;
}

// The cards, then triggers, extra turns and the final round.
int draw(State& p, Bytes, int, Stack&) {
    const Form& form = p.rules();
    hands::return_cards(p);
    hands::draw(p);
    happen(p, Happened::END_TURN, {p.seat});
    if (!p.trigger) {
        const Cause trigger = scoring::trigger(p);
        p.trigger = static_cast<std::int16_t>(trigger);
        if (form.first && p.trigger) return sudden_end(p, trigger);
        if (p.trigger) {
            const auto [points, reached] = scoring::most_points(p);
            happen(p, Happened::TRIGGER, {p.trigger, p.seat, reached, points});
        }
    }
    if (p.extra_turns) {
        // The extra turn belongs to this one: it is taken even after the very last turn.
        --p.extra_turns;
        return Step::BEGIN;
    }
    if (p.last_turns > 0) {
        if (--p.last_turns == 0) return finish(p);
    } else if (p.trigger) {
        // Everybody has one more turn, whoever triggered the end comes last.
        p.last_turns = static_cast<std::int16_t>(form.seats);
    }
    p.seat = static_cast<std::int16_t>((p.seat + 1) % form.seats);
    return Step::BEGIN;
}

}  // namespace

void add_closing(Operations& known) {
    known.steps[OFFSET + Step::CLOSE] = close;
    known.steps[OFFSET + Step::UNPAIRED] = unpaired;
    known.steps[OFFSET + Step::DRAW] = draw;
    known.answers[OFFSET + Step::UNPAIRED] = paired;
}

}  // namespace tashkalar
