// Replaces libFuzzer in tests of a reader with a limited number of inputs: its seeds, the kept corpus, and
// mutations of these that are the same each time. A finding ends the program, in the reader or through a
// sanitizer.
//
// fuzz_NAME CORPUS [MUTATIONS]: prints what was read. With CORPUS "seeds-into:DIR" it writes the seeds there,
// as a start for libFuzzer.

#include "tests/fuzz/fuzz_target.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>

namespace {

using Random = std::mt19937_64;

constexpr size_t longest = 1 << 20;

void cut(std::string& text, Random& random)
{
    text.resize(random() % (text.size() + 1));
}

void flip(std::string& text, Random& random)
{
    if (!text.empty())
        text[random() % text.size()] ^= char(1 << (random() % 8));
}

void overwrite(std::string& text, Random& random)
{
    static constexpr char telling[] = {'\0', '\xff', '"', '{', '}', '[',  ']',
                                       ',',  ':',    '-', '9', 'e', '\\', '\x7f'};
    if (!text.empty())
        text[random() % text.size()] = telling[random() % sizeof(telling)];
}

void repeat(std::string& text, Random& random)
{
    if (text.empty() || text.size() > longest / 2)
        return;
    const auto begin = random() % text.size();
    text.insert(random() % text.size(), text.substr(begin, 1 + random() % 64));
}

void erase(std::string& text, Random& random)
{
    if (!text.empty())
        text.erase(random() % text.size(), 1 + random() % 64);
}

std::string mutated(std::string text, Random& random)
{
    static constexpr void (*mutations[])(std::string&, Random&) = {flip,   overwrite, flip, overwrite,
                                                                   repeat, erase,     cut};
    for (auto changes = 1 + random() % 8; changes > 0; --changes)
        mutations[random() % std::size(mutations)](text, random);
    return text;
}

std::vector<std::string> corpusOf(const std::filesystem::path& folder)
{
    std::vector<std::filesystem::path> files;
    if (is_directory(folder))
        std::ranges::copy(std::filesystem::directory_iterator(folder), std::back_inserter(files));
    std::ranges::sort(files);
    std::vector<std::string> inputs;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        inputs.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    return inputs;
}

void read(const std::string& input)
{
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
}

int writeSeeds(const std::filesystem::path& folder)
{
    create_directories(folder);
    int number = 0;
    for (const auto& seed : stepscope::fuzz::seeds()) {
        std::ofstream file(folder / ("seed-" + std::to_string(++number)), std::ios::binary);
        file << seed;
    }
    return number > 0 ? 0 : 1;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s CORPUS [MUTATIONS]\n", argv[0]);
        return 2;
    }
    constexpr std::string_view intoFolder = "seeds-into:";
    if (std::string_view(argv[1]).starts_with(intoFolder))
        return writeSeeds(argv[1] + intoFolder.size());
    auto inputs = stepscope::fuzz::seeds();
    std::ranges::move(corpusOf(argv[1]), std::back_inserter(inputs));
    for (const auto& input : inputs)
        read(input);
    const int mutations = argc > 2 ? std::atoi(argv[2]) : 0;
    Random random(1);
    for (int i = 0; i < mutations; ++i)
        read(mutated(inputs[random() % inputs.size()], random));
    std::printf("%zu inputs and %d mutations of them were read.\n", inputs.size(), mutations);
    return 0;
}
