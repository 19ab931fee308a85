#include "packed.hpp"

#include <bit>

namespace tashkalar::packed {

namespace {

constexpr int DEEPEST = 12;  // rows within rows: more are damage, not data

int bit_length(Mask value) { return value ? value.last() + 1 : 0; }

class Reader {
  public:
    explicit Reader(std::string_view data) : data_(data) {}

    Value value(int depth = 0) {
        if (depth > DEEPEST) throw Damaged("the rows go too deep");
        const int tag = byte();
        Value found;
        if (tag >= 128) {
            found.is_row = true;
            found.row.resize(tag - 128);
            for (Value& part : found.row) part.number = Mask(byte());
        } else if (tag >= 4) {
            found.number = Mask(tag - 4);
        } else if (tag == 2) {
            found.is_row = true;
            const int low = byte(), length = low | byte() << 8;
            // Every part takes a byte at least: no more room is asked for than the bytes can fill.
            if (length > static_cast<int>(data_.size() - at_)) throw Damaged("the bytes end early");
            found.row.reserve(length);
            for (int i = 0; i < length; ++i) found.row.push_back(value(depth + 1));
        } else if (tag == 0) {
            found = number(byte());
        } else {
            throw Damaged("a byte that begins nothing");
        }
        return found;
    }

    bool done() const { return at_ == data_.size(); }

  private:
    int byte() {
        if (at_ >= data_.size()) throw Damaged("the bytes end early");
        return static_cast<unsigned char>(data_[at_++]);
    }

    Value number(int length) {
        std::uint8_t raw[16] = {};
        std::uint8_t top = 0;
        for (int i = 0; i < length; ++i) {
            top = static_cast<std::uint8_t>(byte());
            if (i < 16) raw[i] = top;
            if (i >= 16 && top != 0 && top != 0xff) throw Damaged("a number is too large");
        }
        Value found;
        found.negative = top & 0x80;
        for (int i = length; i < 16 && found.negative; ++i) raw[i] = 0xff;
        for (int i = 0; i < 8; ++i) found.number.lo |= std::uint64_t{raw[i]} << 8 * i;
        for (int i = 0; i < 8; ++i) found.number.hi |= std::uint64_t{raw[8 + i]} << 8 * i;
        if (found.negative) {  // two's complement
            found.number = ~found.number;
            if (++found.number.lo == 0) ++found.number.hi;
        }
        return found;
    }

    std::string_view data_;
    std::size_t at_ = 0;
};

}  // namespace

std::int64_t Value::between(std::int64_t least, std::int64_t most) const {
    if (is_row || number.hi || number.lo >> 62) throw Damaged("a number is out of its range");
    const auto size = static_cast<std::int64_t>(number.lo);
    const std::int64_t found = negative ? -size : size;
    if (found < least || found > most) throw Damaged("a number is out of its range");
    return found;
}

std::uint64_t Value::word() const {
    if (is_row || negative || number.hi) throw Damaged("a number is out of its range");
    return number.lo;
}

Mask Value::mask() const {
    if (is_row || negative) throw Damaged("a set of squares is no number");
    return number;
}

const std::vector<Value>& Value::rows() const {
    if (!is_row) throw Damaged("a row is a number");
    return row;
}

const std::vector<Value>& Value::rows(std::size_t length) const {
    if (rows().size() != length) throw Damaged("a row has another length");
    return row;
}

std::string Value::text() const {
    std::string found;
    for (const Value& letter : rows()) found.push_back(static_cast<char>(letter.between(0, 255)));
    return found;
}

std::vector<Value> read(std::string_view data, std::size_t count) {
    Reader reader(data);
    std::vector<Value> found;
    found.reserve(count);
    for (std::size_t i = 0; i < count; ++i) found.push_back(reader.value());
    if (!reader.done()) throw Damaged("the bytes go on");
    return found;
}

void Writer::number(std::int64_t value) {
    if (value >= 0) return number(Mask(static_cast<std::uint64_t>(value)));
    const int length = static_cast<int>(std::bit_width(0 - static_cast<std::uint64_t>(value))) / 8 + 1;
    out.push_back(0);
    out.push_back(static_cast<char>(length));
    // Nine bytes at most, of which the ninth repeats the sign.
    for (int i = 0; i < length; ++i) out.push_back(static_cast<char>(i < 8 ? value >> 8 * i : -1));
}

void Writer::number(Mask value) {
    if (!value.hi && value.lo < 124) {
        out.push_back(static_cast<char>(value.lo + 4));
        return;
    }
    const int length = bit_length(value) / 8 + 1;
    out.push_back(0);
    out.push_back(static_cast<char>(length));
    for (int i = 0; i < length; ++i) {
        const std::uint64_t word = i < 8 ? value.lo >> 8 * i : i < 16 ? value.hi >> (8 * i - 64) : 0;
        out.push_back(static_cast<char>(word));
    }
}

void Writer::open(std::size_t length) {
    if (!length) return empty();
    out.push_back(2);
    out.push_back(static_cast<char>(length & 255));
    out.push_back(static_cast<char>(length >> 8));
}

}  // namespace tashkalar::packed
