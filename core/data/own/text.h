#pragma once

#include "core/data/kinds/data_set_kinds.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace stepscope {

/// A text as numbers of its characters.
struct NumberedText
{
    std::vector<std::string> characters; ///< those that occur, in UTF-8, by code point
    std::vector<int64_t> numbers;        ///< of each character of the text, from 0

    /// The first nine tenths are for training, as in A. Karpathy's nanoGPT, the rest is for testing.
    int64_t trainCount() const { return int64_t(numbers.size()) * 9 / 10; }
    int64_t testCount() const { return int64_t(numbers.size()) - trainCount(); }
};

/// Reads a text in UTF-8, plain or gzipped, without its byte order mark. Throws Error that names the file: it
/// cannot be read, is not UTF-8, has fewer than two different characters, or needs more than half of the
/// memory that this process may use.
NumberedText readText(const std::filesystem::path& file);

/// The number of sequences of `length` characters, which do not overlap. The character after each exists,
/// too: it is predicted from the last one. Throws Error that names the file if it is too short for a sequence
/// to train on and one to test on.
SampleCounts countSequences(const NumberedText& text, int64_t length, const std::filesystem::path& file);

} // namespace stepscope
