#pragma once

namespace stepscope {

/// Makes the C library keep freed memory for the next allocations. A training step allocates and frees the
/// same tensors again and again; by default glibc returns their pages to the kernel in between, even more so
/// on a thread other than the first, whose arena consists of pieces of 64 MB. At batch size 64, faulting the
/// pages in again cost a sixth of the step. Call it at the start of `main`: it does not affect arenas that
/// threads already have. Does nothing without glibc.
void keepFreedMemory();

/// Returns free memory to the kernel. For programs that will not train next.
void giveBackFreedMemory();

} // namespace stepscope
