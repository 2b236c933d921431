#pragma once

#include <stdint.h>

/// The data that the probe inside a recorded program writes into shared memory for `stepscope record`.
///
/// A recorded process creates one file: a Header in its own page, Thread slots, then the rings. All numbers
/// are in the byte order of the machine. Fields called atomic are plain integers here and are read and
/// written with the compiler's atomic built-in functions (or std::atomic_ref): both sides may run at the same
/// time, and the recorder can still read what a killed program has written.
namespace stepscope::probe {

inline constexpr uint64_t magic = 0x3145424f52505353; // "SSPROBE1" in memory
inline constexpr uint32_t version = 1;

inline constexpr uint32_t headerBytes = 4096;
inline constexpr uint32_t refusalBytes = 256; ///< including the zero at the end
inline constexpr uint32_t threadSlots = 128;
inline constexpr uint32_t threadBytes = 64;
inline constexpr uint64_t ringsOffset = headerBytes + uint64_t(threadSlots) * threadBytes;
inline constexpr uint32_t ringAlignment = 64; ///< of ringOffset, in bytes

inline constexpr uint64_t fileBytes = uint64_t(16) << 20;
inline constexpr uint64_t smallFileBytes = uint64_t(4) << 20; ///< if there is no room for fileBytes
inline constexpr uint64_t ringBytes = uint64_t(512) << 10;    ///< of all rings except the first
/// The first ring takes a quarter of the file.
constexpr uint64_t firstRingBytes(uint64_t bytesOfFile)
{
    return bytesOfFile / 4;
}

/// Variables of the program's environment: the recorder's folder, and the path of the probe's library.
inline constexpr const char* folderVariable = "STEPSCOPE_RECORDING";
inline constexpr const char* probeVariable = "STEPSCOPE_PROBE";
/// Name of a range that starts the recording of a process; may be unset.
inline constexpr const char* stepRangeVariable = "STEPSCOPE_STEP_RANGE";
inline constexpr const char* usualStepRange = "stepscope.step"; ///< of stepscope.step(), if there is no other
inline constexpr unsigned longestStepRange = 255;               ///< length of that name in bytes
/// Set if calls of Python functions are also recorded.
inline constexpr const char* pythonCallsVariable = "STEPSCOPE_PYTHON_CALLS";
/// Set if LibTorch's allocations and frees are also recorded.
inline constexpr const char* memoryVariable = "STEPSCOPE_MEMORY";
/// Folder for the device traces that the Python package writes; unset: it records none.
inline constexpr const char* devicesVariable = "STEPSCOPE_DEVICES";
/// `<pid>-<start time of the process in clock ticks, as in /proc/PID/stat>-<monotonic ns>.probe`, named
/// `.<name>` until the header is complete. A process that runs another program by exec() creates one for
/// each.
inline constexpr const char* fileSuffix = ".probe";

/// What is recorded in addition to the marks, which are user scopes, layers, values and messages. The
/// recorder may set Header::flags at any time; the probe reads it at each call of a root module, each
/// backward pass and each step of an optimizer.
enum Flag : uint32_t {
    RecordOperators = 1,
    RecordShapes = 2,
    RecordDevices = 4, ///< the Python package runs PyTorch's own profiler for device work
};
/// The flags until the recorder sets others.
inline constexpr uint32_t initialFlags = RecordOperators | RecordShapes;

enum class Clock : uint32_t {
    TimeStampCounter = 0,
    Monotonic = 1, ///< nanoseconds of CLOCK_MONOTONIC
};

enum class State : uint32_t {
    Recording = 0,
    Refused = 1, ///< Header::refusal says why; the file ends with the slots
    Ended = 2,   ///< by exit() or return from main
};

struct Header
{
    uint64_t magic;
    uint32_t version;
    uint32_t pid;
    uint64_t bytes;     ///< of the file
    uint64_t usedBytes; ///< atomic: end of the allocated rings
    int64_t startMonotonicNs;
    uint32_t flags;              ///< atomic, written by the recorder: Flag
    uint32_t clock;              ///< Clock: the unit of the records' times
    uint32_t threadCount;        ///< atomic: slots in use; they are never freed
    uint32_t state;              ///< atomic: State
    uint64_t threadsWithoutRing; ///< atomic: threads whose records are counted only
    uint64_t droppedWithoutRing; ///< atomic: their records
    char refusal[refusalBytes];  ///< UTF-8, ends with a zero
    uint32_t isPython;           ///< 1: layers, calls of backward and messages are recorded as well
    uint8_t unused[headerBytes - 76 - refusalBytes];
};

/// A ring and the thread that writes it. A slot below Header::threadCount is ready when ringBytes is not
/// zero.
struct alignas(threadBytes) Thread
{
    uint64_t head; ///< atomic, written by the thread: total bytes written
    uint64_t tail; ///< atomic, written by the recorder: total bytes read
    uint64_t ringOffset;
    uint64_t ringBytes; ///< a power of two; atomic: written last when a slot is set up
    int64_t threadId;   ///< gettid() of the first thread: see RecordType::ThreadIs
    uint64_t dropped;   ///< atomic: records not written because the ring was full
    uint64_t handle;    ///< atomic: pthread_self() of the thread that writes at present
    uint64_t unused;
};

/// Records are sequences of 8-byte words, each word at `position & (ringBytes - 1)`: a record may wrap around
/// the end of the ring. `head` is advanced after a whole record.
///
/// The upper 8 bits of the first word are the type. The other bits are a time without its upper 8 bits
/// (compare times modulo 2^56), or a payload. Texts are UTF-8 without a zero at the end, padded to whole
/// words.
enum class RecordType : uint8_t {
    Enter = 1,         ///< [time] [name, shape]: an operator
    EnterSequence = 2, ///< [time] [name, shape] [sequence number i64]: a forward operator
    EnterBackward = 3, ///< [time] [name, shape] [sequence number i64, -1: none]: scope BACKWARD_FUNCTION
    EnterUser = 4,     ///< [time] [name, noId]: scope USER_SCOPE, such as record_function()
    EnterLayer = 5,    ///< [time] [module id u64]: a call of a torch.nn.Module
    Exit = 6,          ///< [time]: ends the innermost range of the thread
    NameIs = 7,        ///< [id] [bytes u64] [text]: before the first use of an id; ids count up per thread
    ShapeIs = 8,       ///< [id] [bytes u64] [text]: "[64, 1, 28, 28], [32]", as in Trace::shapes
    Sync = 9,   ///< [time] [monotonic ns i64]: the same moment; first in a ring, then every 10 ms or later
    Value = 11, ///< [time] [ValueKind u64] [double]; the time may be earlier than that of the previous record
    Message = 12,       ///< [time] [bytes u64] [text]: a JSON object
    Dropped = 13,       ///< [time] [records u32, ranges still open u32]: see below
    BackwardBegin = 14, ///< [time]: the outermost call of torch.autograd.backward starts; not a range
    BackwardEnd = 15,   ///< [time]
    ThreadIs = 16,      ///< [thread id]: the thread of this ring has ended, and another one continues it
    Inputs = 17,        ///< [0] [bytes u64] [tensors]: of the operator that has just started
    Outputs = 18,       ///< [0] [bytes u64] [tensors]: of the operator that is about to end
    EnterPython = 19,   ///< [time] [name, noId]: a call of a Python function, "train.py(12): Trainer.step"
    ExitAround = 20,    ///< [time] [ranges around it u64]: ends a range, but not the ranges within it
    Memory = 21,   ///< [time] [address u64] [bytes i64, negative: freed] [device i64, -1: the host's memory]
    FlagsAre = 22, ///< [time] [flags u64]: the flags from now on; initialFlags before the first one
    Thinned =
        23, ///< [time] [1 or 0 u64]: from now on (until now) only what steps are derived from is written
};

/// Steps are derived from outermost layers, backward passes, values, messages and the ranges of optimizers,
/// data loaders and steps. Everything else, except for names and shapes, leaves a quarter of the ring free
/// for them. Where it would not, Thinned follows, and until half of the ring is free only these are written:
/// each of the other ranges is left out together with its end.

/// If even these do not fit into the ring, they are left out, and so are all ranges until at least half of
/// the ring is free and every range open at that moment has been written. Then Dropped follows: its lower 32
/// bits are the number of missing records (saturated), its upper 32 bits the number of ranges that were open
/// at the start of the gap and still are, counted from the outermost; the others ended within the gap.
/// BackwardBegin and BackwardEnd may be missing too.
///
/// ThreadIs ends all open ranges. Ids of names and shapes stay valid.

/// Inputs and Outputs belong to the outermost operators of a followed forward pass and are used for the
/// network's graph. A tensor is its address, its number of dimensions and its sizes, one word each; undefined
/// tensors and numbers are left out. An address refers to the tensor that had it last.

/// Used instead of a shape: the operator has no tensors, or shapes are not recorded.
inline constexpr uint32_t noId = 0xffffffff;

enum class ValueKind : uint64_t {
    Loss = 1,    ///< passed to backward, before GradScaler scaled it
    Samples = 2, ///< of the root module's last started call: they add up and may be negative
    /// Written when it changes, for the root module whose call has just started. 0: training mode, also
    /// before the first such value; 1: evaluation mode; 2: training mode with gradients off.
    Evaluation = 4,
    Optimizer = 5, ///< the id of the optimizer that updates next
    LateLoss = 6,  ///< a loss whose number will follow as a Loss with the same time, once the device has it
};

inline constexpr int typeShift = 56;
inline constexpr uint64_t payloadMask = (uint64_t(1) << typeShift) - 1;

constexpr uint64_t firstWord(RecordType type, uint64_t payload)
{
    return uint64_t(type) << typeShift | (payload & payloadMask);
}
constexpr RecordType typeOf(uint64_t firstWord)
{
    return RecordType(firstWord >> typeShift);
}
constexpr uint64_t payloadOf(uint64_t firstWord)
{
    return firstWord & payloadMask;
}

constexpr uint64_t pairOf(uint32_t low, uint32_t high)
{
    return uint64_t(high) << 32 | low;
}
constexpr uint32_t lowOf(uint64_t pair)
{
    return uint32_t(pair);
}
constexpr uint32_t highOf(uint64_t pair)
{
    return uint32_t(pair >> 32);
}

/// Number of words of a record without its text; 0 for a type that this version does not know.
constexpr uint32_t fixedWords(RecordType type)
{
    switch (type) {
    case RecordType::Exit:
    case RecordType::BackwardBegin:
    case RecordType::BackwardEnd:
    case RecordType::ThreadIs:
        return 1;
    case RecordType::Enter:
    case RecordType::EnterUser:
    case RecordType::EnterPython:
    case RecordType::ExitAround:
    case RecordType::EnterLayer:
    case RecordType::NameIs:
    case RecordType::ShapeIs:
    case RecordType::Sync:
    case RecordType::Message:
    case RecordType::Dropped:
    case RecordType::Inputs:
    case RecordType::Outputs:
    case RecordType::FlagsAre:
    case RecordType::Thinned:
        return 2;
    case RecordType::EnterSequence:
    case RecordType::EnterBackward:
    case RecordType::Value:
        return 3;
    case RecordType::Memory:
        return 4;
    }
    return 0;
}

/// Whether a text or tensors follow. The second word is their size in bytes.
constexpr bool hasText(RecordType type)
{
    return type == RecordType::NameIs || type == RecordType::ShapeIs || type == RecordType::Message ||
           type == RecordType::Inputs || type == RecordType::Outputs;
}
constexpr uint64_t textWords(uint64_t bytes)
{
    return (bytes + 7) / 8;
}

static_assert(sizeof(Header) == headerBytes);
static_assert(sizeof(Thread) == threadBytes);
static_assert(ringsOffset % ringAlignment == 0);

} // namespace stepscope::probe
