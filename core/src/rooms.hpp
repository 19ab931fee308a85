// Memory of a search: things made in blocks and used again, and a flat table by key.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "keys.hpp"

namespace tashkalar {

template <typename Thing>
class Pool {
  public:
    Thing* take() {
        if (!free_.empty()) {
            Thing* found = free_.back();
            free_.pop_back();
            return found;
        }
        if (used_ == blocks_.size() * BLOCK) blocks_.push_back(std::make_unique<Thing[]>(BLOCK));
        Thing* found = &blocks_[used_ / BLOCK][used_ % BLOCK];
        ++used_;
        return found;
    }
    void give_back(Thing* thing) { free_.push_back(thing); }
    // Take everything back.
    void clear() {
        free_.clear();
        used_ = 0;
    }

  private:
    static constexpr std::size_t BLOCK = 64;
    std::vector<std::unique_ptr<Thing[]>> blocks_;
    std::vector<Thing*> free_;
    std::size_t used_ = 0;
};

// Values by key, in one row with gaps. The keys are well mixed, so the lowest bits are the place.
template <typename Value>
class KeyMap {
  public:
    // The value of a key, a blank one where there was none, and whether that is so.
    std::pair<Value*, bool> try_emplace(const Key& key) {
        if (2 * (size_ + 1) > rows_.size()) grow();
        Row& row = row_of(key);
        const bool fresh = row.round != round_;
        if (fresh) {
            row = {key, Value{}, round_};
            ++size_;
        }
        return {&row.value, fresh};
    }
    void clear() {
        ++round_;
        size_ = 0;
    }

  private:
    struct Row {
        Key key;
        Value value{};
        std::uint32_t round = 0;
    };

    Row& row_of(const Key& key) {
        const std::size_t last = rows_.size() - 1;
        std::size_t at = static_cast<std::size_t>(key.a) & last;
        while (rows_[at].round == round_ && !(rows_[at].key == key)) at = (at + 1) & last;
        return rows_[at];
    }
    void grow() {
        std::vector<Row> before = std::move(rows_);
        rows_ = std::vector<Row>(before.empty() ? 256 : 4 * before.size());
        for (const Row& row : before)
            if (row.round == round_) row_of(row.key) = row;
    }

    std::vector<Row> rows_;
    std::size_t size_ = 0;
    std::uint32_t round_ = 1;  // rows of earlier rounds are gaps
};

}  // namespace tashkalar
