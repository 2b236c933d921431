#include "core/import/stacks/marshal_content.h"
#include "core/trace/operators/operator_statistics.h"
#include "sums_text.h"
#include "tests/support/std_string.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <bit>
#include <functional>

using namespace stepscope;
using namespace stepscope::test;

namespace {

std::string little(uint64_t value, int bytes)
{
    std::string text;
    for (int i = 0; i < bytes; ++i, value >>= 8)
        text += char(value & 0xFF);
    return text;
}

std::string integer(int32_t value)
{
    return "i" + little(uint32_t(value), 4);
}

std::string number(double value)
{
    return "g" + little(std::bit_cast<uint64_t>(value), 8);
}

std::string text(const std::string& value)
{
    return "z" + little(value.size(), 1) + value;
}

std::string tuple(const std::vector<std::string>& items)
{
    std::string bytes = ")" + little(items.size(), 1);
    for (const std::string& item : items)
        bytes += item;
    return bytes;
}

std::string function(const std::string& file, int line, const std::string& name)
{
    return tuple({text(file), integer(line), text(name)});
}

/// Of calls (primitive, all), own seconds, cumulative ones, and callers.
std::string figures(int primitive, int calls, double own, double all, const std::string& callers)
{
    return tuple({integer(primitive), integer(calls), number(own), number(all), "{" + callers + "0"});
}

/// As pstats keeps a caller: here all calls come first.
std::string caller(const std::string& who, int calls, int primitive, double own, double all)
{
    return who + tuple({integer(calls), integer(primitive), number(own), number(all)});
}

const std::string mainFunction = function("/src/app.py", 1, "main");
const std::string helper = function("/src/app.py", 9, "helper");
const std::string sum = function("~", 0, "<built-in method builtins.sum>");

std::string sample()
{
    return "{" + mainFunction + figures(1, 1, 0.5, 3.0, "") + helper +
           figures(2, 2, 1.0, 1.5, caller(mainFunction, 2, 2, 1.0, 1.5)) + sum +
           figures(3, 3, 1.5, 1.5, caller(mainFunction, 1, 1, 1.0, 1.0) + caller(helper, 2, 2, 0.5, 0.5)) +
           "0";
}

} // namespace

class TestCProfileReader : public QObject
{
    Q_OBJECT

private:
    ImportedRun import(const std::string& content) { return importFile(m_folder.write("out.prof", content)); }

