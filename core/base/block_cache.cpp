#include "core/base/block_cache.h"

#include <algorithm>
#include <optional>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace stepscope {

#ifdef __linux__

namespace {

constexpr size_t mostPieces = 64; ///< per block: each is a mapping, and a process can have some 65,000
constexpr size_t smallestRest = size_t(256) << 10;

size_t inPages(size_t bytes)
{
    static const auto page = size_t(sysconf(_SC_PAGESIZE));
    return (bytes + page - 1) / page * page;
}

} // namespace

BlockCache::~BlockCache()
{
    release();
    for (const auto& [address, used] : m_used)
        munmap(address, used.block.size);
}

/// The smallest kept block that is large enough and at most an eighth larger. Its address is null if there is
/// none.
BlockCache::Block BlockCache::takeKept(size_t size)
{
    // Of equal blocks, the last one is most likely still in the processor's caches.
    std::optional<size_t> best;
    for (size_t i = 0; i < m_kept.size(); ++i) {
        if (m_kept[i].size >= size && m_kept[i].size <= size + size / 8 &&
            (!best || m_kept[i].size <= m_kept[*best].size))
            best = i;
    }
    if (!best)
        return {};
    auto block = std::move(m_kept[*best]);
    m_kept.erase(m_kept.begin() + std::ptrdiff_t(*best));
    return block;
}

void BlockCache::unmapOldest()
{
    munmap(m_kept.front().address, m_kept.front().size);
    m_counters.mapped -= m_kept.front().size;
    m_kept.erase(m_kept.begin());
}

void BlockCache::movePages(Block& block, size_t limit)
{
    size_t moved = 0;
    std::vector<size_t> pieces;
    while (!m_kept.empty() && m_counters.mapped + block.size > limit) {
        auto& oldest = m_kept.front();
        const auto size = std::min(oldest.pieces.front(), block.size - moved);
        if (size == 0 || pieces.size() == mostPieces ||
            mremap(oldest.address, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, block.address + moved) ==
                MAP_FAILED) {
            unmapOldest();
            continue;
        }
        moved += size;
        pieces.push_back(size);
        m_counters.mapped -= size;
        oldest.address += size;
        oldest.size -= size;
        oldest.pieces.front() -= size;
        if (oldest.pieces.front() == 0)
            oldest.pieces.erase(oldest.pieces.begin());
        // The rest of a block remains the oldest one: no request has its size.
        if (oldest.size < smallestRest)
            unmapOldest();
    }
    if (moved < block.size)
        pieces.push_back(block.size - moved);
    block.pieces = std::move(pieces);
    m_counters.mapped += block.size;
    m_counters.fresh += block.size - moved;
}

BlockCache::Block BlockCache::takeFromKernel(size_t size)
{
    for (;;) {
        auto* address = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (address != MAP_FAILED) {
            Block block{static_cast<char*>(address), size, {}};
            movePages(block, std::max(m_counters.mostUsed, m_counters.used + size) + m_slack);
            return block;
        }
        if (m_kept.empty())
            return {};
        unmapOldest();
    }
}

void* BlockCache::take(size_t bytes)
{
    const auto size = inPages(std::max<size_t>(bytes, 1));
    if (size < bytes)
        return nullptr;
    const std::scoped_lock lock(m_mutex);
    auto block = takeKept(size);
    if (!block.address)
        block = takeFromKernel(size);
    if (!block.address)
        return nullptr;
    void* address = block.address;
    m_used[address] = {std::move(block), size};
    m_counters.used += size;
    m_counters.mostUsed = std::max(m_counters.mostUsed, m_counters.used);
    m_counters.mostMapped = std::max(m_counters.mostMapped, m_counters.mapped);
    return address;
}

bool BlockCache::giveBack(void* block)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_used.find(block);
    if (found == m_used.end())
        return false;
    m_counters.used -= found->second.asked;
    m_kept.push_back(std::move(found->second.block));
    m_used.erase(found);
    return true;
}

void BlockCache::release()
{
    const std::scoped_lock lock(m_mutex);
    while (!m_kept.empty())
        unmapOldest();
    m_counters.mostUsed = m_counters.used;
    m_counters.mostMapped = m_counters.mapped;
}

#else

BlockCache::~BlockCache() = default;

void* BlockCache::take(size_t)
{
    return nullptr;
}

bool BlockCache::giveBack(void*)
{
    return false;
}

void BlockCache::release() {}

#endif

bool BlockCache::owns(void* block) const
{
    const std::scoped_lock lock(m_mutex);
    return m_used.contains(block);
}

BlockCache::Counters BlockCache::counters() const
{
    const std::scoped_lock lock(m_mutex);
    return m_counters;
}

} // namespace stepscope
