#pragma once

#include "core/import/shared/import_log.h"
#include "core/import/shared/text_pool.h"
#include "core/trace/flat_index.h"
#include "core/trace/nesting_depth.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stepscope {

/// The id of a function's name in a StackProfile.
using StackNameId = Id<struct NameOfStackProfile>;
/// Index of a frame of a StackProfile.
using StackFrameId = Id<struct FrameOfStackProfile>;

/// Collects the sums by stack of a file from a profiler that does not record single calls: frames with what
/// was counted in them alone. What cannot be kept is noted in the log.
class StackProfile
{
public:
    /// The parent of frames without a caller.
    static constexpr StackFrameId outermost{};
    /// A limit because views and figures visit all callers of a frame. In deeper stacks, the deepest kept
    /// frame holds the rest.
    static constexpr uint32_t mostDepth = mostNestingDepth;
    static constexpr size_t mostFrames = 1'000'000;
    /// Further functions share one name.
    static constexpr size_t mostNames = 1'000'000;
    /// The limit of single figures and of their sum, so that no sum can overflow.
    static constexpr int64_t mostValue = int64_t(1) << 60;

    explicit StackProfile(ImportLog& log)
        : m_log(log)
    {
    }

    /// A function's name, which may contain any bytes.
    StackNameId name(std::string_view raw);
    /// The name for functions beyond mostNames.
    StackNameId otherName();
    const std::string& nameOf(StackNameId name) const { return m_names[name]; }

    /// The frame of a function called from a frame, created if missing.
    StackFrameId frame(StackFrameId parent, StackNameId name);
    /// The frame of a stack of names, outermost first.
    StackFrameId frameOf(std::span<const StackNameId> stack);
    /// Adds to the frame itself, without its callees. 0 calls: not known.
    void add(StackFrameId frame, int64_t value, int64_t calls = 0);

    bool isEmpty() const { return m_frames.empty(); }

    /// What was counted: Trace::unit.
    std::string unit;
    /// The kind of the functions: PythonFunction, or Range for any other language.
    EventKind kind = EventKind::Range;

    /// Events one after another, parents around their callees, on a single thread and without steps. Frames
    /// in which nothing was counted are left out.
    Trace trace() const;

private:
    struct Frame
    {
        StackFrameId parent = outermost;
        StackNameId name;
        uint32_t depth = 0;
        int64_t value = 0; ///< without its callees
        int64_t calls = 0;
    };

    ImportLog& m_log;
    using RawNameId = Id<struct RawNameOfStackProfile>;

    TextPool<RawNameId> m_raw;
    std::vector<StackNameId> m_nameOfRaw;
    StringTable<StackNameId> m_names;
    std::vector<Frame> m_frames; ///< parents before their callees
    FlatIndex<StackFrameId> m_frameOf;
    int64_t m_sum = 0;
    int64_t m_calls = 0;
};

/// Converts a figure to a smaller unit, "3 ms" to nanoseconds. On overflow, the result is too large for a
/// StackProfile, which counts such figures.
int64_t scaledValue(int64_t value, int64_t scale);

/// A profiler's unit as a factor and a base unit: "microseconds" are 1,000 nanoseconds, whose unit is empty.
struct ProfileUnit
{
    std::string unit;
    int64_t scale = 1;
};
/// `what` was counted in `unit`: "alloc_space", "bytes"; "samples", "count"; "cpu", "nanoseconds".
ProfileUnit profileUnit(std::string_view what, std::string_view unit);

} // namespace stepscope