    /// What a program prints; fails the test if the program fails.
    static std::string output(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        const bool isDone = process.waitForFinished(60'000) && process.exitCode() == 0;
        if (!isDone)
            QTest::qFail(process.readAllStandardError().constData(), __FILE__, __LINE__);
        return process.readAllStandardOutput().toStdString();
    }

    ImportFolder m_folder;

private Q_SLOTS:
    void functionsAndCallersBecomeStacks()
    {
        const auto imported = import(sample());
        checkSums(imported.run.trace);
        QCOMPARE(imported.run.trace.unit, "");
        QCOMPARE(imported.run.trace.kind[0], EventKind::PythonFunction);
        QCOMPARE(
            printedSums(imported.run.trace),
            "main (app.py:1) 500000000 of 3000000000 x1\n"
            "main (app.py:1);helper (app.py:9) 1000000000 of 1500000000 x2\n"
            "main (app.py:1);helper (app.py:9);<built-in method builtins.sum> 500000000 of 500000000 x2\n"
            "main (app.py:1);<built-in method builtins.sum> 1000000000 of 1000000000 x1\n");
        QCOMPARE(imported.run.experiment.network, "out");
    }

    void functionsOfOneNameAndLineKeepTheirFolders()
    {
        const auto imported = import("{" + function("/a/x.py", 1, "f") + figures(1, 1, 1.0, 1.0, "") +
                                     function("/b/x.py", 1, "f") + figures(1, 1, 2.0, 2.0, "") + "0");
        QCOMPARE(printedSums(imported.run.trace),
                 "f (/a/x.py:1) 1000000000 of 1000000000 x1\nf (/b/x.py:1) 2000000000 of 2000000000 x1\n");
    }

    void marshalIsReadInAllItsVersions()
    {
        const auto read = [](const std::string& bytes) {
            const MarshalContent content(bytes);
            return std::pair(content.isWhole(), content.root().text);
        };
        QCOMPARE(read("s" + little(3, 4) + "abc"), std::pair(true, std::string_view("abc")));
        QVERIFY(!read("s" + little(4, 4) + "abc").first);
        QVERIFY(!read("s\xff\xff\xff\xff").first);
        const std::string shared = tuple({"\xda\x01"
                                          "f",
                                          "r" + little(0, 4)});
        const MarshalContent content(shared);
        QVERIFY(content.isWhole());
        QCOMPARE(content.root().items[0], content.root().items[1]);
        const std::string old =
            "(" + little(2, 4) + "t" + little(1, 4) + "f" + "R" + little(0, 4); // of Python 2
        const MarshalContent interned(old);
        QVERIFY(interned.isWhole());
        QCOMPARE(interned[interned.root().items[1]].text, "f");
        const std::string large = "l" + little(2, 4) + little(1, 2) + little(2, 2);
        QCOMPARE(MarshalContent(large).root().integer, 2 * 32768 + 1);
        const std::string negative = "l" + little(uint32_t(-1), 4) + little(7, 2);
        QCOMPARE(MarshalContent(negative).root().integer, -7);
        QVERIFY(!read("c" + std::string(100, '\0')).first); // code is never read
        QVERIFY(!read(std::string(10'000, '[')).first);
        const std::string itself = "\xdb" + little(1, 4) + "r" + little(0, 4); // a list that holds itself
        QVERIFY(MarshalContent(itself).isWhole());
    }

    void recursionKeepsTheSumsOfFunctions()
    {
        // f calls itself 4 times; its own time is 2 s, of which 1.5 s in the calls from itself.
        const std::string f = function("r.py", 1, "f");
        const auto imported = import(
            "{" + mainFunction + figures(1, 1, 1.0, 3.0, "") + f +
            figures(1, 5, 2.0, 2.0, caller(mainFunction, 1, 1, 0.5, 2.0) + caller(f, 4, 1, 1.5, 1.5)) + "0");
        QCOMPARE(printedSums(imported.run.trace), "main (app.py:1) 1000000000 of 3000000000 x1\n"
                                                  "main (app.py:1);f (r.py:1) 2000000000 of 2000000000 x5\n");
    }

    void strangeFiguresAreCounted()
    {
        const auto imported =
            import("{" + mainFunction + figures(1, 1, -1.0, 3.0, "") + text("odd") + "N" + helper +
                   figures(1, 1, 1e300, 1.0, "") + sum + figures(1, 1, 2.0, 2.0, text("x") + "N") + "0");
        const auto counted = [&](ImportIssue issue) { return imported.log.counted(issue); };
        QCOMPARE(counted(ImportIssue::NegativeValues), 1);
        QCOMPARE(counted(ImportIssue::ValuesTooLarge), 1);
        QCOMPARE(counted(ImportIssue::UnreadableEvents), 2);
        QCOMPARE(callTree(imported.run.trace).selfNs, 2'000'000'000);
    }

    void aFileOfPythonsProfilerHasPythonsFigures()
    {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("there is no python3 here");
        const auto program =
            m_folder.write("work.py", "import json\n"
                                      "def even(n): return n == 0 or odd(n - 1)\n"
                                      "def odd(n): return n != 0 and even(n - 1)\n"
                                      "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
                                      "def work():\n"
                                      "    for i in range(40):\n"
                                      "        even(i); fib(8); sorted(range(i), key=lambda x: -x)\n"
                                      "        json.dumps({'a': [1, 2, {'b': i}]}, indent=1)\n"
                                      "work()\n");
        const auto profile = m_folder.path() / "work.prof";
        output(python, {"-m", "cProfile", "-o", QString::fromStdString(profile.string()),
                        QString::fromStdString(program.string())});
        // The same names as the reader's, calls and nanoseconds.
        const std::string told = output(
            python,
            {"-c",
             "import sys, marshal, os\n"
             "for (file, line, name), (cc, nc, tt, ct, callers) in marshal.load(open(sys.argv[1], 'rb'))"
             ".items():\n"
             "    where = '' if file == '~' else ' (%s:%d)' % (os.path.basename(file), line)\n"
             "    print('%s%s\\t%d\\t%d' % (name, where, nc, round(tt * 1e9)))\n",
             QString::fromStdString(profile.string())});
        const auto imported = importFile(profile);
        checkSums(imported.run.trace);
        QVERIFY(imported.log.damages().empty());
        std::map<std::string, std::pair<int64_t, int64_t>> expected; // calls and nanoseconds
        for (const QString& line : QString::fromStdString(told).split('\n', Qt::SkipEmptyParts)) {
            const QStringList parts = line.split('\t');
            expected[parts[0].toStdString()].first += parts[1].toLongLong();
            expected[parts[0].toStdString()].second += parts[2].toLongLong();
        }
        std::map<std::string, std::pair<int64_t, int64_t>> read;
        const Trace& trace = imported.run.trace;
        for (const OperatorRow& row : operatorStatistics(trace, OperatorGrouping::ByOperator).rows)
            read[trace.names[row.name]] = {row.calls, row.selfNs};
        QVERIFY(expected.size() > 10);
        QVERIFY(read.contains("fib (work.py:4)"));
        for (const auto& [name, figures] : expected) {
            QVERIFY2(read.contains(name), name.c_str());
            QVERIFY2(read[name] == figures, name.c_str());
        }
        QCOMPARE(read.size(), expected.size());
    }
};

QTEST_GUILESS_MAIN(TestCProfileReader)
#include "test_cprofile_reader.moc"
