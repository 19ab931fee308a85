#include "verifier.hpp"

#include <algorithm>

#include "machine.hpp"
#include "packed.hpp"

namespace tashkalar {

namespace {

// --- programs --------------------------------------------------------------------------------

// The turn is a program of single steps, each at the place of its number.
void verify_turn(const Program& program) {
    demand(program.registers == FIXED && !program.tracked, "the turn has other registers");
    demand(program.code.size() == STEPS_OF_TURN, "the turn has other steps");
    for (int step = 0; step < STEPS_OF_TURN; ++step)
        demand(program.code[step] == OFFSET + step, "the turn has other steps");
}

class ProgramVerifier {
  public:
    explicit ProgramVerifier(Program& program)
        : program_(program), code_(program.code), size_(static_cast<int>(program.code.size())) {}

    void run() {
        demand(program_.registers >= FIXED, "a program has too few registers");
        find_instructions();
        for (int at = 0; at < size_; at += length(at)) {
            check_operands(at);
            if (code_[at] == Op::ASK_COLOUR) check_probe(at + length(at));
            if (code_[at] == Op::COUNT) add_repetition(at);
        }
    }

  private:
    int length(int at) const { return length_of(code_.data() + at, size_ - at); }

    void find_instructions() {
        begins_.resize(code_.size());
        int last = Op::ANYWHERE;
        for (int at = 0; at < size_; at += length(at)) {
            last = code_[at];
            demand(last < OFFSET && operations().steps[last], "a program has an unknown instruction");
            demand(length(at) && at + length(at) <= size_, "an instruction is cut off");
            begins_[at] = true;
        }
        demand(last == Op::END || last == Op::JUMP, "a program runs over its end");
    }

    void check_operands(int at) const {
        const int end = at + length(at);
        int place = at + 1;
        for (const char* letter = operands_of(code_[at]); place < end; ++place) {
            check_operand(*letter, place);
            if (*letter == 'l' || *letter == '*') ++place;
            if (*letter != '*') ++letter;  // which stands for all that follows
        }
    }

    void check_operand(char letter, int place) const {
        const int value = code_[place];
        switch (letter) {
            case 'o':
                if (value == NONE) break;
                [[fallthrough]];
            case 'r': demand(value < program_.registers, "a program has no such register"); break;
            case 'k': demand(value <= 3, "there is no such rank"); break;
            case 'a': demand(value < ALLOWANCES, "there is no such allowance"); break;
            case 'n': demand(value <= OPTIONS_LIMIT, "there are too many options"); break;
            case 'q':
                demand(value >= Asking::SQUARE && value < ASKINGS, "there is no such question");
                break;
            case 'l': case '*': {
                const auto target = static_cast<std::size_t>(label(code_.data(), place));
                demand(target < begins_.size() && begins_[target], "a label leads nowhere");
                break;
            }
            default: break;
        }
    }

    // What is probed for each colour is a set, and nothing else.
    void check_probe(int at) const {
        while (code_[at] != Op::PROBED) {
            demand(code_[at] < Op::DESTROY, "a probe does more than look");
            at += length(at);
        }
    }

    void add_repetition(int at) {
        const int counter = code_[at + 1], first = label(code_.data(), at + 2);
        demand(first < at, "a repetition does not go back");
        int most = 0;
        for (int i = 0; i < size_; i += length(i))
            if (code_[i] == Op::SET && code_[i + 1] == counter) most = std::max<int>(most, code_[i + 2]);
        program_.repetitions.push_back({first, at, counter, most});
    }

