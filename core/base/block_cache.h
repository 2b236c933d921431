#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Large blocks of memory, directly from the kernel. A block that is returned is kept for the next request of
/// about its size, because it takes time until the kernel has provided and cleared new pages. The kept memory
/// is bounded: blocks in use and kept blocks together never exceed the maximum that was in use at one time,
/// plus `slack`. A heap that keeps freed memory has no such bound, since large blocks of different sizes
/// leave holes in it. At the bound, the pages of the oldest kept blocks are moved to where the new block
/// needs them. All functions may be called from any thread.
class BlockCache
{
public:
    struct Counters
    {
        size_t used = 0;       ///< bytes that were requested and are in use, in whole pages
        size_t mostUsed = 0;   ///< the maximum of `used`
        size_t mapped = 0;     ///< bytes that are in use or kept
        size_t mostMapped = 0; ///< the maximum of `mapped`
        size_t fresh = 0;      ///< bytes of pages that were requested from the kernel, in total
    };

    explicit BlockCache(size_t slack = size_t(32) << 20)
        : m_slack(slack)
    {
    }
    /// Returns all blocks to the kernel, including those in use.
    ~BlockCache();
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    /// A block of at least this many bytes, aligned to a page. Null when the kernel has no memory for it, and
    /// on systems other than Linux.
    void* take(size_t bytes);
    /// Takes a block back. Returns false if it is not from this cache.
    bool giveBack(void* block);
    bool owns(void* block) const;
    /// Returns kept blocks to the kernel and resets the maxima.
    void release();
    Counters counters() const;

private:
    struct Block
    {
        char* address = nullptr;
        size_t size = 0;
        /// From front to back, the sizes of what the kernel maps as one: pages can only be moved within such
        /// a piece.
        std::vector<size_t> pieces;
    };
    struct UsedBlock
    {
        Block block;
        size_t asked;
    };

    Block takeKept(size_t size);
    Block takeFromKernel(size_t size);
    /// Fills the front of `block` with pages of kept blocks, so that the mapped memory stays within the
    /// limit.
    void movePages(Block& block, size_t limit);
    void unmapOldest();

    size_t m_slack;
    mutable std::mutex m_mutex;
    std::unordered_map<void*, UsedBlock> m_used;
    std::vector<Block> m_kept; ///< the oldest first
    Counters m_counters;
};

} // namespace stepscope
