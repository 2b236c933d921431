#pragma once

#include "core/import/chrome/chrome_event_parser.h"
#include "core/import/shared/import_options.h"
#include "core/import/shared/import_source.h"

#include <condition_variable>
#include <exception>
#include <map>
#include <memory>
#include <mutex>

namespace stepscope {

/// The list of events of a Chrome trace, cut into blocks that several threads parse.
///
/// Blocks are cut where an event seems to begin. A block that turns out to end inside an event is read again
/// together with the next, so a wrong cut only costs time.
class ChromeBlocks
{
public:
    struct Content
    {
        ImportedEvents events;
        std::string behind; ///< the text after the list
        bool isListClosed = false;
        bool endsInEvent = false;
        size_t otherBytes = 0; ///< of text at the end of the list that is not an event
        ImportLog log;
    };

    /// `begin`: what was already read from the source after the list's bracket.
    ChromeBlocks(ImportSource& source, std::string begin, const ImportOptions& options);

    /// Throws ImportCanceled, or Error, also if there are more events than fit in memory.
    Content read();

private:
    struct Block
    {
        size_t number = 0;
        std::string buffer; ///< the text and its padding
        size_t size = 0;

        std::string_view text() const { return {buffer.data(), size}; }
    };
    struct Parsed
    {
        Block block;
        ChromeEventParser::Result result;
    };

    void work(ChromeEventParser& parser);
    bool fill(Block& block);
    void cut(Block& block);
    void deliver(Parsed parsed, ChromeEventParser& parser);
    void accept(Parsed parsed, ChromeEventParser& parser);
    void checkMemory(const ChromeEventParser& parser);
    void keepBehind(std::string_view text);
    void report();
    void fail(std::exception_ptr failure);

    ImportSource& m_source;
    const ImportOptions& m_options;
    size_t m_readers;

    std::mutex m_filling; ///< guards the source and these
    std::string m_carry;
    bool m_sourceEnded = false;
    size_t m_nextToFill = 0;
    int64_t m_beganNs;

    std::mutex m_ordering; ///< guards these
    std::condition_variable m_ordered;
    std::map<size_t, Parsed> m_waiting;
    std::vector<std::string> m_spareBuffers;
    size_t m_nextToAccept = 0;
    std::string m_unfinished; ///< the incomplete event at the end of the last accepted block
    Content m_content;
    int64_t m_neededBytes = 0;             ///< for the blocks
    std::map<int, int64_t> m_bytesOfTexts; ///< texts and tracks, by reader
    std::exception_ptr m_failure;
    bool m_over = false; ///< the list ended or an error occurred
};

} // namespace stepscope
