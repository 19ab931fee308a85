// Summoning: which beings can be summoned, on which squares, in which ways.
#pragma once

#include <vector>

#include "pattern.hpp"
#include "state.hpp"

namespace tashkalar::summoning {

constexpr int NOBODY = 255;

// A way of matching that a player may have to choose: what differs, and what it costs.
struct Way {
    Mask used, marked;
    int indicated = 0;
    int charged = NOBODY;  // the enemy colour whose improvised summoning it uses up
};

using Ways = std::vector<Way>;

Mask open_squares(const State& p, int rank);
pattern::Own own(const State& p);

// The pieces that may stand in a pattern of the player in turn, ready to be shifted. Made once for
// all the cards of a hand.
class Fitting {
  public:
    explicit Fitting(const State& p);
    // All squares on which the player can summon a being now.
    Mask summonable(const Being& being) const;

  private:
    const State& p_;
    int helpers_;  // none, one, or two
    pattern::Lifts own_, first_, second_;
};

bool lifts(const State& p, const Being& being, Mask bit);
// In a shortage: pieces that one of the ways does without.
Mask liftable(const State& p, const Being& being, const Ways& fitting);
// All ways that the effect and the charge cannot tell from the chosen one.
Ways alike(const State& p, const Being& being, Mask bit, const Way& chosen);
// One way for each difference that matters to the effect, to the charge or to a lifting.
Ways different_ways(const State& p, const Being& being, Mask bit);

}  // namespace tashkalar::summoning
