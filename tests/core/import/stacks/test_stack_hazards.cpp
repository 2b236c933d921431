#include "core/base/files/gzip_text.h"
#include "core/exchange/callgrind_text.h"
#include "core/exchange/pprof_profile.h"
#include "core/import/stacks/callgrind_content.h"
#include "core/trace/operators/operator_statistics.h"
#include "sums_text.h"
#include "tests/core/trace/trace_text.h"
#include "tests/support/std_string.h"

#include <fmt/format.h>

#include <QTest>

#include <random>

using namespace stepscope;
using namespace stepscope::test;

/// Damaged and hostile files with sums by stack: each is read as far as possible, or refused with a sentence.
class TestStackHazards : public QObject
{
    Q_OBJECT

private:
    static CallTree sampleTree()
    {
        return callTree(traceOf("conv1 0-100 layer\n"
                                "  conv2d 10-90\n"
                                "    kernel 10-80\n"
                                "conv2d 100-120 backward\n"
                                "  kernel 105-115\n"));
    }

    /// {("a.py", 3, "f"): (1, 2, 1.0, 1.0, {("a.py", 1, "g"): (1, 1, 1.0, 1.0)})} as Python 3 writes it.
    static std::string cProfile()
    {
        const std::string one = "g" + std::string("\0\0\0\0\0\0\xf0\x3f", 8);
        const auto integer = [](char value) { return "i" + std::string{value, 0, 0, 0}; };
        return "{)\x03\xda\x04"
               "a.py" +
               integer(3) +
               "\xda\x01"
               "f" +
               ")\x05" + integer(1) + integer(2) + one + one + "{)\x03" + std::string("r\0\0\0\0", 5) +
               integer(1) +
               "\xda\x01"
               "g" +
               ")\x04" + integer(1) + integer(1) + one + one + "00";
    }

    static std::map<std::string, std::string> files()
    {
        const std::string folded = "main;train;gemm 30\nmain;train 5\nmain;load data 45\n";
        const std::string pprof = pprofProfile(sampleTree());
        return {{"folded", folded},
                {"folded, gzip", gzipped(folded)},
                {"callgrind", callgrindText(sampleTree())},
                {"pprof", pprof},
                {"cProfile", cProfile()}};
    }

    /// Reads or refuses the file; what is read is valid. Returns whether it was read.
    bool survives(const std::string& content)
    {
        try {
            const auto imported = importFile(m_folder.write("profile", content));
            checkSums(imported.run.trace);
            operatorStatistics(imported.run.trace, OperatorGrouping::ByOperator);
            return true;
        } catch (const Error& error) {
            if (std::string_view(error.what()).empty())
                QTest::qFail("an error without words", __FILE__, __LINE__);
            return false;
        }
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void filesThatAreCutAreReadOrRefused()
    {
        for (const auto& [name, whole] : files()) {
            QVERIFY2(survives(whole), name.c_str());
            int read = 0;
            for (size_t cut = 0; cut < 200; ++cut)
                read += survives(whole.substr(0, whole.size() * cut / 200));
            qInfo("%s: %d of 200 were read", name.c_str(), read);
        }
    }

    void filesWithChangedBytesAreReadOrRefused()
    {
        std::mt19937 random(1);
        for (const auto& [name, whole] : files()) {
            for (int i = 0; i < 300; ++i) {
                std::string changed = whole;
                for (int change = 0; change < 3; ++change)
                    changed[random() % changed.size()] = char(random());
                survives(changed);
            }
        }
    }

    void whatIsCutShortIsTold()
    {
        const std::string whole = cProfile();
        const auto cut = importFile(m_folder.write("profile", whole.substr(0, whole.size() - 1)));
        QCOMPARE(cut.log.damages().size(), 1U);
        QVERIFY(importFile(m_folder.write("profile", whole)).log.damages().empty());
    }

    void lengthsThatLieTakeNoMemory()
    {
        // A tuple of four billion, and a text as long.
        survives("{(" + std::string("\xff\xff\xff\xff", 4) + "N");
        survives("{)\x03s" + std::string("\xff\xff\xff\x7f", 4) + "a");
        // A message, a packed list and a string of exabytes.
        const std::string types = std::string("\x0a\x04\x08\x01\x10\x02", 6);
        for (const char* field : {"\x12", "\x1a", "\x32"})
            survives(types + field + std::string("\xff\xff\xff\xff\xff\xff\xff\x7f", 8));
        survives(types + "\x12\x03\x0a\xff\x7f");
    }

    void functionsBeyondAMillionShareAName()
    {
        ImportLog log;
        StackProfile profile(log);
        for (size_t i = 0; i < StackProfile::mostNames; ++i)
            profile.name(std::to_string(i));
        const auto last = profile.name("one more");
        QCOMPARE(profile.nameOf(last), std::string("(other functions)"));
        QCOMPARE(profile.name("and another"), last);
        QCOMPARE(log.counted(ImportIssue::TooManyFunctions), int64_t(2));
        QCOMPARE(profile.nameOf(profile.name("17")), std::string("17"));
        QCOMPARE(log.counted(ImportIssue::TooManyFunctions), int64_t(2));
    }

    void ofCallgrindTheFunctionsBeyondAMillionAreOne()
    {
        ImportLog log;
        StackProfile profile(log);
        CallgrindContent content(profile, log);
        content.take("events: Ir");
        for (size_t i = 0; i < StackProfile::mostNames + 3; ++i) {
            content.take(fmt::format("fn=({}) f{}", i, i));
            content.take("1 2");
        }
        content.take("fn=(1000001)"); // again
        content.take("1 5");
        const auto sums = content.sums();
        QCOMPARE(sums.functions.size(), StackProfile::mostNames + 1);
        QCOMPARE(profile.nameOf(sums.functions.back().name), std::string("(other functions)"));
        QCOMPARE(sums.functions.back().self, int64_t(3 * 2 + 5));
        QCOMPARE(sums.functions.front().self, int64_t(2));
        QCOMPARE(log.counted(ImportIssue::TooManyFunctions), int64_t(3));
    }

    void aLineThatNeverEndsIsRead()
    {
        std::string line = "main";
        while (line.size() < (8 << 20))
            line += ";some_function_with_a_long_name";
        QVERIFY(survives(line + " 3\nmain 1\n"));
    }
};

QTEST_GUILESS_MAIN(TestStackHazards)
#include "test_stack_hazards.moc"
