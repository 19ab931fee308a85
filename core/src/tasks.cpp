#include "tasks.hpp"

#include "atoms.hpp"
#include "machine.hpp"
#include "shuffling.hpp"

namespace tashkalar::tasks {

namespace {

const Task& task(int number) { return tables().tasks[number & 255]; }

int of_type(const Tasks& some, int type) {
    return static_cast<int>(std::count_if(some.begin(), some.end(),
                                          [type](int n) { return task(n).type == type; }));
}

// A top card that would be the third of its type goes to the bottom. Should every card left be of
// that type, each is shown once and the last one stays. The first game does without this rule.
void show_next(State& p) {
    if (p.rules().first) return;
    Tasks& deck = p.task_deck;
    for (int i = 0; i < deck.size - 1; ++i) {
        if (of_type(p.tasks, task(deck.at[0]).type) < 2) break;
        deck.add(deck.take_first());
    }
}

}  // namespace

std::vector<int> taking_part(const Form& form) {
    std::vector<int> found;
    for (const int number : tables().task_cards)
        if (!form.first || !task(number).advanced) found.push_back(number);
    return found;
}

void set_out(State& p) {
    const bool first = p.rules().first;
    std::vector<int> all = taking_part(p.rules());
    shuffling::shuffle(p.random, all);
    for (const int number : all) {
        const Task& card = task(number);
        const int alike = of_type(p.tasks, card.type);
        const bool fits = first ? card.points <= 2 && !alike : alike < 2;
        if (p.tasks.size < 3 && fits && !card.advanced)
            p.tasks.add(number);
        else
            p.task_deck.add(number);
    }
    shuffling::shuffle(p.random, p.task_deck);
    show_next(p);
}

void claim(State& p, int number) {
    p.claimed[me(p)].add(number);
    p.tasks.remove(number);
    if (!p.task_deck.empty()) p.tasks.add(p.task_deck.take_first());
    show_next(p);
    happen(p, Happened::CLAIM, {number});
}

}  // namespace tashkalar::tasks
