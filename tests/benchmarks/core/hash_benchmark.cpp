// The hash tables, each with the look-ups that it was made for, against tsl::robin_map and, where they do not
// use it, against HashIndex.

#include "core/base/hash_index.h"
#include "core/base/id.h"
#include "core/import/events/event_id_table.h"
#include "core/import/shared/text_pool.h"
#include "core/trace/calls/call_node_index.h"
#include "core/trace/flat_index.h"
#include "tests/benchmarks/statistics.h"

#include <tsl/robin_map.h>

#include <chrono>
#include <functional>
#include <random>
#include <string>

using namespace stepscope;

namespace {

constexpr int rounds = 15;

uint64_t kept = 0; ///< what the look-ups found, so that they are not left out

struct Contestant
{
    const char* name;
    std::function<uint64_t()> work; ///< returns the sum of what it found
};

double secondsOf(const std::function<uint64_t()>& work)
{
    const auto began = std::chrono::steady_clock::now();
    kept += work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// The first contestant is the one in use.
void compare(const char* what, size_t lookUps, const std::vector<Contestant>& contestants)
{
    const uint64_t sum = contestants.front().work();
    for (const Contestant& each : contestants) {
        if (each.work() != sum)
            fmt::print("  {} finds something else\n", each.name);
    }
    std::vector<std::vector<double>> seconds(contestants.size());
    for (int round = 0; round < rounds; ++round) {
        for (size_t i = 0; i < contestants.size(); ++i)
            seconds[i].push_back(secondsOf(contestants[i].work));
    }
    fmt::print("{}\n", what);
    for (size_t i = 0; i < contestants.size(); ++i) {
        const auto ratio = benchmarks::ratioOfRounds(seconds[i], seconds[0]);
        fmt::print("  {:<16} {:6.2f} ns per look-up   {:.2f} times as long ({:.2f}–{:.2f})\n",
                   contestants[i].name, benchmarks::median(seconds[i]) * 1e9 / double(lookUps), ratio.median,
                   ratio.low, ratio.high);
    }
}

/// Hashes that are good already.
struct SameHash
{
    size_t operator()(uint64_t hash) const { return hash; }
};

struct MixedHash
{
    size_t operator()(uint64_t key) const { return mixHash(0, key); }
};

/// Indices of `count` things in an order in which few are frequent, as operators in a training are.
std::vector<uint32_t> skewed(size_t lookUps, size_t count)
{
    std::mt19937_64 random(1);
    std::exponential_distribution<double> distribution(8.0 / double(count));
    std::vector<uint32_t> indices(lookUps);
    for (uint32_t& each : indices)
        each = uint32_t(std::min(size_t(distribution(random)), count - 1));
    return indices;
}

/// A recorder's operators: the keys are kept elsewhere and compared.
void recordedOperators()
{
    constexpr size_t lookUps = 4'000'000;
    std::mt19937_64 random(2);
    std::vector<uint64_t> hashes(300);
    std::generate(hashes.begin(), hashes.end(), random);
    const auto order = skewed(lookUps, hashes.size());
    HashIndex own;
    tsl::robin_map<uint64_t, uint32_t, SameHash> robin;
    for (uint32_t i = 0; i < hashes.size(); ++i) {
        own.add(hashes[i], i);
        robin[hashes[i]] = i;
    }
    compare("300 recorded operators by hash", lookUps,
            {{"HashIndex",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += own.find(hashes[each],
                                      [&](uint32_t found) { return hashes[found] == hashes[each]; });
                  return sum;
              }},
             {"robin_map", [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += robin.find(hashes[each])->second;
                  return sum;
              }}});
}

/// Keys of events, made of two numbers.
void eventKeys(size_t keys)
{
    constexpr size_t lookUps = 4'000'000;
    std::vector<uint64_t> key(keys);
    for (size_t i = 0; i < keys; ++i)
        key[i] = uint64_t(i % 400) << 32 | i / 400;
    const auto order = skewed(lookUps, keys);
    using KeyId = Id<struct KeyOfBenchmark>;
    FlatIndex<KeyId> own;
    HashIndex hashIndex;
    tsl::robin_map<uint64_t, uint32_t, MixedHash> robin;
    for (uint32_t i = 0; i < keys; ++i) {
        own[key[i]] = KeyId(i);
        hashIndex.add(mixHash(0, key[i]), i);
        robin[key[i]] = i;
    }
    compare(fmt::format("{} keys of events", keys).c_str(), lookUps,
            {{"FlatIndex",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += own.find(key[each]);
                  return sum;
              }},
             {"HashIndex",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += hashIndex.find(mixHash(0, key[each]),
                                            [&](uint32_t found) { return key[found] == key[each]; });
                  return sum;
              }},
             {"robin_map", [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += robin.find(key[each])->second;
                  return sum;
              }}});
}

