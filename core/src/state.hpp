// Everything that lies on the table, as plain values in rooms of a fixed size. No rules here.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>

#include "choice.hpp"
#include "event.hpp"
#include "packed.hpp"
#include "tables.hpp"

namespace tashkalar {

constexpr int COMMON = 1, HEROIC = 2, LEGENDARY = 3;
constexpr int UNKNOWN = CARD_LIMIT;  // a card that the viewer cannot see
constexpr int SPECTATOR = -1;

// Some cards in order.
template <int LIMIT>
struct Cards {
    std::uint16_t size = 0;
    std::uint16_t at[LIMIT];

    const std::uint16_t* begin() const { return at; }
    const std::uint16_t* end() const { return at + size; }
    std::uint16_t* begin() { return at; }
    std::uint16_t* end() { return at + size; }
    bool empty() const { return !size; }
    bool has(int card) const { return std::find(begin(), end(), card) != end(); }

    void add(int card) {
        if (size == LIMIT) throw Damaged("a zone is too large");
        at[size++] = static_cast<std::uint16_t>(card);
    }
    void add_first(int card) {
        add(card);
        std::rotate(begin(), end() - 1, end());
    }
    void add_sorted(int card) {
        add(card);
        for (int i = size - 1; i > 0 && at[i - 1] > at[i]; --i) std::swap(at[i - 1], at[i]);
    }
    void remove(int card) {
        size = static_cast<std::uint16_t>(std::remove(begin(), end(), card) - begin());
    }
    int take_first() {
        if (empty()) throw Damaged("a card is taken where none lies");
        const int card = at[0];
        std::copy(begin() + 1, end(), begin());
        --size;
        return card;
    }
};

using Zone = Cards<DECK_LIMIT>;
using Tasks = Cards<TASK_LIMIT>;

struct Returned {
    std::uint8_t owner;
    std::uint16_t card;
};

struct Frame {
    std::uint16_t program, pc, registers;
};

// A card whose place somebody has seen, as one number: owners are in order, then cards.
using Seen = std::uint16_t;
constexpr Seen seen_card(int owner, int card) { return static_cast<Seen>(owner << 8 | card); }

// Rooms for the registers of all frames; nobody blanks them before they are used.
union RegisterFile {
    Mask at[REGISTERS_ROOM];

    RegisterFile() {}
    RegisterFile(const RegisterFile&) = delete;
    RegisterFile& operator=(const RegisterFile&) = delete;
    Mask& operator[](std::size_t i) { return at[i]; }
    const Mask& operator[](std::size_t i) const { return at[i]; }
    Mask* data() { return at; }
    const Mask* data() const { return at; }
};

struct State {
    Log* log = nullptr;  // events, only while somebody listens

    std::uint8_t form = 0, seats = 0;
    std::array<std::uint8_t, 4> schools{}, colour_of{};
    std::array<std::int16_t, 4> stock{}, legend_stock{};

    std::array<Mask, 4> pieces{};
    Mask common, heroic, legendary;

    std::array<Zone, 4> beings{}, legends{}, flares{}, decks{}, discards{};
    Zone legend_deck, legend_discards, flare_deck, flare_discards;
    std::uint16_t returned_size = 0;
    std::array<Returned, RETURNED_LIMIT> returned;
    Tasks tasks, task_deck;
    std::array<Tasks, 4> claimed{};
    std::uint64_t random = 0;

    std::array<std::int16_t, 16> scores{};
    std::array<std::uint8_t, 4> improvised{};
    std::int32_t turn = 0;
    std::int16_t seat = 0, actor = 0, actions = 0, discarded = 0, passed = 0, borrowed = 0;
    std::int16_t extra_beings = 0, extra_legends = 0, extra_turns = 0;
    std::array<std::int16_t, 12> destroyed{};
    std::array<std::int16_t, 4> summoned{};
    std::int16_t trigger = 0, last_turns = -1;
    std::int16_t results = 0;  // how many there are: none, or one a seat
    std::array<std::int16_t, 4> result{};

    std::uint16_t program = 0, pc = 0, callers_size = 0, registers_size = 0;
    std::array<Frame, FRAMES_LIMIT> callers{};
    std::int16_t asking = 0;
    Mask mask;
    std::uint16_t others_size = 0;
    std::array<Code, OTHERS_LIMIT> others;

    // What follows is copied as far as it is used.
    std::array<std::uint16_t, 5> known_size{};  // by viewer, the spectators last
    std::uint16_t registers_base = 0;  // those of the callers lie below the running ones
    std::array<std::array<Seen, KNOWN_LIMIT>, 5> known;
    RegisterFile register_file;

    State() = default;
    State(const State& other) { *this = other; }
    State& operator=(const State& other) {
        if (this == &other) return *this;
        std::memcpy(static_cast<void*>(this), &other, offsetof(State, known));
        log = nullptr;
        for (int viewer = 0; viewer <= seats; ++viewer)
            std::copy_n(other.known[viewer].begin(), known_size[viewer], known[viewer].begin());
        std::copy_n(other.register_file.data(), registers_base + registers_size,
                    register_file.data());
        return *this;
    }

    Mask* registers() { return register_file.data() + registers_base; }
    const Mask* registers() const { return register_file.data() + registers_base; }
    Mask occupied() const { return common | heroic | legendary; }
    bool is_over() const { return asking == Asking::NOTHING; }
    const Form& rules() const { return tables().forms[form]; }

    std::string to_bytes() const;
    // The state that was written as these bytes: Damaged if they hold none that can be played on.
    static State from_bytes(std::string_view data, bool hidden = false);
};

}  // namespace tashkalar
