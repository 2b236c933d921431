#pragma once

#include "core/import/chrome/chrome_layout.h"
#include "core/import/chrome/json_cursor.h"
#include "core/import/events/imported_events.h"

#include <utility>

namespace stepscope {

/// Parses the events of a Chrome trace, part by part. Each reading thread has its own parser.
class ChromeEventParser
{
public:
    explicit ChromeEventParser(int reader)
        : m_reader(reader)
    {
    }

    enum class End : uint8_t {
        Text,    ///< the text ended between two events
        InEvent, ///< the text ended in an event, which begins at `at`
        List,    ///< the list of events ended; `at` is after its bracket
    };
    struct Result
    {
        ImportedBlock block;
        End end = End::Text;
        const char* at = nullptr;
    };

    /// `text` begins at an event or the space or comma before it. jsonPadding bytes after it must be
    /// readable.
    Result parse(std::string_view text);

    int reader() const { return m_reader; }
    const ImportedTexts& texts() const { return m_texts; }
    ImportedTexts takeTexts() { return std::move(m_texts); }

private:
    /// The fields of an event's object, before its kind is known.
    struct Fields
    {
        std::string_view name;
        std::string_view category;
        char phase = 0;
        bool hasTime = false;
        bool hasDuration = false;
        bool hasWork = false; ///< any argument that describes device work
        bool hasDevice = false;
        bool hasStream = false;
        uint8_t pass = 0xFF;
        int64_t startNs = 0;
        int64_t durationNs = 0;
        int64_t correlation = 0;
        int64_t sequence = -1;
        int64_t externalId = 0;
        int64_t pythonId = 0;
        int64_t forwardThread = 0;
        int64_t device = 0;
        int64_t stream = 0;
        std::string_view process;
        std::string_view thread;
        std::string_view shapes;
        std::string_view concreteInputs;
        std::string_view inputs;
        OwnEvent own;
        const char* arguments = nullptr; ///< after their brace
    };
    struct MemoryFields
    {
        int64_t bytes = 0;
        int64_t address = 0;
        int64_t totalAllocated = -1;
        int64_t totalReserved = -1;
        int64_t deviceType = 0;
        int64_t deviceId = -1;
    };

    bool readEvent(JsonCursor& cursor);
    bool readFields(JsonCursor& cursor);
    /// Flow events are not needed: launches are found by their correlation, backward nodes by their sequence
    /// number.
    static bool isFlow(char phase) { return phase == 's' || phase == 't' || phase == 'f'; }
    static bool skipFlow(JsonCursor& cursor);
    bool readToField(JsonCursor& cursor, bool inArguments, bool isFirst, ChromeField& field);
    bool readValue(JsonCursor& cursor, ChromeField field);
    bool readWorkValue(JsonCursor& cursor, ChromeField field);
    bool readMemoryValue(JsonCursor& cursor, ChromeField field);
    bool readTriple(JsonCursor& cursor, uint32_t (&values)[3]);
    bool readInputs(JsonCursor& cursor);
    /// Leaves `list` unchanged if the value is something else.
    bool readList(JsonCursor& cursor, std::string_view& list);
    bool readOwn(JsonCursor& cursor);
    /// Skips an event that cannot be read; null: there is no other one in the text.
    const char* nextEvent(const char* at, const char* end) const;

    void take(const char* textEnd);
    void takeSpan();
    void takePart();
    void takeInstant();
    void takeCounter(const char* textEnd);
    void takeName(const char* textEnd);
    ImportedEvent event();
    bool isConvolution(ImportedNameId name);
    ImportedTrackId hostTrack();
    ImportedTrackId trackOf(ImportedKind kind);
    void setId(std::string_view text, int64_t& number, bool& isText);

    int m_reader;
    ImportedTexts m_texts;
    ChromeLayout m_layout;
    ImportedBlock m_block;
    size_t m_expectedEvents = 0; ///< of the next text, estimated from the previous one
    Fields m_fields;
    MemoryFields m_memory;
    TraceDeviceWork m_work;
    std::vector<bool> m_isConvolution; ///< by name, as far as checked
    // The track of the previous event: most events have the same one.
    std::string_view m_lastProcess;
    std::string_view m_lastThread;
    ImportedTrackId m_lastTrack;
    std::string_view m_lastCategory;
    ImportedKind m_lastKind = ImportedKind::Unknown;
    int64_t m_quotedEvents = 0; ///< with unescaped quotes
};

} // namespace stepscope
