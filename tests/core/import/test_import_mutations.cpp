#include "imported_text.h"
#include "tests/core/import/chrome/chrome_trace_text.h"

#include <QTest>

#include <chrono>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// Damages a file in the ways that real files are damaged, and in others.
class Mutator
{
public:
    explicit Mutator(unsigned seed)
        : m_random(seed)
    {
    }

    std::string mutated(std::string text)
    {
        const unsigned times = 1 + m_random() % 8;
        for (unsigned i = 0; i < times && !text.empty(); ++i)
            mutate(text);
        return text;
    }

private:
    size_t place(const std::string& text) { return m_random() % (text.size() + 1); }

    void mutate(std::string& text)
    {
        static constexpr const char* pieces[] = {"\"",
                                                 "{",
                                                 "}",
                                                 "[",
                                                 "]",
                                                 ",",
                                                 ":",
                                                 "\\",
                                                 "N/A",
                                                 "NaN",
                                                 "-",
                                                 "1e99",
                                                 "\"ts\":",
                                                 "0",
                                                 "\n{\"ph\":\"X\",",
                                                 "\\ud800",
                                                 "\xFF\xFE",
                                                 "\x01",
                                                 "99999999999999999999",
                                                 "\"pid\":\"\"",
                                                 "\"ph\":\"E\"",
                                                 "\"ph\":\"B\"",
                                                 "\"ph\":\"C\""};
        const size_t at = place(text);
        const size_t length = std::min<size_t>(m_random() % 200, text.size() - at);
        switch (m_random() % 5) {
        case 0:
            text.erase(at, length);
            break;
        case 1:
            text.insert(at, pieces[m_random() % std::size(pieces)]);
            break;
        case 2:
            text.insert(place(text), text.substr(at, length));
            break;
        case 3:
            if (at < text.size())
                text[at] = char(m_random());
            break;
        default:
            text.replace(at, length, std::string(length, char('0' + m_random() % 10)));
        }
    }

    std::mt19937 m_random;
};

} // namespace

/// Whatever a file contains, it is read or refused, and what is read is valid. STEPSCOPE_FUZZ_SECONDS sets
/// for how long to continue, with different damage each time.
class TestImportMutations : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    void readMutated(unsigned seed)
    {
        const KinetoDialect dialects[] = {dialectOf2021(), dialectOf2022(), KinetoDialect()};
        const std::string text =
            Mutator(seed).mutated(KinetoWriter(dialects[seed % std::size(dialects)]).write());
        try {
            const auto imported = m_folder.import(text);
            checkSound(imported.run.trace);
        } catch (const Error&) {
        }
        if (QTest::currentTestFailed())
            qWarning("seed %u", seed);
    }

private Q_SLOTS:
    void damagedFilesAreReadOrRefused()
    {
        using Clock = std::chrono::steady_clock;
        const auto end =
            Clock::now() + std::chrono::seconds(qEnvironmentVariableIntValue("STEPSCOPE_FUZZ_SECONDS"));
        constexpr unsigned atLeast = 400;
        unsigned first = end > Clock::now() ? std::random_device()() : 0;
        for (unsigned i = 0; (i < atLeast || Clock::now() < end) && !QTest::currentTestFailed(); ++i)
            readMutated(first + i);
    }
};

QTEST_GUILESS_MAIN(TestImportMutations)
#include "test_import_mutations.moc"
