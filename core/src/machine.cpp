#include "machine.hpp"

#include "atoms.hpp"

namespace tashkalar {

namespace {

constexpr int LONGEST = 100'000;  // instructions between two decisions: no program comes near

Operations gathered() {
    Operations found;
    add_sets(found);
    add_instructions(found);
    add_turn(found);
    add_playing(found);
    add_closing(found);
    return found;
}

}  // namespace

const Operations& operations() {
    static const Operations found = gathered();
    return found;
}

void run(State& p) {
    const Operations& known = operations();
    const Tables& t = tables();
    Stack stack;
    const std::uint8_t* code = nullptr;
    int pc = SWITCH;
    for (int n = 0; pc != PAUSE; ++n) {
        if (pc == SWITCH) {
            code = t.programs[p.program].code.data();
            pc = p.pc;
        }
        if (n == LONGEST) throw Damaged("a program does not come to an end");
        pc = known.steps[code[pc]](p, code, pc, stack);
    }
}

void answer(State& p, const Choice& choice) {
    const std::uint8_t* code = tables().programs[p.program].code.data();
    const int pc = operations().answers[code[p.pc]](p, choice, code, p.pc);
    p.pc = static_cast<std::uint16_t>(pc);
    run(p);
}

int ask(State& p, int pc, int asking, Mask mask) {
    // Inside an effect a team's player may pass control.
    if (p.callers_size && p.actor == p.seat && p.rules().teams)
        offer(p, tables().code(Kind::PASS_CONTROL));
    p.pc = static_cast<std::uint16_t>(pc);
    p.asking = static_cast<std::int16_t>(asking);
    p.mask = mask;
    return PAUSE;
}

int perform(State& p, int number, int back) {
    if (p.callers_size == FRAMES_LIMIT) throw Damaged("effects are nested too deeply");
    p.callers[p.callers_size++] = {p.program, static_cast<std::uint16_t>(back), p.registers_size};
    p.registers_base = static_cast<std::uint16_t>(p.registers_base + p.registers_size);
    p.program = static_cast<std::uint16_t>(number);
    p.pc = 0;
    p.registers_size = static_cast<std::uint16_t>(tables().programs[number].registers);
    if (p.registers_base + p.registers_size > REGISTERS_ROOM) throw Damaged("too many registers");
    std::fill_n(p.registers(), p.registers_size, Mask{});
    p.registers()[HEADING] = Mask(arena::NOWHERE);
    return SWITCH;
}

void end_frame(State& p) {
    const Frame& frame = p.callers[--p.callers_size];
    p.program = frame.program;
    p.pc = frame.pc;
    p.registers_size = frame.registers;
    p.registers_base = static_cast<std::uint16_t>(p.registers_base - frame.registers);
}

Enemies enemies(const State& p) {
    Enemies found;
    const int mine = me(p), colours = p.rules().colours;
    for (int i = 1; i < colours; ++i) found.at[found.size++] = (mine + i) % colours;
    return found;
}

}  // namespace tashkalar
