// Positions as bytes, equal to those of the reference.
#include "soundness.hpp"
#include "state.hpp"

namespace tashkalar {

namespace {

using packed::Value;
using packed::Writer;
constexpr std::size_t SLOTS = 48;
constexpr int MOST = 10'000;  // of what is counted over a game

template <int LIMIT>
void write(Writer& w, const Cards<LIMIT>& cards) {
    w.row(cards.at, cards.size);
}

template <typename Zones>
void write_zones(Writer& w, const Zones& zones, int count) {
    w.open(count);
    for (int i = 0; i < count; ++i) write(w, zones[i]);
}

void write_pair(Writer& w, int first, int second) {
    const int pair[] = {first, second};
    w.row(pair, 2);
}

void write_cards(Writer& w, const State& p) {
    for (const auto* zones : {&p.beings, &p.legends, &p.flares, &p.decks, &p.discards})
        write_zones(w, *zones, p.seats);
    for (const auto* zone : {&p.legend_deck, &p.legend_discards, &p.flare_deck, &p.flare_discards})
        write(w, *zone);
    w.open(p.returned_size);
    for (int i = 0; i < p.returned_size; ++i)
        write_pair(w, p.returned[i].owner, p.returned[i].card);
    w.open(p.seats + 1);
    for (int viewer = 0; viewer <= p.seats; ++viewer) {
        w.open(p.known_size[viewer]);
        for (int i = 0; i < p.known_size[viewer]; ++i)
            write_pair(w, p.known[viewer][i] >> 8, p.known[viewer][i] & 255);
    }
    write(w, p.tasks);
    write(w, p.task_deck);
    write_zones(w, p.claimed, 4);
    w.number(Mask(p.random));
}

void write_machine(Writer& w, const State& p) {
    w.number(std::int64_t{p.program});
    w.number(std::int64_t{p.pc});
    w.row(p.registers(), p.registers_size);
    w.open(p.callers_size);
    const Mask* registers = p.register_file.data();
    for (int i = 0; i < p.callers_size; ++i) {
        const Frame& frame = p.callers[i];
        w.open(3);
        w.number(std::int64_t{frame.program});
        w.number(std::int64_t{frame.pc});
        w.row(registers, frame.registers);
        registers += frame.registers;
    }
    w.number(std::int64_t{p.asking});
    w.number(p.mask);
    w.row(p.others.data(), p.others_size);
}

// --- reading ---------------------------------------------------------------------------------

template <int LIMIT>
void fill(Cards<LIMIT>& cards, const Value& row) {
    for (const Value& card : row.rows()) cards.add(static_cast<int>(card.between(0, UNKNOWN)));
}

template <typename Numbers>
void fill_numbers(Numbers& numbers, const Value& row, int count, int least, int most) {
    const auto& values = row.rows(count);
    for (int i = 0; i < count; ++i)
        numbers[i] = static_cast<typename Numbers::value_type>(values[i].between(least, most));
}

void fill_known(State& p, int viewer, const Value& row) {
    if (row.rows().size() > KNOWN_LIMIT) throw Damaged("too many cards are known");
    for (const Value& value : row.rows()) {
        const auto& pair = value.rows(2);
        const Seen found = seen_card(static_cast<int>(pair[0].between(0, 5)),
                                     static_cast<int>(pair[1].between(0, CARD_LIMIT - 1)));
        auto& size = p.known_size[viewer];
        if (size && p.known[viewer][size - 1] >= found) throw Damaged("the known are not in order");
        p.known[viewer][size++] = found;
    }
}

void fill_cards(State& p, const std::vector<Value>& v) {
    std::array<Zone, 4>* zones[] = {&p.beings, &p.legends, &p.flares, &p.decks, &p.discards};
    for (int i = 0; i < 5; ++i) {
        const auto& rows = v[9 + i].rows(p.seats);
        for (int seat = 0; seat < p.seats; ++seat) fill((*zones[i])[seat], rows[seat]);
    }
    fill(p.legend_deck, v[14]), fill(p.legend_discards, v[15]);
    fill(p.flare_deck, v[16]), fill(p.flare_discards, v[17]);
    if (v[18].rows().size() > RETURNED_LIMIT) throw Damaged("too many cards were given back");
    for (const Value& value : v[18].rows()) {
        const auto& pair = value.rows(2);
        p.returned[p.returned_size++] = {static_cast<std::uint8_t>(pair[0].between(0, 5)),
                                         static_cast<std::uint16_t>(pair[1].between(0, UNKNOWN))};
    }
    const auto& known = v[19].rows(p.seats + 1);
    for (int viewer = 0; viewer <= p.seats; ++viewer) fill_known(p, viewer, known[viewer]);
    fill(p.tasks, v[20]), fill(p.task_deck, v[21]);
    const auto& claimed = v[22].rows(4);
    for (int colour = 0; colour < 4; ++colour) fill(p.claimed[colour], claimed[colour]);
    p.random = v[23].word();
}

void fill_turn(State& p, const std::vector<Value>& v) {
    fill_numbers(p.scores, v[24], 16, -MOST, MOST);
    fill_numbers(p.improvised, v[25], 4, 0, 15);
    p.turn = static_cast<std::int32_t>(v[26].between(0, 1 << 30));
    std::int16_t* seats[] = {&p.seat, &p.actor};
    for (int i = 0; i < 2; ++i) *seats[i] = static_cast<std::int16_t>(v[27 + i].between(0, p.seats - 1));
    p.actions = static_cast<std::int16_t>(v[29].between(0, ALLOWANCE_LIMIT));
    std::int16_t* once[] = {&p.discarded, &p.passed, &p.borrowed};
    for (int i = 0; i < 3; ++i) *once[i] = static_cast<std::int16_t>(v[30 + i].between(0, 1));
    std::int16_t* extra[] = {&p.extra_beings, &p.extra_legends, &p.extra_turns};
    for (int i = 0; i < 3; ++i)
        *extra[i] = static_cast<std::int16_t>(v[33 + i].between(0, ALLOWANCE_LIMIT));
    fill_numbers(p.destroyed, v[36], 12, 0, MOST);
    fill_numbers(p.summoned, v[37], 4, 0, MOST);
    p.trigger = static_cast<std::int16_t>(v[38].between(0, 3));
    p.last_turns = static_cast<std::int16_t>(v[39].between(-1, MOST));
    p.results = static_cast<std::int16_t>(v[40].rows().size());
    if (p.results && p.results != p.seats) throw Damaged("the result has another length");
    fill_numbers(p.result, v[40], p.results, 1, 4);
}

void fill_registers(State& p, const Value& row, std::size_t base) {
    if (base + row.row.size() > REGISTERS_ROOM) throw Damaged("too many registers");
    for (std::size_t i = 0; i < row.row.size(); ++i) p.register_file[base + i] = row.row[i].mask();
}

void fill_machine(State& p, const std::vector<Value>& v) {
    p.program = static_cast<std::uint16_t>(v[41].between(0, 6 * CARD_LIMIT - 1));
    p.pc = static_cast<std::uint16_t>(v[42].between(0, 65'535));
    if (v[44].rows().size() > FRAMES_LIMIT) throw Damaged("effects are nested too deeply");
    for (const Value& value : v[44].rows()) {
        const auto& caller = value.rows(3);
        if (caller[2].rows().size() > REGISTERS_LIMIT) throw Damaged("too many registers");
        Frame& frame = p.callers[p.callers_size++];
        frame.program = static_cast<std::uint16_t>(caller[0].between(0, 6 * CARD_LIMIT - 1));
        frame.pc = static_cast<std::uint16_t>(caller[1].between(0, 65'535));
        frame.registers = static_cast<std::uint16_t>(caller[2].row.size());
        fill_registers(p, caller[2], p.registers_base);
        p.registers_base = static_cast<std::uint16_t>(p.registers_base + frame.registers);
    }
    if (v[43].rows().size() > REGISTERS_LIMIT) throw Damaged("too many registers");
    p.registers_size = static_cast<std::uint16_t>(v[43].row.size());
    fill_registers(p, v[43], p.registers_base);
    p.asking = static_cast<std::int16_t>(v[45].between(0, ASKINGS - 1));
    p.mask = v[46].mask();
    if (v[47].rows().size() > OTHERS_LIMIT) throw Damaged("too many other choices are offered");
    for (const Value& code : v[47].row)
        p.others[p.others_size++] = static_cast<Code>(code.between(0, tables().codes - 1));
}

}  // namespace

std::string State::to_bytes() const {
    Writer w;
    w.out.reserve(700);
    w.number(std::int64_t{form});
    w.row(schools.data(), seats);
    w.row(colour_of.data(), seats);
    w.row(stock.data(), 4);
    w.row(legend_stock.data(), 4);
    w.row(pieces.data(), 4);
    w.number(common), w.number(heroic), w.number(legendary);
    write_cards(w, *this);
    w.row(scores.data(), 16);
    w.row(improvised.data(), 4);
    const int numbers[] = {turn,     seat,         actor,         actions,    discarded, passed,
                           borrowed, extra_beings, extra_legends, extra_turns};
    for (const int number : numbers) w.number(std::int64_t{number});
    w.row(destroyed.data(), 12);
    w.row(summoned.data(), 4);
    w.number(std::int64_t{trigger});
    w.number(std::int64_t{last_turns});
    w.row(result.data(), results);
    write_machine(w, *this);
    return w.out;
}

State State::from_bytes(std::string_view data, bool hidden) {
    const std::vector<Value> v = packed::read(data, SLOTS);
    State p;
    p.form = static_cast<std::uint8_t>(v[0].between(0, 15));
    const Form& form = p.rules();
    if (!form.seats) throw Damaged("there is no such form");
    p.seats = static_cast<std::uint8_t>(form.seats);
    fill_numbers(p.schools, v[1], p.seats, 0, 15);
    fill_numbers(p.colour_of, v[2], p.seats, 0, 3);
    fill_numbers(p.stock, v[3], 4, 0, arena::CELLS);
    fill_numbers(p.legend_stock, v[4], 4, 0, arena::CELLS);
    const auto& pieces = v[5].rows(4);
    for (int colour = 0; colour < 4; ++colour) p.pieces[colour] = pieces[colour].mask();
    p.common = v[6].mask(), p.heroic = v[7].mask(), p.legendary = v[8].mask();
    fill_cards(p, v);
    fill_turn(p, v);
    fill_machine(p, v);
    check_sound(p, hidden);
    return p;
}

}  // namespace tashkalar
