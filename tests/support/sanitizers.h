#pragma once

namespace stepscope::test {

#ifndef __has_feature // defined by Clang
#define __has_feature(feature) 0
#endif

/// Whether the address or thread sanitizer is on. Both need address space that a test may want to limit, and
/// have an allocator that keeps memory that the C library would return.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) ||     \
    __has_feature(thread_sanitizer)
inline constexpr bool hasSanitizedMemory = true;
#else
inline constexpr bool hasSanitizedMemory = false;
#endif

/// Whether the thread sanitizer is on.
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool hasThreadSanitizer = true;
#else
inline constexpr bool hasThreadSanitizer = false;
#endif

} // namespace stepscope::test
