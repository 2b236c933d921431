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

/// The list of events of a Chrome trace, cut into blocks that several threads read.
///
/// Blocks are cut where an event seems to begin. A block that turns out to end inside of one is read again
/// together with the next, so that a cut at a wrong place costs time, and nothing else.
class ChromeBlocks
{
public:
    struct Content
    {
        ImportedEvents events;
        std::string behind; ///< what stands behind the list
        bool isListClosed = false;
        bool endsInEvent = false;
        size_t otherBytes = 0; ///< at the end of the list, of text that is not an event
        ImportLog log;
    };

    /// `begin`: what was read from the source already, from behind the list's bracket on.
    ChromeBlocks(ImportSource& source, std::string begin, const ImportOptions& options);

    /// Throws ImportCancelled, or Error, also when there are more events than there is memory for.
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

    std::mutex m_filling; ///< of the source and these
    std::string m_carry;
    bool m_sourceEnded = false;
    size_t m_nextToFill = 0;
    int64_t m_beganNs;

    std::mutex m_ordering; ///< of these
    std::condition_variable m_ordered;
    std::map<size_t, Parsed> m_waiting;
    std::vector<std::string> m_spareBuffers;
    size_t m_nextToAccept = 0;
    std::string m_unfinished; ///< event at the end of the last accepted block
    Content m_content;
    int64_t m_neededBytes = 0;             ///< for the blocks
    std::map<int, int64_t> m_bytesOfTexts; ///< and of tracks, by reader
    std::exception_ptr m_failure;
    bool m_over = false; ///< the list ended, or something failed
};

} // namespace stepscope
