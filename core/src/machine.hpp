// The interpreter: runs programs until somebody has to decide.
//
// Each instruction is a small function that returns where to go on. PAUSE means that the position
// now asks something; SWITCH that another frame is on top.
#pragma once

#include "program.hpp"
#include "state.hpp"

namespace tashkalar {

constexpr int PAUSE = -1, SWITCH = -2;

class Stack {
  public:
    void push(Mask mask) {
        if (size_ == LIMIT) throw Damaged("a program needs too large a stack");
        at_[size_++] = mask;
    }
    Mask pop() {
        if (!size_) throw Damaged("a program takes from an empty stack");
        return at_[--size_];
    }
    Mask& top() {
        if (!size_) throw Damaged("a program takes from an empty stack");
        return at_[size_ - 1];
    }

  private:
    static constexpr int LIMIT = 32;
    int size_ = 0;
    Mask at_[LIMIT];
};

using Operation = int (*)(State&, const std::uint8_t* code, int pc, Stack&);
using Answer = int (*)(State&, const Choice&, const std::uint8_t* code, int pc);

// What does an instruction, and what goes on from a question; null where there is nothing.
struct Operations {
    Operation steps[256] = {};
    Answer answers[256] = {};
};
const Operations& operations();
// Each file of instructions adds its own.
void add_sets(Operations&);
void add_instructions(Operations&);
void add_turn(Operations&);
void add_playing(Operations&);
void add_closing(Operations&);

void run(State& p);
// Take a choice, unchecked, and go on until the next decision.
void answer(State& p, const Choice& choice);
// Stop here with a question. The other choices are offered before.
int ask(State& p, int pc, int asking, Mask mask);
inline void offer_nothing(State& p) { p.others_size = 0; }
inline void offer(State& p, int code) {
    if (p.others_size == OTHERS_LIMIT) throw Damaged("too many other choices are offered");
    p.others[p.others_size++] = static_cast<Code>(code);
}
// Push a frame with blank registers; its caller goes on at `back`.
int perform(State& p, int number, int back);
void end_frame(State& p);

inline int label(const std::uint8_t* code, int at) { return code[at] | code[at + 1] << 8; }

// The enemy colours of the player whose turn it is, in order of play.
struct Enemies {
    int size = 0;
    int at[3] = {};
    const int* begin() const { return at; }
    const int* end() const { return at + size; }
};
Enemies enemies(const State& p);

inline void happen(State& p, Happened kind, std::array<int, 5> fields = {}, Mask squares = {}) {
    if (p.log) p.log->push_back({kind, fields, squares});
}

}  // namespace tashkalar
