#include "keys.hpp"

namespace tashkalar {

namespace {

// The numbers of the turn lie together, without gaps, so that they are mixed as one block.
constexpr std::size_t TURN_BEGINS = offsetof(State, scores), TURN_ENDS = offsetof(State, program);
static_assert(TURN_ENDS - TURN_BEGINS ==
              sizeof(State::scores) + sizeof(State::improvised) + sizeof(State::turn) +
                  9 * sizeof(std::int16_t) + sizeof(State::destroyed) + sizeof(State::summoned) +
                  3 * sizeof(std::int16_t) + sizeof(State::result));

}  // namespace

Key turn_key(const State& p) {
    Mixer mixer;
    for (const Mask pieces : p.pieces) mixer.add(pieces);
    mixer.add(p.common), mixer.add(p.heroic), mixer.add(p.legendary);
    for (int seat = 0; seat < p.seats; ++seat)
        for (const auto* hand : {&p.beings[seat], &p.legends[seat], &p.flares[seat]})
            mixer.add_bytes(hand, sizeof(std::uint16_t) * (1u + hand->size));
    mixer.add(p.returned_size);
    for (int i = 0; i < p.returned_size; ++i)
        mixer.add(static_cast<std::uint64_t>(p.returned[i].owner) << 16 | p.returned[i].card);
    mixer.add_bytes(reinterpret_cast<const char*>(&p) + TURN_BEGINS, TURN_ENDS - TURN_BEGINS);
    const std::uint16_t machine[] = {p.program, p.pc, p.callers_size, p.registers_size};
    mixer.add_bytes(machine, sizeof machine);
    mixer.add_bytes(p.callers.data(), p.callers_size * sizeof(Frame));
    for (int i = 0; i < p.registers_base + p.registers_size; ++i) mixer.add(p.register_file[i]);
    mixer.add(p.mask);
    mixer.add(static_cast<std::uint64_t>(p.asking) << 16 | p.others_size);
    mixer.add_bytes(p.others.data(), p.others_size * sizeof(Code));
    return mixer.key();
}

}  // namespace tashkalar
