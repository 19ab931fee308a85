#include "simulate.hpp"

#include "atoms.hpp"
#include "play.hpp"
#include "summoning.hpp"

namespace tashkalar {

namespace {

using Codes = std::vector<Code>;

// What Python makes of a number before the generator starts with it.
class Key {
  public:
    using result_type = std::uint32_t;

    explicit Key(std::string_view bytes) : key_(std::max<std::size_t>(1, (bytes.size() + 3) / 4)) {
        for (std::size_t i = 0; i < bytes.size(); ++i)
            key_[i / 4] |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << 8 * (i % 4);
        while (key_.size() > 1 && !key_.back()) key_.pop_back();
    }

    template <typename Iterator>
    void generate(Iterator first, Iterator last) {
        std::vector<std::uint32_t> state(static_cast<std::size_t>(last - first));
        const auto size = static_cast<std::uint32_t>(state.size());
        state[0] = 19650218u;
        for (std::uint32_t n = 1; n < size; ++n)
            state[n] = 1812433253u * (state[n - 1] ^ state[n - 1] >> 30) + n;
        std::uint32_t i = 1, j = 0;
        const auto next = [&] {
            if (++i >= size) state[0] = state[size - 1], i = 1;
        };
        for (std::size_t k = std::max(state.size(), key_.size()); k; --k) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1664525u) + key_[j] + j;
            next();
            if (++j >= key_.size()) j = 0;
        }
        for (std::uint32_t k = size - 1; k; --k) {
            state[i] = (state[i] ^ (state[i - 1] ^ state[i - 1] >> 30) * 1566083941u) - i;
            next();
        }
        state[0] = 0x80000000u;
        std::copy(state.begin(), state.end(), first);
    }

    std::size_t size() const { return key_.size(); }
    template <typename Iterator>
    void param(Iterator to) const {
        std::copy(key_.begin(), key_.end(), to);
    }

  private:
    std::vector<std::uint32_t> key_;
};

Kind kind_of(Code code) { return tables().choices[code].kind; }
int value_of(Code code) { return tables().choices[code].value; }

Codes only(const Codes& codes, auto&& wanted) {
    Codes found;
    for (const Code code : codes)
        if (wanted(code)) found.push_back(code);
    return found;
}

Code any_of(const Codes& codes, Twister& chance) {
    return codes[chance.below(static_cast<std::uint32_t>(codes.size()))];
}

// Empty squares that the least resolved being of the hand lacks to be summoned.
Mask toward(const State& p, const Figures& figures) {
    int least = -1;
    for (const auto* hand : {&p.beings[p.seat], &p.legends[p.seat]})
        for (const int card : *hand)
            if (least < 0 || std::pair(figures.resolved[card], card) <
                                 std::pair(figures.resolved[least], least))
                least = card;
    if (least < 0) return {};
    const Being& being = tables().beings[least];
    const Mask empty = arena::ALL & ~p.occupied();
    const pattern::Own own = summoning::own(p);
    Mask best;
    int fewest = arena::CELLS;
    for_squares(summoning::open_squares(p, being.rank), [&](int square) {
        const Mask missing = pattern::missing(being, square, own);
        if (!(missing & ~empty) && missing.count() < fewest) best = missing, fewest = missing.count();
    });
    return best;
}

Code chosen(const State& p, Twister& chance, const Figures& figures) {
    const Codes all = choices(p);
    const Codes cards = only(
        all, [](Code c) { return kind_of(c) == Kind::SUMMON || kind_of(c) == Kind::FLARE; });
    if (!cards.empty() && chance.random() < 0.9) {
        std::int64_t least = figures.resolved[value_of(cards[0])];
        for (const Code c : cards) least = std::min(least, figures.resolved[value_of(c)]);
        const auto rare = [&](Code c) { return figures.resolved[value_of(c)] == least; };
        return any_of(only(cards, rare), chance);
    }
    const Codes claims = only(all, [](Code c) { return kind_of(c) == Kind::CLAIM; });
    if (!claims.empty() && chance.random() < 0.9) return any_of(claims, chance);
    if (p.asking == Asking::ACTION && chance.random() < 0.8) {
        const Mask squares = toward(p, figures);
        const Codes wanted = only(all, [&](Code c) {
            return kind_of(c) == Kind::PLACE && squares.has(value_of(c));
        });
        if (!wanted.empty()) return any_of(wanted, chance);
    }
    const Codes onward = only(all, [](Code c) {
        const Kind kind = kind_of(c);
        return kind != Kind::PASS && kind != Kind::DISCARD && kind != Kind::PASS_CONTROL;
    });
    return any_of(!onward.empty() && chance.random() < 0.8 ? onward : all, chance);
}

void count_result(const State& p, Figures& figures) {
    bool shared = false;
    int winner = -1;
    for (int seat = 0; seat < p.seats; ++seat)
        if (p.result[seat] == 1) {
            shared |= winner >= 0 && p.colour_of[seat] != p.colour_of[winner];
            winner = seat;
        }
    for (int seat = 0; seat < p.seats && !shared; ++seat) figures.wins[seat] += p.result[seat] == 1;
    figures.draws += shared;
}

}  // namespace

void simulate(State p, Twister& chance, bool biased, int most, Figures& figures) {
    std::int64_t decisions = 0;
    while (!p.is_over()) {
        if (decisions == most) throw Endless("the game goes on");
        const Code code =
            biased ? chosen(p, chance, figures)
                   : nth_choice(p, static_cast<int>(chance.below(
                                       static_cast<std::uint32_t>(count_choices(p)))));
        const Choice& choice = tables().choices[code];
        apply(p, code);
        if (choice.kind == Kind::SUMMON || choice.kind == Kind::FLARE)
            ++figures.resolved[choice.value];
        ++decisions;
    }
    ++figures.games;
    figures.decisions += decisions;
    figures.turns += p.turn;
    figures.longest = std::max(figures.longest, decisions);
    ++figures.ends[p.trigger];
    count_result(p, figures);
}

// --- the generator ---------------------------------------------------------------------------

double Twister::random() {
    const auto a = static_cast<std::uint32_t>(words_()) >> 5;
    const auto b = static_cast<std::uint32_t>(words_()) >> 6;
    return (a * 67108864.0 + b) / 9007199254740992.0;
}

std::uint32_t Twister::below(std::uint32_t n) {
    const int bits = std::bit_width(n);
    auto found = static_cast<std::uint32_t>(words_()) >> (32 - bits);
    while (found >= n) found = static_cast<std::uint32_t>(words_()) >> (32 - bits);
    return found;
}

Twister::Twister(std::string_view key) {
    Key words(key);
    words_.seed(words);
}

}  // namespace tashkalar
