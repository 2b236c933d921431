#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace stepscope {

/// Large blocks of memory, straight from the kernel. A block that is given back is kept for the next request
/// of about its size, because pages that the kernel has to provide and clear again cost time. What is kept is
/// bounded: blocks in use and kept ones together never take more than was in use at the same time at most,
/// plus `slack`. A heap that keeps freed memory has no such bound, since large blocks of different sizes
/// leave holes in it. Where the bound is reached, the pages of the oldest kept blocks are moved to where the
/// new one needs them. All functions may be called from any thread.
class BlockCache
{
public:
    struct Counters
    {
        size_t used = 0;       ///< bytes that were asked for and are in use, in whole pages
        size_t mostUsed = 0;   ///< the maximum of `used`
        size_t mapped = 0;     ///< bytes that are in use or kept
        size_t mostMapped = 0; ///< the maximum of `mapped`
        size_t fresh = 0;      ///< bytes of pages that the kernel was asked for, in total
    };

    explicit BlockCache(size_t slack = size_t(32) << 20)
        : m_slack(slack)
    {
    }
    /// All blocks go back to the kernel, also those in use.
    ~BlockCache();
    BlockCache(const BlockCache&) = delete;
    BlockCache& operator=(const BlockCache&) = delete;

    /// A block of at least so many bytes, aligned to a page. Null when the kernel has no memory for it, and
    /// where the system is another than Linux.
    void* take(size_t bytes);
    /// Takes a block back. False: it is none of this cache.
    bool giveBack(void* block);
    bool owns(void* block) const;
    /// Gives the kernel what is kept, and counts the maxima anew.
    void release();
    Counters counters() const;

private:
    struct Block
    {
        char* address = nullptr;
        size_t size = 0;
        /// From front to back, the sizes of what the kernel maps as one: pages can only be moved within a
        /// piece.
        std::vector<size_t> pieces;
    };
    struct UsedBlock
    {
        Block block;
        size_t asked;
    };

    Block takeKept(size_t size);
    Block takeFromKernel(size_t size);
    /// Fills the front of `block` with pages of kept blocks, so that what is mapped stays within the limit.
    void movePages(Block& block, size_t limit);
    void unmapOldest();

    size_t m_slack;
    mutable std::mutex m_mutex;
    std::unordered_map<void*, UsedBlock> m_used;
    std::vector<Block> m_kept; ///< the oldest first
    Counters m_counters;
};

} // namespace stepscope
