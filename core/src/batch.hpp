// Many games side by side, for learners: what they see and may choose lies in arrays that are
// written in place. A game that is over is followed by the next one at once.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "state.hpp"

namespace tashkalar {

class Batch {
  public:
    // The schools of the seats, or those of which every game draws its own by its seed. A game is
    // broken off when it has lasted for so many turns.
    Batch(int form, std::vector<int> schools, bool drawn, int size, std::uint64_t seed, int limit);

    // What follows is for one thread at a time: another one is refused meanwhile.

    // Begin anew: game n has the n-th word that follows the seed.
    void reset(std::uint64_t seed);
    // Make the choices that lie in `codes`, one in each game. If one is not offered, none is made.
    void step();
    // Put a choice into `codes` for each game, all that are offered alike.
    void draw();

    State position(int i);
    int size() const { return size_; }

    // By game. Rewards, by seat, and `over` tell of games that the last step ended (1) or broke off
    // (2), while all else is of the games that go on.
    std::vector<std::uint8_t> observations, masks, over;
    std::vector<std::int32_t> codes, actors;
    std::vector<float> rewards;
    std::vector<std::uint64_t> seeds;

  private:
    // The batch is used as long as one of these is there.
    class Use {
      public:
        explicit Use(Batch& batch);
        ~Use() { batch_.used_ = false; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

      private:
        Batch& batch_;
    };

    void begin(int i, std::uint64_t number);
    void show(int i);
    void reward(int i);

    std::atomic<bool> used_ = false;
    int form_, size_, limit_;
    bool drawn_;
    std::vector<int> schools_;
    std::uint64_t seed_ = 0, begun_ = 0, chance_ = 0;
    std::vector<State> positions_;
    std::vector<std::int32_t> chosen_;  // the codes of a step: `codes` may be written meanwhile
    std::vector<std::vector<Code>> offered_;  // what the masks show, to take it away again
};

}  // namespace tashkalar
