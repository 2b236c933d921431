#pragma once

#include <stdint.h>

/// Atomic access to plain integers, such as those in shared memory.
namespace stepscope::probe {

template<typename T>
T loadRelaxed(const T& value)
{
    return __atomic_load_n(&value, __ATOMIC_RELAXED);
}
template<typename T>
T loadAcquire(const T& value)
{
    return __atomic_load_n(&value, __ATOMIC_ACQUIRE);
}
template<typename T>
void storeRelaxed(T& value, T to)
{
    __atomic_store_n(&value, to, __ATOMIC_RELAXED);
}
template<typename T>
void storeRelease(T& value, T to)
{
    __atomic_store_n(&value, to, __ATOMIC_RELEASE);
}
template<typename T>
T addRelaxed(T& value, T more)
{
    return __atomic_fetch_add(&value, more, __ATOMIC_RELAXED);
}
/// Replaces `from` by `to`. Returns false if `value` was not `from`.
template<typename T>
bool exchangeIf(T& value, T from, T to)
{
    return __atomic_compare_exchange_n(&value, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

} // namespace stepscope::probe
