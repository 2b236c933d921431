#pragma once

#include "core/probe/probe_protocol.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stepscope {

/// Records in the format of the probe, with times in nanoseconds.
class ProbeRecords
{
public:
    using Type = probe::RecordType;

    void add(Type type, uint64_t payload, std::initializer_list<uint64_t> others = {})
    {
        m_words.push_back(probe::firstWord(type, payload));
        m_words.insert(m_words.end(), others);
    }
    void sync(int64_t ns) { add(Type::Sync, uint64_t(ns), {uint64_t(ns)}); }
    /// Returns the name's id.
    uint32_t name(std::string_view text)
    {
        addText(Type::NameIs, m_names, text);
        return m_names++;
    }
    uint32_t shape(std::string_view text)
    {
        addText(Type::ShapeIs, m_shapes, text);
        return m_shapes++;
    }
    void enter(int64_t ns, uint32_t name, uint32_t shape = probe::noId)
    {
        add(Type::Enter, uint64_t(ns), {probe::pairOf(name, shape)});
    }
    void enterForward(int64_t ns, uint32_t name, int64_t sequence, uint32_t shape = probe::noId)
    {
        add(Type::EnterSequence, uint64_t(ns), {probe::pairOf(name, shape), uint64_t(sequence)});
    }
    void enterBackward(int64_t ns, uint32_t name, int64_t sequence)
    {
        add(Type::EnterBackward, uint64_t(ns), {probe::pairOf(name, probe::noId), uint64_t(sequence)});
    }
    void enterRange(int64_t ns, uint32_t name)
    {
        add(Type::EnterUser, uint64_t(ns), {probe::pairOf(name, probe::noId)});
    }
    void enterPython(int64_t ns, uint32_t name)
    {
        add(Type::EnterPython, uint64_t(ns), {probe::pairOf(name, probe::noId)});
    }
    void enterLayer(int64_t ns, uint64_t module) { add(Type::EnterLayer, uint64_t(ns), {module}); }
    struct Tensor
    {
        uint64_t address = 0;
        std::vector<int64_t> shape;
    };
    /// `type`: Inputs or Outputs.
    void tensors(Type type, const std::vector<Tensor>& tensors)
    {
        std::vector<uint64_t> words;
        for (const auto& each : tensors) {
            words.push_back(each.address);
            words.push_back(each.shape.size());
            words.insert(words.end(), each.shape.begin(), each.shape.end());
        }
        add(type, 0, {words.size() * sizeof(uint64_t)});
        m_words.insert(m_words.end(), words.begin(), words.end());
    }
    void exit(int64_t ns) { add(Type::Exit, uint64_t(ns)); }
    void value(int64_t ns, probe::ValueKind kind, double value)
    {
        add(Type::Value, uint64_t(ns), {uint64_t(kind), std::bit_cast<uint64_t>(value)});
    }
    void message(int64_t ns, std::string_view json) { addText(Type::Message, uint64_t(ns), json); }

    const std::vector<uint64_t>& words() const { return m_words; }
    std::vector<uint64_t> take() { return std::exchange(m_words, {}); }

private:
    void addText(Type type, uint64_t payload, std::string_view text)
    {
        add(type, payload, {text.size()});
        const size_t at = m_words.size();
        m_words.resize(at + probe::textWords(text.size()));
        std::memcpy(m_words.data() + at, text.data(), text.size());
    }

    std::vector<uint64_t> m_words;
    uint32_t m_names = 0;
    uint32_t m_shapes = 0;
};

/// The shared memory of a recorded process. Its threads have the numbers 4711, 4712, ...
class ProbeMemory
{
public:
    explicit ProbeMemory(std::filesystem::path path, uint64_t ringBytes = uint64_t(1) << 20,
                         uint32_t threads = 1)
        : m_path(std::move(path))
    {
        m_header.magic = probe::magic;
        m_header.version = probe::version;
        m_header.pid = 4711;
        m_header.bytes = probe::ringsOffset + threads * ringBytes;
        m_header.clock = uint32_t(probe::Clock::Monotonic);
        m_header.threadCount = threads;
        m_header.isPython = 1;
        for (uint32_t i = 0; i < threads; ++i) {
            auto& thread = m_threads.emplace_back();
            thread.ringOffset = probe::ringsOffset + i * ringBytes;
            thread.ringBytes = ringBytes;
            thread.threadId = 4711 + i;
        }
        std::ofstream(m_path) << std::string(m_header.bytes, '\0');
        std::filesystem::permissions(m_path, std::filesystem::perms::owner_read |
                                                 std::filesystem::perms::owner_write);
        store();
    }

    probe::Header& header() { return m_header; }
    probe::Thread& thread(size_t index = 0) { return m_threads[index]; }

    void write(const std::vector<uint64_t>& words, size_t index = 0)
    {
        auto& thread = m_threads[index];
        auto file = open();
        const auto* bytes = reinterpret_cast<const char*>(words.data());
        for (uint64_t left = words.size() * sizeof(uint64_t); left > 0;) {
            const uint64_t at = thread.head % thread.ringBytes;
            const uint64_t some = std::min(left, thread.ringBytes - at);
            file.seekp(std::streamoff(thread.ringOffset + at));
            file.write(bytes, std::streamsize(some));
            bytes += some;
            left -= some;
            thread.head += some;
        }
        file.close();
        store();
    }
    /// The content of the header and of the threads' slots.
    void store()
    {
        auto file = open();
        file.write(reinterpret_cast<const char*>(&m_header), sizeof(m_header));
        file.write(reinterpret_cast<const char*>(m_threads.data()),
                   std::streamsize(m_threads.size() * sizeof(probe::Thread)));
    }
    /// The position up to which the recorder has read.
    uint64_t tail() const { return read<probe::Thread>(probe::headerBytes).tail; }
    /// The flags that the recorder has set.
    uint32_t flags() const { return read<probe::Header>(0).flags; }

private:
    template<typename T>
    T read(uint64_t at) const
    {
        std::ifstream file(m_path, std::ios::binary);
        file.seekg(std::streamoff(at));
        T value;
        file.read(reinterpret_cast<char*>(&value), sizeof(value));
        return value;
    }
    std::fstream open() const { return {m_path, std::ios::in | std::ios::out | std::ios::binary}; }

    std::filesystem::path m_path;
    probe::Header m_header{};
    std::vector<probe::Thread> m_threads;
};

} // namespace stepscope