/// Correlations of an imported trace: filled in order, and looked up nearly in order.
void eventIds()
{
    constexpr uint32_t ids = 2'000'000;
    std::mt19937 random(3);
    std::vector<int64_t> order(ids);
    for (uint32_t i = 0; i < ids; ++i)
        order[i] = std::min<int64_t>(i + random() % 64, ids - 1);
    compare("2,000,000 ids of events, filled and looked up", 2 * size_t(ids),
            {{"EventIdTable",
              [&] {
                  EventIdTable table(ids);
                  for (uint32_t i = 0; i < ids; ++i)
                      table.add(i, ImportedEventId(i));
                  uint64_t sum = 0;
                  for (const int64_t id : order)
                      sum += table.find(id);
                  return sum;
              }},
             {"HashIndex",
              [&] {
                  HashIndex table;
                  for (uint32_t i = 0; i < ids; ++i)
                      table.add(mixHash(0, i), i);
                  uint64_t sum = 0;
                  for (const int64_t id : order)
                      sum +=
                          table.find(mixHash(0, uint64_t(id)), [&](uint32_t found) { return found == id; });
                  return sum;
              }},
             {"robin_map", [&] {
                  tsl::robin_map<uint64_t, uint32_t, MixedHash> table;
                  table.reserve(ids);
                  for (uint32_t i = 0; i < ids; ++i)
                      table[i] = i;
                  uint64_t sum = 0;
                  for (const int64_t id : order)
                      sum += table.find(uint64_t(id))->second;
                  return sum;
              }}});
}

void texts()
{
    constexpr size_t lookUps = 4'000'000;
    std::vector<std::string> texts(3'000);
    for (size_t i = 0; i < texts.size(); ++i)
        texts[i] = i % 3
                       ? fmt::format("aten::operator_{}", i)
                       : fmt::format("void at::native::vectorized_elementwise_kernel<4, Functor{}>(int)", i);
    const auto order = skewed(lookUps, texts.size());
    TextPool<Id<struct NameOfBenchmark>> own;
    tsl::robin_map<std::string_view, uint32_t> robin;
    for (uint32_t i = 0; i < texts.size(); ++i) {
        own.intern(texts[i]);
        robin[texts[i]] = i;
    }
    tsl::robin_map<std::string_view, uint32_t, std::hash<std::string_view>, std::equal_to<>,
                   std::allocator<std::pair<std::string_view, uint32_t>>, true>
        storing = {robin.begin(), robin.end()};
    compare("3,000 names of a file", lookUps,
            {{"TextPool",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += own.find(texts[each]);
                  return sum;
              }},
             {"robin_map",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += robin.find(texts[each])->second;
                  return sum;
              }},
             {"with hashes", [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += storing.find(texts[each])->second;
                  return sum;
              }}});
}

struct HashOfKey
{
    size_t operator()(const CallKey& key) const
    {
        const uint64_t what = uint64_t(key.kind) << 8 | uint64_t(key.pass);
        return mixHash(what * 0xC2B2AE3D27D4EB4F, uint64_t(key.parent) << 32 | key.name);
    }
};

struct SameKey
{
    bool operator()(const CallKey& a, const CallKey& b) const
    {
        return a.parent == b.parent && a.name == b.name && a.kind == b.kind && a.pass == b.pass;
    }
};

void callNodes(uint32_t count)
{
    constexpr size_t lookUps = 4'000'000;
    std::vector<CallKey> keys(count);
    for (uint32_t i = 0; i < count; ++i)
        keys[i] = {CallNodeId(i / 4), NameId(i % 900), FrameKind::Operator, Pass(i % 3)};
    const auto order = skewed(lookUps, count);
    std::vector<CallNode> nodes;
    CallNodeIndex own;
    tsl::robin_map<CallKey, uint32_t, HashOfKey, SameKey> robin;
    for (uint32_t i = 0; i < count; ++i) {
        own.findOrAdd(nodes, keys[i]);
        robin[keys[i]] = i;
    }
    compare(fmt::format("{} nodes of a call tree", count).c_str(), lookUps,
            {{"CallNodeIndex",
              [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += own.find(nodes, keys[each]);
                  return sum;
              }},
             {"robin_map", [&] {
                  uint64_t sum = 0;
                  for (const uint32_t each : order)
                      sum += robin.find(keys[each])->second;
                  return sum;
              }}});
}

} // namespace

int main()
{
    fmt::print("Medians of {} rounds, in turns\n", rounds);
    recordedOperators();
    eventKeys(2'000);
    eventKeys(200'000);
    eventIds();
    texts();
    callNodes(1'000);
    callNodes(100'000);
    return kept == 0;
}
