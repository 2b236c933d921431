#pragma once

namespace stepscope {

/// Makes the C library keep the memory that is freed for what is allocated next. A training step allocates
/// and frees the same tensors again and again; by default glibc gives their pages back to the kernel in
/// between, and all the more so on a thread that is not the first, whose arena is made of pieces of 64 MB. At
/// batch 64 the pages faulted in again cost a sixth of the step. To be called at the start of `main`: arenas
/// that threads have got already stay. Elsewhere than on glibc it does nothing.
void keepFreedMemory();

/// Gives back to the kernel what is free, when no training is going to need it.
void giveBackFreedMemory();

} // namespace stepscope
