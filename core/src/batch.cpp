#include "batch.hpp"

#include <numeric>

#include "forms.hpp"
#include "observation.hpp"
#include "play.hpp"
#include "shuffling.hpp"

namespace tashkalar {

namespace {

constexpr int SEATS = 4;

// As draw_schools of the reference: another start than the game's own.
std::vector<int> drawn(std::vector<int> found, int seats, std::uint64_t seed) {
    std::uint64_t random = ~seed;
    shuffling::shuffle(random, found);
    found.resize(seats);
    return found;
}

}  // namespace

Batch::Batch(int form, std::vector<int> schools, bool drawn, int size, std::uint64_t seed, int limit)
    : form_(form), size_(size), limit_(limit), drawn_(drawn), schools_(std::move(schools)) {
    if (size < 1 || size > 1 << 20)
        throw std::invalid_argument("a batch has from 1 to 1048576 games, not " +
                                    std::to_string(size));
    const Tables& t = tables();
    if (form < 0 || form >= static_cast<int>(t.forms.size()) || !t.forms[form].seats)
        throw std::invalid_argument("there is no such form");
    if (static_cast<int>(schools_.size()) < t.forms[form].seats)
        throw std::invalid_argument("there are too few schools for the seats");
    const auto n = static_cast<std::size_t>(size);
    observations.resize(n * static_cast<std::size_t>(observation::SIZE));
    masks.resize(n * static_cast<std::size_t>(t.codes));
    over.resize(n), codes.resize(n), actors.resize(n), seeds.resize(n);
    rewards.resize(n * SEATS);
    positions_.resize(n), offered_.resize(n);
    reset(seed);
}

Batch::Use::Use(Batch& batch) : batch_(batch) {
    if (batch_.used_.exchange(true))
        throw std::runtime_error(
            "another thread is using this batch; a batch is for one thread, so make one for each");
}

void Batch::reset(std::uint64_t seed) {
    const Use use(*this);
    seed_ = seed, begun_ = 0, chance_ = ~seed;
    std::fill(over.begin(), over.end(), std::uint8_t{0});
    std::fill(rewards.begin(), rewards.end(), 0.0f);
    for (int i = 0; i < size_; ++i) begin(i, begun_++), show(i);
}

void Batch::begin(int i, std::uint64_t number) {
    seeds[i] = shuffling::mixed(seed_ + (number + 1) * shuffling::STEP);
    const int seats = tables().forms[form_].seats;
    positions_[i] =
        forms::set_up(form_, drawn_ ? drawn(schools_, seats, seeds[i]) : schools_, seeds[i]);
}

void Batch::show(int i) {
    const State& p = positions_[i];
    actors[i] = p.actor;
    std::uint8_t* const mask = masks.data() + static_cast<std::size_t>(i) * tables().codes;
    for (const Code code : offered_[i]) mask[code] = 0;
    offered_[i].clear();
    for_choices(p, [&](Code code) { mask[code] = 1, offered_[i].push_back(code); });
    const auto size = static_cast<std::size_t>(observation::SIZE);
    observation::write(view(p, p.actor), {observations.data() + i * size, size});
}

// From 1 for the first place down to -1 for the last; equals share what their places bring.
void Batch::reward(int i) {
    const State& p = positions_[i];
    const int colours = p.rules().colours;
    for (int seat = 0; seat < p.seats; ++seat) {
        int equals = 0;
        for (int other = 0; other < p.seats; ++other) equals += p.result[other] == p.result[seat];
        equals = equals * colours / p.seats;  // partners are one
        const double place = p.result[seat] + (equals - 1) / 2.0;
        rewards[static_cast<std::size_t>(i) * SEATS + seat] =
            static_cast<float>(1.0 - 2.0 * (place - 1.0) / (colours - 1));
    }
}

void Batch::step() {
    const Use use(*this);
    chosen_ = codes;
    for (int i = 0; i < size_; ++i)
        if (!is_legal(positions_[i], chosen_[i]))
            throw IllegalChoice("the choice " + std::to_string(chosen_[i]) +
                                " is not offered in game " + std::to_string(i));
    for (int i = 0; i < size_; ++i) {
        if (over[i]) {
            over[i] = 0;
            std::fill_n(rewards.begin() + static_cast<std::ptrdiff_t>(i) * SEATS, SEATS, 0.0f);
        }
        apply(positions_[i], static_cast<Code>(chosen_[i]));
        if (positions_[i].is_over()) {
            over[i] = 1;
            reward(i);
        } else if (positions_[i].turn > limit_) {
            over[i] = 2;
        }
        if (over[i]) begin(i, begun_++);
        show(i);
    }
}

void Batch::draw() {
    const Use use(*this);
    shuffling::Words words(chance_);
    for (int i = 0; i < size_; ++i) codes[i] = offered_[i][words.below(offered_[i].size())];
    chance_ = words.state();
}

State Batch::position(int i) {
    const Use use(*this);
    if (i < 0 || i >= size_) throw std::out_of_range("there is no such game");
    return positions_[i];
}

}  // namespace tashkalar
