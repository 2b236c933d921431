#pragma once

#include "core/import/chrome/chrome_layout.h"
#include "core/import/chrome/json_cursor.h"
#include "core/import/events/imported_events.h"

namespace stepscope {

/// Reads the events of one stretch of a Chrome trace after the other. Each reading thread has its own.
class ChromeEventParser
{
public:
    explicit ChromeEventParser(int reader)
        : m_reader(reader)
    {
    }

    enum class End : uint8_t {
        Text,    ///< the stretch ended, between two events
        InEvent, ///< it ended in an event, which begins at `at`
        List,    ///< the list of events ended; `at` is behind its bracket
    };
    struct Result
    {
        ImportedBlock block;
        End end = End::Text;
        const char* at = nullptr;
    };

    /// `text` begins at an event or the space or comma before it. jsonPadding bytes behind it can be read.
    Result parse(std::string_view text);

    int reader() const { return m_reader; }
    const ImportedTexts& texts() const { return m_texts; }
    ImportedTexts takeTexts() { return std::move(m_texts); }

private:
    /// What an event's object says, before it is known what it is.
    struct Fields
    {
        std::string_view name;
        std::string_view category;
        char phase = 0;
        bool hasTime = false;
        bool hasDuration = false;
        bool hasWork = false; ///< any argument that says something of a device's work
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
        const char* arguments = nullptr; ///< behind their brace
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
    /// Launches are known by their correlation, backward nodes by their sequence number.
    static bool isFlow(char phase) { return phase == 's' || phase == 't' || phase == 'f'; }
    static bool skipFlow(JsonCursor& cursor);
    bool readToField(JsonCursor& cursor, bool inArguments, bool isFirst, ChromeField& field);
    bool readValue(JsonCursor& cursor, ChromeField field);
    bool readWorkValue(JsonCursor& cursor, ChromeField field);
    bool readMemoryValue(JsonCursor& cursor, ChromeField field);
    bool readTriple(JsonCursor& cursor, uint32_t (&values)[3]);
    bool readInputs(JsonCursor& cursor);
    /// Leaves `list` as it is where the value is something else.
    bool readList(JsonCursor& cursor, std::string_view& list);
    bool readOwn(JsonCursor& cursor);
    /// Goes behind an event that cannot be read; null: there is no other one in the text.
    const char* nextEvent(const char* at, const char* end) const;

    void take(const char* textEnd);
    void takeSpan();
    void takePart();
    void takeInstant();
    void takeCounter(const char* textEnd);
    void takeName(const char* textEnd);
    ImportedEvent event();
    bool isConvolution(uint32_t name);
    uint32_t hostTrack();
    uint32_t trackOf(ImportedKind kind);
    void setId(std::string_view text, int64_t& number, bool& isText);

    int m_reader;
    ImportedTexts m_texts;
    ChromeLayout m_layout;
    ImportedBlock m_block;
    size_t m_expectedEvents = 0; ///< of the next stretch, after the one before
    Fields m_fields;
    MemoryFields m_memory;
    TraceDeviceWork m_work;
    std::vector<bool> m_isConvolution; ///< by name, as far as was asked
    // The track of the event before: by far the most are of the same.
    std::string_view m_lastProcess;
    std::string_view m_lastThread;
    uint32_t m_lastTrack = noText;
    std::string_view m_lastCategory;
    ImportedKind m_lastKind = ImportedKind::Unknown;
    int64_t m_quotedEvents = 0; ///< in which quotes are not escaped
};

} // namespace stepscope
