#include "core/torch/shared/torch_headers.h"

#include "core/torch/shared/torch_errors.h"

#include <QtTest>

#include <new>
#include <stdexcept>
#include <string>

using namespace stepscope;

class TestTorchErrors : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstLineThatIsNotBlankIsTheReason_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("reason");
        QTest::newRow("one line") << "It failed."
                                  << "It failed.";
        QTest::newRow("several") << "It failed.\nCode:\nx = y"
                                 << "It failed.";
        QTest::newRow("blank lines first") << "\n \nUnknown builtin op: aten::x.\nCode:"
                                           << "Unknown builtin op: aten::x.";
        QTest::newRow("none") << "\n"
                              << "";
        QTest::newRow("empty") << ""
                               << "";
    }

    void theFirstLineThatIsNotBlankIsTheReason()
    {
        QFETCH(QString, message);
        QFETCH(QString, reason);
        const std::runtime_error problem(message.toStdString());
        QCOMPARE(QString::fromStdString(firstLine(message.toStdString())), reason);
        const Error error = torchError(problem, "Training step 12");
        QCOMPARE(QString(error.what()), "Training step 12 failed in LibTorch: " + reason);
        QCOMPARE(error.detail(), message.toStdString());
    }

    void memoryHasASentenceOfItsOwn()
    {
        const std::runtime_error problem("\nCUDA out of memory. Tried to allocate 2.00 GiB (GPU 0)");
        QCOMPARE(
            torchError(problem, "Training step 12").what(),
            "Training step 12 ran out of memory (2.00 GiB more requested); choose a smaller batch size or "
            "network.");
        QCOMPARE(torchError(std::bad_alloc(), "Training step 12").what(),
                 "Training step 12 ran out of memory; choose a smaller batch size or network.");
    }

    void errorsOfStepscopeStayAsTheyAre()
    {
        const Error error = torchError(Error("It has no parameters.", "detail"), "Training step 12");
        QCOMPARE(error.what(), "It has no parameters.");
        QCOMPARE(error.detail(), std::string("detail"));
    }
};

QTEST_GUILESS_MAIN(TestTorchErrors)
#include "test_torch_errors.moc"