    Program& program_;
    const std::vector<std::uint8_t>& code_;
    const int size_;
    std::vector<bool> begins_;  // by place: an instruction
};

// --- cards, forms, choices -------------------------------------------------------------------

void verify_choices(const Tables& t) {
    constexpr int SQUARES = arena::SQUARES, CARDS = CARD_LIMIT;
    constexpr int SIZES[KINDS] = {SQUARES, SQUARES, SQUARES, 8,     OPTIONS_LIMIT, 64, 4,
                                  CARDS,   CARDS,   CARDS,   CARDS, CARDS,         CARDS, 1,
                                  1,       1,       CARDS,   CARDS, CARDS,         64};
    int next = 0;
    for (int kind = 0; kind < KINDS; ++kind) {
        demand(t.base[kind] == next, "a kind of choice has another number of values");
        next += SIZES[kind];
    }
    demand(t.codes == next, "a kind of choice has another number of values");
}

// Numbers of one block, so that a card has a place in its deck.
template <typename Known>
void verify_deck(const std::vector<int>& cards, std::size_t most, Known known) {
    demand(cards.size() <= most, "a deck is too large");
    for (std::size_t i = 0; i < cards.size(); ++i) {
        demand(known(cards[i]), "a card is not of the kind of its deck");
        demand(cards[i] == cards[0] + static_cast<int>(i), "the cards of a deck are not in a row");
    }
}

void verify_decks(const Tables& t) {
    const auto legend = [&](int card) { return t.beings[card].known && t.beings[card].legend; };
    verify_deck(t.legends, DECK_LIMIT, legend);
    verify_deck(t.flare_cards, DECK_LIMIT, [&](int card) { return t.flares[card].known; });
    verify_deck(t.task_cards, TASK_LIMIT, [&](int card) { return t.tasks[card].known; });
    for (const auto& school : t.schools)
        verify_deck(school, DECK_LIMIT,
                    [&](int card) { return t.beings[card].known && !t.beings[card].legend; });
    std::size_t tasks = 0;
    for (const Task& task : t.tasks) tasks += task.known;
    demand(tasks == t.task_cards.size(), "a task is in no deck");
}

bool is_effect(const Tables& t, int program) { return program != TURN && t.programs[program].known; }

void verify_cards(const Tables& t) {
    for (int card = 0; card < CARD_LIMIT; ++card) {
        const bool being = t.beings[card].known, flare = t.flares[card].known;
        demand(being + flare + t.tasks[card].known <= 1, "a card is of two kinds");
        demand(!being || is_effect(t, t.beings[card].program), "a being has no program");
        for (int halves = 1; flare && halves <= 3; ++halves)
            demand(is_effect(t, program_of_flare(card, halves)), "a flare has no program");
        for (const Layout& layout : t.beings[card].layouts)
            demand(layout.pieces && layout.pieces == t.beings[card].pieces,
                   "a pattern has another number of pieces when it is turned");
    }
}

bool on_arena(Mask squares) { return !(squares & ~arena::ALL); }

void verify_criterion(const Criterion& criterion) {
    for (const Mask area : criterion.areas) demand(on_arena(area), "an area lies off the arena");
    for (const auto& [start, end] : criterion.pairs)
        demand(on_arena(start) && on_arena(end), "an area lies off the arena");
    for (const Criterion& part : criterion.criteria) verify_criterion(part);
}

// Colours play in turn, each with as many seats.
void verify_form(const Form& form) {
    demand(form.colours >= 2 && form.seats % form.colours == 0, "a form has too few colours");
    for (int seat = 0; seat < form.seats; ++seat)
        demand(form.colour_of[seat] == seat % form.colours, "the colours do not play in turn");
    for (const Mask group : form.starts) demand(on_arena(group), "a start lies off the arena");
    for (const int colour : form.starting_colours)
        demand(colour < form.colours, "a colour does not play");
}

}  // namespace

void demand(bool holds, const char* what) {
    if (!holds) throw Damaged(std::string("these tables cannot be used: ") + what);
}

void verify_program(Program& program, bool turn) {
    if (turn)
        verify_turn(program);
    else
        ProgramVerifier(program).run();
}

void verify_tables(const Tables& t) {
    demand(t.programs[TURN].known, "the turn has no program");
    demand(on_arena(t.red | t.green | t.central), "a square lies off the arena");
    verify_choices(t);
    verify_decks(t);
    verify_cards(t);
    for (const Task& task : t.tasks) verify_criterion(task.criterion);
    for (const Form& form : t.forms)
        if (form.seats) verify_form(form);
}

}  // namespace tashkalar
