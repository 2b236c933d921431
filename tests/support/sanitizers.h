#pragma once

namespace stepscope::test {

#ifndef __has_feature // Clang's way of telling
#define __has_feature(feature) 0
#endif

/// Whether the sanitizer of addresses or of threads is on. Both need address space that a test may want to
/// take away, and bring an allocator that keeps what the C library would give back.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || __has_feature(address_sanitizer) ||     \
    __has_feature(thread_sanitizer)
inline constexpr bool hasSanitizedMemory = true;
#else
inline constexpr bool hasSanitizedMemory = false;
#endif

/// Whether the sanitizer of threads is on.
#if defined(__SANITIZE_THREAD__) || __has_feature(thread_sanitizer)
inline constexpr bool hasThreadSanitizer = true;
#else
inline constexpr bool hasThreadSanitizer = false;
#endif

} // namespace stepscope::test
