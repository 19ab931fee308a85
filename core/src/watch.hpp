// Work that may last looks up now and then: somebody may want it to stop.
#pragma once

#include <cstdint>

namespace tashkalar {

class Watch {
  public:
    using Look = void (*)();  // throws where the work is to stop

    explicit Watch(Look look = nullptr) : look_(look) {}

    // One more node.
    void tick() {
        if (look_ && !(++nodes_ & (EVERY - 1))) look_();
    }

  private:
    static constexpr std::uint32_t EVERY = 1 << 16;
    Look look_;
    std::uint32_t nodes_ = 0;
};

}  // namespace tashkalar
