#pragma once

#include <stddef.h>
#include <stdint.h>

/// The parts of LibTorch that the probe uses without its headers, so that one library works with all
/// versions: functions by their symbol names, and layouts that are the same in all known versions or are
/// measured by the self-test.
namespace stepscope::probe {

/// at::RecordFunction. Only the fields below are read.
struct RecordFunction;

/// at::Scope of a RecordFunction.
enum class Scope : uint8_t {
    Function = 0,
    BackwardFunction = 1,
    User = 7,
};
inline constexpr int scopeCount = 10;

/// std::unique_ptr<at::ObserverContext>, always empty. The destructor makes the compiler return it in the
/// same way.
struct NoContext
{
    void* context = nullptr;
    NoContext() {}
    ~NoContext() {}
};

/// at::RecordFunctionCallback
struct Callback
{
    NoContext (*start)(const RecordFunction&);
    void (*end)(const RecordFunction&, void* context);
    double probability = 1.0;
    bool scopes[scopeCount] = {};
    bool needsInputs = false;
    bool needsOutputs = false;
    bool needsIds = false;
};
static_assert(sizeof(Callback) == 40);
static_assert(offsetof(Callback, needsInputs) == 34);

/// c10::IValue
struct Value
{
    union
    {
        const void* pointer; ///< for a tensor: its TensorImpl; for a list: its ListImpl
        int64_t integer;
        bool boolean;
    };
    uint32_t tag;
    uint32_t unused;
};
static_assert(sizeof(Value) == 16);
inline constexpr uint32_t tensorTag = 1;
inline constexpr uint32_t unknownTag = 0xffffffff;

/// std::shared_ptr to an object that the probe does not own. The destructor makes the compiler pass and
/// return it in the same way.
struct SharedPointer
{
    const void* object = nullptr;
    const void* owner = nullptr; ///< std::_Sp_counted_base; null: the object has no owner
    SharedPointer() {}
    explicit SharedPointer(const void* unowned)
        : object(unowned)
    {
    }
    SharedPointer(const SharedPointer&) = delete;
    ~SharedPointer() {}
};

/// c10::DebugInfoKind: a number, or in newer versions a class with a pointer.
using DebugInfoKind = uint64_t;

/// The inputs or outputs of an operator.
struct Inputs
{
    const Value* values = nullptr;
    size_t count = 0;
};

struct TorchLibrary
{
    uint64_t (*addGlobalCallback)(Callback) = nullptr;
    void (*removeCallback)(uint64_t) = nullptr;
    void (*disableCallback)(uint64_t) = nullptr;
    void (*reenableCallback)(uint64_t) = nullptr;
    const char* (*name)(const RecordFunction&) = nullptr;
    bool (*isAsync)(const RecordFunction&) = nullptr; ///< may be null
    /// C functions of newer versions, null in older ones.
    int32_t (*emptyStrided)(int64_t dimensions, const int64_t* sizes, const int64_t* strides, int32_t type,
                            int32_t deviceType, int32_t deviceIndex, void** tensor) = nullptr;
    int32_t (*deleteTensor)(void* tensor) = nullptr;
    /// Functions of c10::ThreadLocalDebugInfo, all or none.
    const void* (*debugInfo)(DebugInfoKind) = nullptr;
    void (*pushDebugInfo)(DebugInfoKind, SharedPointer) = nullptr;
    SharedPointer (*popDebugInfo)(DebugInfoKind) = nullptr;
    SharedPointer (*currentDebugInfo)() = nullptr;
    DebugInfoKind profilerSlot = 2;        ///< PROFILER_STATE
    const void* undefinedTensor = nullptr; ///< the TensorImpl of all undefined tensors; may be null

    uint32_t scopeOffset = 96;     ///< in RecordFunction
    uint32_t sequenceOffset = 200; ///< the inputs follow it
    uint32_t outputsOffset = 0;    ///< of the std::vector<IValue>; 0: not known
    uint32_t sizesOffset = 0;      ///< of SizesAndStrides in TensorImpl; 0: not known
    uint32_t listOffset = 0;       ///< of the std::vector<IValue> in ListImpl
    uint32_t listTag = unknownTag;
    uint32_t integerTag = unknownTag;
    uint32_t booleanTag = unknownTag;

    bool isFound() const { return name; }
    bool hasDebugInfo() const { return currentDebugInfo; }

    /// Looks for LibTorch among the loaded libraries. Null, or a sentence that says what is missing.
    const char* find();

    void findDebugInfo(void* c10);

    template<typename T>
    static T field(const RecordFunction& function, uint32_t offset)
    {
        T value;
        __builtin_memcpy(&value, reinterpret_cast<const char*>(&function) + offset, sizeof value);
        return value;
    }
    Scope scope(const RecordFunction& function) const { return field<Scope>(function, scopeOffset); }
    int64_t sequence(const RecordFunction& function) const
    {
        return field<int64_t>(function, sequenceOffset);
    }
    Inputs inputs(const RecordFunction& function) const
    {
        return field<Inputs>(function, sequenceOffset + 8);
    }
    Inputs outputs(const RecordFunction& function) const
    {
        struct List
        {
            const Value* begin;
            const Value* end;
        };
        const auto list = field<List>(function, outputsOffset);
        return {list.begin, size_t(list.end - list.begin)};
    }
};

extern TorchLibrary torch;

/// Whether a library is loaded whose file name starts with `nameStart`. `path` (may be null) receives its
/// path.
bool isLibraryLoaded(const char* nameStart, char* path, size_t bytes);

} // namespace stepscope::probe
