#include "tables.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "packed.hpp"
#include "pattern.hpp"
#include "verifier.hpp"

namespace tashkalar {

namespace {

using packed::Value;
constexpr std::string_view MAGIC = "TKTABLE2";
constexpr std::size_t DIGEST = 32;
constexpr std::size_t SECTIONS = 11;

std::unique_ptr<const Tables> loaded;

int small(const Value& value, int most = 1 << 20) {
    return static_cast<int>(value.between(0, most));
}

std::vector<int> numbers(const Value& row, int most = CARD_LIMIT - 1) {
    std::vector<int> found;
    for (const Value& value : row.rows()) found.push_back(small(value, most));
    return found;
}

void read_limits(const Value& limits) {
    const int ours[] = {CARD_LIMIT, DECK_LIMIT, TASK_LIMIT, KNOWN_LIMIT, RETURNED_LIMIT,
                        OTHERS_LIMIT, REGISTERS_LIMIT, FRAMES_LIMIT, ALLOWANCE_LIMIT};
    const auto& rows = limits.rows(std::size(ours) + 1);
    for (std::size_t i = 0; i < std::size(ours); ++i)
        demand(small(rows[i]) == ours[i], "they have other limits");
}

void read_choices(Tables& t, const Value& row) {
    const auto& rows = row.rows(KINDS + 1);
    t.codes = small(rows[KINDS], 1 << 15);
    for (int kind = 0; kind < KINDS; ++kind) {
        t.base[kind] = small(rows[kind], t.codes);
        const int end = small(rows[kind + 1], t.codes);
        for (int code = t.base[kind]; code < end; ++code) {
            const int n = code - t.base[kind];
            const bool square = kind <= static_cast<int>(Kind::SQUARE);
            demand(!square || n < arena::SQUARES, "there are too many squares");
            t.choices.push_back({static_cast<Kind>(kind), square ? arena::CELL[n] : n,
                                 static_cast<Code>(code)});
        }
    }
    demand(static_cast<int>(t.choices.size()) == t.codes, "the codes of choices have gaps");
}

void read_form(Tables& t, const Value& row) {
    const auto& r = row.rows(13);
    Form& form = t.forms[small(r[0], 15)];
    demand(!form.seats, "a form is there twice");
    form.name = r[1].text();
    const auto& colours = r[2].rows();
    demand(colours.size() >= 2 && colours.size() <= 4, "a form has an odd number of seats");
    form.seats = static_cast<int>(colours.size());
    for (int seat = 0; seat < form.seats; ++seat) {
        form.colour_of[seat] = static_cast<std::uint8_t>(small(colours[seat], 3));
        form.colours = std::max(form.colours, form.colour_of[seat] + 1);
    }
    form.stock = small(r[3], 90);
    form.legend_stock = small(r[4], 90);
    form.limit = std::max(1, small(r[5], 1000));
    form.tasks = small(r[6]);
    form.melee = small(r[7]);
    form.first = small(r[8]);
    form.legends = small(r[9], DECK_LIMIT);
    for (const Value& group : r[10].rows()) form.starts.push_back(group.mask());
    form.starting_colours = numbers(r[11], 3);
    form.sideways = small(r[12], DECK_LIMIT);
    form.teams = form.seats > form.colours;
    form.discards = !form.first;
    form.family = form.melee ? 2 : form.tasks ? 1 : 0;
    demand(!form.teams || form.seats == 4, "teams are not of two");
}

void read_orientation(Being& being, const Value& row, std::set<std::vector<int>>& met) {
    const auto& r = row.rows(3);
    std::vector<std::array<int, 3>> pieces;
    std::vector<int> flat;
    for (const Value& value : r[0].rows()) {
        const auto& p = value.rows(3);
        pieces.push_back({static_cast<int>(p[0].between(-4, 4)),
                          static_cast<int>(p[1].between(-4, 4)), small(p[2], 3)});
        flat.insert(flat.end(), pieces.back().begin(), pieces.back().end());
    }
    demand(pieces.size() <= PIECES_LIMIT, "a pattern has too many pieces");
    being.pieces = static_cast<int>(pieces.size());
    Layout layout;
    for (const bool high : {true, false})
        for (const auto& [dx, dy, rank] : pieces)
            if ((rank > 1) == high) {
                layout.shift[layout.pieces++] = static_cast<std::uint8_t>(pattern::shift(dx, dy));
                layout.high += high;
            }
    for_squares(arena::ALL, [&](int square) {
        Lie lie;
        for (const auto& [dx, dy, rank] : pieces) {
            const Mask at = arena::offset(square, dx, dy);
            if (!at) return;
            lie.used |= at;
            if (rank > 1) lie.upgraded |= at;
        }
        for (const Value& value : r[1].rows()) {
            const auto& m = value.rows(2);
            lie.marked |= arena::offset(square, static_cast<int>(m[0].between(-9, 9)),
                                        static_cast<int>(m[1].between(-9, 9)));
        }
        lie.indicated = small(r[2], 255);
        layout.anchors |= bit(square);
        being.lies[square].push_back(lie);
    });
    // Marks make no difference to where it fits.
    if (met.insert(flat).second) being.layouts.push_back(layout);
}

void read_being(Tables& t, const Value& row) {
    const auto& r = row.rows(6);
    const int number = small(r[0], CARD_LIMIT - 1);
    Being& being = t.beings[number];
    demand(!being.known, "a being is there twice");
    being.known = true;
    being.number = number;
    being.rank = small(r[2], 3);
    being.legend = small(r[3]);
    being.program = small(r[4], 6 * CARD_LIMIT - 1);
    demand(being.rank >= 1, "a being has no rank");
    std::set<std::vector<int>> met;
    for (const Value& orientation : r[5].rows()) read_orientation(being, orientation, met);
}

Criterion read_criterion(const Value& row) {
    const auto& r = row.rows();
    Criterion found;
    demand(!r.empty(), "a criterion is empty");
    found.kind = small(r[0], Criterion::ISOLATED);
    std::size_t n = 0;
    for (std::size_t i = 1; i < r.size(); ++i) {
        if (!r[i].is_row) {
            demand(n < found.numbers.size(), "a criterion has too many numbers");
            found.numbers[n++] = small(r[i], arena::CELLS);
        } else if (found.kind == Criterion::ANY_OF) {
            for (const Value& part : r[i].rows()) found.criteria.push_back(read_criterion(part));
        } else if (found.kind == Criterion::CHAIN) {
            for (const Value& pair : r[i].rows()) {
                const auto& ends = pair.rows(2);
                found.pairs.push_back({ends[0].mask(), ends[1].mask()});
            }
        } else {
            for (const Value& area : r[i].rows()) found.areas.push_back(area.mask());
        }
    }
    const bool areas = found.kind >= Criterion::STANDING && found.kind <= Criterion::LEAD;
    demand(!areas || !found.areas.empty(), "a criterion has no area");
    demand(found.kind != Criterion::ANY_OF || !found.criteria.empty(), "a criterion is empty");
    return found;
}

void read_tasks(Tables& t, const Value& rows) {
    std::map<std::string, int> types;
    for (const Value& row : rows.rows()) {
        const auto& r = row.rows(6);
        Task& task = t.tasks[small(r[0], CARD_LIMIT - 1)];
        demand(!task.known, "a task is there twice");
        task.known = true;
        task.type = types.try_emplace(r[2].text(), static_cast<int>(types.size())).first->second;
        task.points = small(r[3], 100);
        task.advanced = small(r[4]);
        task.criterion = read_criterion(r[5]);
    }
}

void read_program(Tables& t, const Value& row) {
    const auto& r = row.rows(8);
    const int number = small(r[0], 6 * CARD_LIMIT - 1);
    Program& program = t.programs[number];
    demand(!program.known, "a program is there twice");
    program.known = true;
    program.registers = small(r[2], REGISTERS_LIMIT);
    for (const int tracked : numbers(r[3], program.registers - 1)) program.tracked |= 1u << tracked;
    program.reads_marked = small(r[4]);
    program.reads_indicated = small(r[5]);
    program.reads_used = small(r[6]);
    for (const int byte : numbers(r[7], 255)) program.code.push_back(static_cast<std::uint8_t>(byte));
    verify_program(program, number == TURN);
}

std::unique_ptr<Tables> read_tables(std::string_view body) {
    auto t = std::make_unique<Tables>();
    const std::vector<Value> sections = packed::read(body, SECTIONS);
    t->rules = small(sections[0]);
    read_limits(sections[1]);
    t->hand = small(sections[1].rows().back(), DECK_LIMIT);
    const auto& board = sections[2].rows(5);
    demand(small(board[0]) == arena::WIDTH && board[1].mask() == arena::ALL, "another arena");
    t->red = board[2].mask(), t->green = board[3].mask(), t->central = board[4].mask();
    read_choices(*t, sections[3]);
    const auto& decks = sections[4].rows(3);
    t->legends = numbers(decks[0]), t->flare_cards = numbers(decks[1]);
    t->task_cards = numbers(decks[2]);
    for (const Value& row : sections[5].rows()) {
        const auto& r = row.rows(3);
        t->schools[small(r[0], 15)] = numbers(r[2]);
    }
    for (const Value& row : sections[6].rows()) read_form(*t, row);
    for (const Value& row : sections[7].rows()) read_being(*t, row);
    for (const Value& row : sections[8].rows()) {
        const auto& r = row.rows(4);
        t->flares[small(r[0], CARD_LIMIT - 1)] = {true, static_cast<int>(r[2].between(-99, 99)),
                                                  static_cast<int>(r[3].between(-99, 99))};
    }
    read_tasks(*t, sections[9]);
    for (const Value& row : sections[10].rows()) read_program(*t, row);
    verify_tables(*t);
    return t;
}

}  // namespace

const Tables& tables() {
    if (!loaded) throw NoTables();
    return *loaded;
}

void load(std::string_view blob) {
    if (blob.substr(0, MAGIC.size()) != MAGIC || blob.size() < MAGIC.size() + DIGEST)
        throw Damaged("tables begin with " + std::string(MAGIC));
    const std::string digest(blob.substr(MAGIC.size(), DIGEST));
    if (loaded) {
        if (loaded->digest != digest) throw Damaged("other tables are in use already");
        return;
    }
    auto found = read_tables(blob.substr(MAGIC.size() + DIGEST));
    found->digest = digest;
    loaded = std::move(found);
}

}  // namespace tashkalar
