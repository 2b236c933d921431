#include "core/exchange/callgrind_text.h"
#include "core/trace/calls/call_tree_builder.h"
#include "tests/core/trace/trace_text.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

namespace {

/// conv2d runs twice, once below a layer; kernel below both.
CallTree sampleTree()
{
    return callTree(traceOf("conv1 0-100 layer\n"
                            "  conv2d 10-90\n"
                            "    kernel 10-80\n"
                            "conv2d 100-120 backward\n"
                            "  kernel 105-115\n"));
}

} // namespace

class TestCallgrindText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void functionsHaveTheirOwnCostsAndThoseOfTheirCalls()
    {
        const auto text = QString::fromStdString(callgrindText(sampleTree()));
        QCOMPARE(text.mid(text.indexOf("events:")), "events: Time\n"
                                                    "summary: 100\n"
                                                    "\nfl=(2) pass\nfn=(1) Forward\n0 0\n"
                                                    "cfi=(3) layer\ncfn=(2) conv1\ncalls=1 0\n0 80\n"
                                                    "\nfl=(3)\nfn=(2)\n0 0\n"
                                                    "cfi=(4) operator\ncfn=(3) conv2d\ncalls=1 0\n0 80\n"
                                                    "\nfl=(4)\nfn=(3)\n0 20\n"
                                                    "cfi=(4)\ncfn=(4) kernel\ncalls=2 0\n0 80\n"
                                                    "\nfl=(4)\nfn=(4)\n0 80\n"
                                                    "\nfl=(2)\nfn=(5) Backward\n0 0\n"
                                                    "cfi=(4)\ncfn=(3)\ncalls=1 0\n0 20\n");
        QVERIFY(text.startsWith("# callgrind format\nversion: 1\ncreator: Stepscope "));
    }

    void workOfADeviceIsACostOfItsOwn()
    {
        const auto text =
            QString::fromStdString(callgrindText(callTree(traceOf("mm 0-50\n"
                                                                  "gemm 20-60 t1 gpu0 kernel <mm\n"))));
        QVERIFY(text.contains("events: Time Device\nsummary: 50 40\n"));
        QVERIFY(text.contains("fn=(2)\n0 50 0\n"));
        QVERIFY(text.contains("calls=1 0\n0 0 40\n"));
    }

    void aNameOfTwoLinesStaysInOne()
    {
        QVERIFY(callgrindText(callTree(traceOf("a\x01z 0-10\n"))).find(") a z\n") != std::string::npos);
    }

    void callgrindsOwnToolReadsTheTotals()
    {
        const auto tool = QStandardPaths::findExecutable("callgrind_annotate");
        if (tool.isEmpty())
            QSKIP("callgrind_annotate is not installed (Debian's package valgrind).");
        const QTemporaryDir folder;
        QFile file(folder.filePath("callgrind.out"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(callgrindText(sampleTree())));
        file.close();
        QProcess process;
        process.start(tool, {"--inclusive=yes", "--threshold=100", file.fileName()});
        QVERIFY(process.waitForFinished());
        const auto output = QString(process.readAllStandardOutput());
        QVERIFY2(process.exitCode() == 0, qPrintable(output + process.readAllStandardError()));
        QVERIFY2(output.contains(QRegularExpression("100 \\(100\\.0%\\)\\s+PROGRAM TOTALS")),
                 qPrintable(output));
        QVERIFY2(output.contains(QRegularExpression("80 \\(80\\.0.?%\\)\\s+layer:conv1")),
                 qPrintable(output));
        QVERIFY2(output.contains(QRegularExpression("80 \\(80\\.0.?%\\)\\s+operator:kernel")),
                 qPrintable(output));
    }
};

QTEST_GUILESS_MAIN(TestCallgrindText)
#include "test_callgrind_text.moc"
