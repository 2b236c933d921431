#include "core/base/allocator.h"

#include <cstdlib> // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace stepscope {

#ifdef __GLIBC__

void keepFreedMemory()
{
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, -1);
}

void giveBackFreedMemory()
{
    malloc_trim(0);
}

#else

void keepFreedMemory() {}
void giveBackFreedMemory() {}

#endif

} // namespace stepscope
