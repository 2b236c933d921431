#include "core/import/unsupported_format.h"

#include "core/base/text/ascii.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstring>

namespace stepscope {

namespace {

using namespace std::string_view_literals;

/// How far from the start the keys of a JSON file are searched for.
constexpr size_t keysWithin = 1 << 16;

bool contains(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

template<typename... Parts>
bool containsAll(std::string_view text, const Parts&... parts)
{
    return (contains(text, parts) && ...);
}

bool hasEnding(const FileHead& head, std::string_view ending)
{
    return lowerCase(head.name).ends_with(ending);
}

/// The text after a byte order mark and space.
std::string_view textOf(const FileHead& head)
{
    std::string_view text = head.content;
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    return text;
}

bool isText(const FileHead& head)
{
    const auto text = textOf(head).substr(0, keysWithin);
    return !text.empty() && std::ranges::none_of(text, [](unsigned char c) {
        return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\x1b';
    });
}

/// The start of a JSON object; empty: the text does not start with one.
std::string_view anyObjectOf(const FileHead& head)
{
    const auto text = textOf(head);
    const size_t first = text.starts_with('{') ? text.find_first_not_of(" \t\r\n", 1) : text.npos;
    const bool isObject = first != text.npos && (text[first] == '"' || text[first] == '}');
    return isObject ? text.substr(0, keysWithin) : std::string_view();
}

/// The same, but empty for a Chrome trace, whose events may contain anything.
std::string_view objectOf(const FileHead& head)
{
    const auto text = anyObjectOf(head);
    return contains(text, "\"traceEvents\"") ? std::string_view() : text;
}

std::string_view firstLine(const FileHead& head)
{
    const auto text = textOf(head);
    return text.substr(0, text.find_first_of("\r\n"));
}

uint64_t wordAt(std::string_view bytes, size_t at)
{
    uint64_t word = 0;
    if (bytes.size() >= at + sizeof(word))
        std::memcpy(&word, bytes.data() + at, sizeof(word));
    return word;
}

bool isPickle(const FileHead& head)
{
    const auto& bytes = head.content;
    const bool isBinary = bytes.size() > 2 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5;
    return isBinary || bytes.starts_with("(dp") || bytes.starts_with("(lp"); // of protocol 0
}

/// By file name: NVIDIA's report formats have changed over the years.
bool isNsightReport(const FileHead& head)
{
    return !head.raw.starts_with("SQLite format 3") && !isText(head) &&
           (hasEnding(head, ".nsys-rep") || hasEnding(head, ".qdrep") || hasEnding(head, ".qdstrm"));
}

/// A number of `size` bytes.
uint64_t numberAt(std::string_view bytes, size_t at, size_t size, bool isBigEndian)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size && at + i < bytes.size(); ++i) {
        const auto byte = uint64_t(static_cast<unsigned char>(bytes[at + i]));
        number |= byte << 8 * (isBigEndian ? size - 1 - i : i);
    }
    return number;
}

/// gperftools' CPU profiles: words 0, 3, 0, the period in µs, 0, in the size and byte order of the machine.
bool isOldCpuProfile(const FileHead& head)
{
    const auto& bytes = head.content;
    constexpr uint64_t longestPeriodUs = 60'000'000;
    for (const size_t size : {size_t(8), size_t(4)}) {
        for (const bool isBigEndian : {false, true}) {
            const auto word = [&](size_t i) { return numberAt(bytes, i * size, size, isBigEndian); };
            if (bytes.size() >= 5 * size && word(0) == 0 && word(1) == 3 && word(2) == 0 && word(3) > 0 &&
                word(3) < longestPeriodUs && word(4) == 0)
                return true;
        }
    }
    return bytes.starts_with("--- symbol\n") && contains(bytes.substr(0, keysWithin), "\nbinary=");
}

/// A protocol buffer XSpace: planes (field 1) with a name (field 2) of a host or a device.
bool isXPlane(const FileHead& head)
{
    const auto begin = head.content.substr(0, 4096);
    return begin.starts_with('\x0a') &&
           (contains(begin, "/host:") || contains(begin, "/device:") ||
            contains(begin, "Task Environment")) &&
           (hasEnding(head, ".xplane.pb") || contains(begin, "\x12\x09/host:CPU"sv) ||
            contains(begin, "\x12\x0d/device:GPU:"sv) || contains(begin, "\x12\x0d/device:TPU:"sv));
}

bool isRocprofTrace(const FileHead& head)
{
    const auto text = head.content;
    return contains(text.substr(0, keysWithin), "\"traceEvents\"") &&
           (contains(text, "CPU HIP API\"") || contains(text, "CPU HSA API\"") ||
            containsAll(text, "\"BeginNs\"", "\"DurationNs\""));
}

bool isRocprofTable(const FileHead& head)
{
    std::string line(firstLine(head).substr(0, 4096));
    std::erase(line, '"');
    return containsAll(line, "KernelName", "gpu-id") || containsAll(line, "Kernel_Name", "Dispatch_Id") ||
           containsAll(line, "Kernel_Name", "Start_Timestamp") ||
           containsAll(line, "KernelName", "BeginNs") || line.starts_with("Name,Calls,TotalDurationNs") ||
           containsAll(line, "Function", "Correlation_Id");
}

bool isExecutionTrace(const FileHead& head)
{
    const auto text = objectOf(head);
    return containsAll(text, "\"schema\"", "\"nodes\"") && (contains(text, "[pytorch|profiler|execution_") ||
                                                            containsAll(text, "\"rf_id\"", "\"op_schema\"") ||
                                                            containsAll(text, "\"ctrl_deps\"", "\"inputs\""));
}

bool isSafetensors(const FileHead& head)
{
    const auto begin = head.raw.substr(0, keysWithin);
    constexpr uint64_t longestHeader = 100 << 20;
    return begin.size() > 10 && wordAt(begin, 0) > 1 && wordAt(begin, 0) <= longestHeader &&
           begin.substr(8).starts_with("{\"") &&
           (contains(begin, "\"dtype\"") || contains(begin, "__metadata__"));
}

bool isHtml(const FileHead& head)
{
    const std::string begin = lowerCase(textOf(head).substr(0, 1024));
    return begin.starts_with("<!doctype html") || begin.starts_with("<html") ||
           (begin.starts_with("<?xml") && contains(begin, "<html"));
}

bool isPicture(const FileHead& head)
{
    const auto& bytes = head.raw;
    const auto text = textOf(head).substr(0, 1024);
    return bytes.starts_with("\x89PNG\r\n") || bytes.starts_with("\xFF\xD8\xFF") ||
           bytes.starts_with("GIF8") || (bytes.starts_with("BM") && !isText(head)) ||
           bytes.starts_with("%PDF-") ||
           (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP")) || text.starts_with("<svg") ||
           (text.starts_with("<?xml") && contains(text, "<svg"));
}

bool isTable(const FileHead& head)
{
    const auto line = firstLine(head);
    return isText(head) && std::ranges::count(line, ',') >= 2 && !line.starts_with('{') &&
           !line.starts_with('[');
}

constexpr Translatable recordWithPyTorch =
    translatable("PyTorch's profiler records the same device: import the trace that "
                 "`torch.profiler.profile(...).export_chrome_trace(\"trace.json\")` writes.");
constexpr Translatable unpack = translatable("Unpack it and import the files in it.");

constexpr auto knownFormats = std::to_array<UnsupportedFormat>({
    {translatable("a Git LFS pointer, not the file itself"),
     translatable("Fetch the file with `git lfs pull`, then import it."),
     [](const FileHead& head) {
         return head.raw.starts_with("version https://git-lfs.github.com/spec/") ||
                head.raw.starts_with("version https://hawser.github.com/spec/");
     }},
    {translatable("an Nsight Systems report"),
     translatable("Export it as SQLite, `nsys export --type sqlite {file}`, and import the .sqlite file."),
     isNsightReport},
    {translatable("an Nsight Compute report"),
     translatable("It contains counters of single kernels; record a timeline with Nsight Systems (`nsys "
                  "profile`) or PyTorch's profiler and import that."),
     [](const FileHead& head) { return head.raw.starts_with("NVR\0"sv); }},
    {translatable("an nvprof log"),
     translatable("Record again with `nvprof --export-profile profile.nvvp` and import that file."),
     [](const FileHead& head) {
         return textOf(head).starts_with("==") &&
                contains(head.content.substr(0, 4096), "NVPROF is profiling");
     }},
    {translatable("a Linux perf recording"),
     translatable("Fold its stacks, `perf script -i {file} | stackcollapse-perf.pl > stacks.folded`, and "
                  "import the result."),
     [](const FileHead& head) {
         return head.raw.starts_with("PERFILE2") || head.raw.starts_with("2ELIFREP") ||
                head.raw.starts_with("PERFFILE");
     }},
    {translatable("a gperftools CPU profile"),
     translatable("Convert it, `pprof -proto {file} > profile.pb.gz`, and import the result."),
     isOldCpuProfile},
    {translatable("a gperftools heap profile"),
     translatable("Convert it, `pprof -proto {file} > profile.pb.gz`, and import the result."),
     [](const FileHead& head) {
         return head.content.starts_with("heap profile:") || head.content.starts_with("heap_v2/") ||
                head.content.starts_with("--- heapprofile");
     }},
    {translatable("a snapshot of PyTorch's CUDA memory"),
     translatable("Open it at {page}; a trace recorded with `profile_memory=True` can be imported."),
     [](const FileHead& head) {
         return isPickle(head) && containsAll(head.content, "device_traces", "segments");
     },
     false, "https://pytorch.org/memory_viz"},
    {translatable("a memory timeline of PyTorch's profiler"),
     translatable("Import the trace of the same recording, which `export_chrome_trace()` writes."),
     [](const FileHead& head) {
         std::string begin(textOf(head).substr(0, 256));
         std::erase_if(begin, [](unsigned char c) { return std::isspace(c) != 0; });
         const bool isList = begin.starts_with("[[") && begin.size() > 3;
         return isList && (begin[2] == '-' || std::isdigit(static_cast<unsigned char>(begin[2])));
     }},
    {translatable("a TensorFlow or JAX profile (xplane)"),
     translatable("Convert it with TensorBoard's profile plugin: its trace viewer can download a "
                  ".trace.json.gz, which can be imported."),
     isXPlane},
    {translatable("a rocprof trace"),
     translatable(
         "rocprof records no operators with its kernels. PyTorch's profiler records the same device: import "
         "the trace that `torch.profiler.profile(...).export_chrome_trace(\"trace.json\")` writes."),
     isRocprofTrace},
    {translatable("a rocprofv3 trace"), recordWithPyTorch,
     [](const FileHead& head) {
         return contains(objectOf(head).substr(0, 256), "\"rocprofiler-sdk-tool\"");
     }},
    {translatable("a rocprof table"), recordWithPyTorch, isRocprofTable},
    {translatable("a PyTorch execution trace, which has the operators' inputs but no times"),
     translatable(
         "Import the trace of PyTorch's profiler of the same run, which `export_chrome_trace()` writes."),
     isExecutionTrace},
    {translatable("a speedscope profile"),
     translatable("Open it at {page}; Stepscope imports folded stacks, pprof profiles and Chrome traces."),
     [](const FileHead& head) {
         return contains(objectOf(head), "speedscope.app/file-format-schema.json") ||
                containsAll(objectOf(head), "\"profiles\"", "\"shared\"", "\"frames\"");
     },
     false, "https://www.speedscope.app"},
    {translatable("a Firefox Profiler recording"),
     translatable("Stepscope imports folded stacks, pprof profiles and Chrome traces."),
     [](const FileHead& head) {
         const auto text = objectOf(head);
         return containsAll(text, "\"meta\"", "\"interval\"", "\"preprocessedProfileVersion\"");
     }},
    {translatable("a V8 CPU profile (Node.js or Chrome)"),
     translatable("Stepscope imports folded stacks, pprof profiles and Chrome traces."),
     [](const FileHead& head) { return containsAll(objectOf(head), "\"nodes\"", "\"callFrame\""); }},
    {translatable("a Jupyter notebook"),
     translatable("Run it with PyTorch's profiler and import the trace that it writes."),
     [](const FileHead& head) {
         return containsAll(objectOf(head), "\"cells\"", "\"cell_type\"") && hasEnding(head, ".ipynb");
     }},
    {translatable("a memray recording"),
     translatable("Stepscope imports folded stacks and pprof, Callgrind and cProfile profiles."),
     [](const FileHead& head) { return head.content.starts_with("memray\0"sv); }},
    {translatable("a heaptrack recording"),
     translatable("Fold its stacks, `heaptrack_print -f {file} -F stacks.folded`, and import the result."),
     [](const FileHead& head) { return lowerCase(head.name).starts_with("heaptrack.") && !isText(head); }},
    {translatable("a gprof profile"),
     translatable("Record the program with Callgrind or perf and import that."),
     [](const FileHead& head) { return head.raw.starts_with("gmon\1\0\0\0"sv); }},
    {translatable("a Massif profile"),
     translatable("Record the program with Callgrind (`valgrind --tool=callgrind`) and import that."),
     [](const FileHead& head) {
         return head.content.starts_with("desc:") && contains(head.content.substr(0, 4096), "\ntime_unit:");
     }},
    {translatable("a Perfetto trace"),
     translatable("Convert it, `traceconv json {file} trace.json`, and import the result."),
     [](const FileHead& head) {
         return head.content.starts_with('\x0a') &&
                (hasEnding(head, ".pftrace") || hasEnding(head, ".perfetto-trace") ||
                 hasEnding(head, ".pftrace.gz") || hasEnding(head, ".perfetto-trace.gz"));
     }},
    {translatable("weights in safetensors format, which do not say how they are connected"),
     translatable("Import the model as ONNX (`torch.onnx.export()`) or TorchScript "
                  "(`torch.jit.script(model).save()`)."),
     isSafetensors},
    {translatable("a model in GGUF format"),
     translatable("Import the model as ONNX (`torch.onnx.export()`) or TorchScript."),
     [](const FileHead& head) { return head.raw.starts_with("GGUF"); }},
    {translatable("an HDF5 file, a format of Keras models"),
     translatable("Convert the model to ONNX (tf2onnx) and import that."),
     [](const FileHead& head) { return head.raw.starts_with("\x89HDF\r\n\x1a\n"); }},
    {translatable("a NumPy array"), translatable("Stepscope imports traces, profiles, logs and models."),
     [](const FileHead& head) { return head.raw.starts_with("\x93NUMPY"); }},
    {translatable("a TensorFlow Lite model"),
     translatable("Convert the model to ONNX (tf2onnx) and import that."),
     [](const FileHead& head) { return head.raw.substr(0, 8).ends_with("TFL3") && head.raw.size() > 8; }},
    {translatable("compressed with xz"),
     translatable("Decompress it, `xz -dk {file}`, and import the result."),
     [](const FileHead& head) {
         return head.raw.starts_with("\xFD"
                                     "7zXZ\0"sv);
     }},
    {translatable("compressed with zstd"),
     translatable("Decompress it, `zstd -d {file}`, and import the result."),
     [](const FileHead& head) { return head.raw.starts_with("\x28\xB5\x2F\xFD"); }},
    {translatable("compressed with bzip2"),
     translatable("Decompress it, `bzip2 -dk {file}`, and import the result."),
     [](const FileHead& head) {
         return head.raw.starts_with("BZh") && head.raw.substr(0, 10).ends_with("1AY&SY") &&
                head.raw.size() > 10;
     }},
    {translatable("compressed with lz4"),
     translatable("Decompress it, `lz4 -d {file}`, and import the result."),
     [](const FileHead& head) { return head.raw.starts_with("\x04\x22\x4D\x18"); }},
    {translatable("a tar archive"), unpack,
     [](const FileHead& head) {
         return head.content.size() > 262 && head.content.substr(257).starts_with("ustar");
     }},
    {translatable("a 7-Zip archive"), unpack,
     [](const FileHead& head) { return head.raw.starts_with("7z\xBC\xAF\x27\x1C"); }},
    {translatable("a RAR archive"), unpack,
     [](const FileHead& head) { return head.raw.starts_with("Rar!\x1a\x07"); }},
    {translatable("an empty zip archive"),
     translatable("Stepscope imports traces, profiles, logs and models."),
     [](const FileHead& head) { return head.raw.starts_with("PK\5\6"); }},
    {translatable("a web page"),
     translatable(
         "If you downloaded it, its address is that of a page that shows the file: download the file itself. "
         "To see a Stepscope report, open it in a browser; to see its run, use `stepscope open`."),
     isHtml},
    {translatable("a picture or a document"),
     translatable("Import the trace or profile that it was made from."), isPicture},
    {translatable("a program or a library"), translatable("Run it with a profiler and import the result."),
     [](const FileHead& head) {
         return head.raw.starts_with("\x7f"
                                     "ELF") ||
                (head.raw.starts_with("MZ") && contains(head.raw.substr(0, 512), "PE\0\0"sv));
     }},
    // Formats without a signature:
    {translatable("a Stepscope run, which needs no import"),
     translatable("`stepscope show {file}` prints it, `stepscope open {file}` opens it."),
     [](const FileHead& head) { return head.raw.starts_with("SQLite format 3\0"sv); }, true},
    {translatable("a pickled Python object"),
     translatable("Stepscope imports traces, profiles, logs and models."), isPickle, true},
    {translatable("a saved sweep of Stepscope, which is not a run"),
     translatable("Start it with `stepscope sweep --from {file} --out DIR`."),
     [](const FileHead& head) {
         const auto object = objectOf(head);
         return containsAll(object, "\"base\"", "\"axes\"") &&
                (contains(object, "\"dataset\"") || contains(object, "\"field\""));
     },
     true},
    {translatable("a Stepscope experiment, which is not a run"), translatable("Start it with `stepscope run {file}`."),
     [](const FileHead& head) {
         return containsAll(objectOf(head), "\"dataset\"", "\"network\"", "\"optimizer\"");
     },
     true},
    {translatable("JSON without a list of trace events (\"traceEvents\")"),
     translatable("Import the file that `export_chrome_trace()` of PyTorch's profiler writes."),
     [](const FileHead& head) { return !anyObjectOf(head).empty() && isText(head); }, true},
    {translatable("a table"),
     translatable("A table has no event times: import the trace or profile that it was made from."), isTable,
     true},
});

/// The path, quoted for a shell if necessary.
std::string shellWord(const std::string& path)
{
    const bool isPlain = !path.empty() && std::ranges::all_of(path, [](unsigned char c) {
        return std::isalnum(c) || std::string_view("/._-+:@%").find(char(c)) != std::string_view::npos ||
               c > 127;
    });
    if (isPlain)
        return path;
    std::string word = "'";
    for (const char c : path)
        word += c == '\'' ? "'\\''" : std::string(1, c);
    return word + "'";
}

const UnsupportedFormat* find(const FileHead& head, bool withFallbacks)
{
    const auto found = std::ranges::find_if(knownFormats, [&](const UnsupportedFormat& format) {
        return (withFallbacks || !format.isFallback) && format.recognizes(head);
    });
    return found == knownFormats.end() ? nullptr : &*found;
}

} // namespace

std::span<const UnsupportedFormat> unsupportedFormats()
{
    return knownFormats;
}

const UnsupportedFormat* unsupportedFormatOf(const FileHead& head)
{
    return find(head, false);
}

const UnsupportedFormat* unreadableFormatOf(const FileHead& head)
{
    return find(head, true);
}

std::string unsupportedSentence(const UnsupportedFormat& format, const std::filesystem::path& path)
{
    const std::string_view name = format.name.english();
    const bool isExplained = contains(name, ", which ") || contains(name, ", not ");
    return translated(isExplained ? translatable("{file} is {format}.")
                                  : translatable("{file} is {format}, which Stepscope does not read."),
                      {{"file", path.string()}, {"format", translated(format.name)}}) +
           " " +
           translated(format.advice,
                      {{"file", shellWord(path.string())}, {"page", std::string(format.page)}});
}

} // namespace stepscope
