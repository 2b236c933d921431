#pragma once

// All of LibTorch that the engine uses, precompiled once. What differs between its releases stands here.

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Parallel.h>
#include <ATen/record_function.h>
#include <torch/torch.h>
