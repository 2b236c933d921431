#include "core/base/error.h"
#include "core/record/step_request.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

namespace stepscope {

class TestStepRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRequestIsTakenOnce()
    {
        QVERIFY(!takeRequestedSteps(run()));
        requestSteps(run(), 50);
        QCOMPARE(takeRequestedSteps(run()).value_or(0), int64_t(50));
        QVERIFY(!takeRequestedSteps(run()));
        QVERIFY(std::filesystem::is_empty(folder()));
    }

    void theLastRequestCounts()
    {
        requestSteps(run(), 50);
        requestSteps(run(), 7);
        QCOMPARE(takeRequestedSteps(run()).value_or(0), int64_t(7));
    }

    void otherContentIsNoRequest_data()
    {
        QTest::addColumn<QString>("content");
        QTest::newRow("empty") << "";
        QTest::newRow("no number") << "many";
        QTest::newRow("none") << "0";
        QTest::newRow("negative") << "-3";
        QTest::newRow("too many") << "9999999999999";
        QTest::newRow("long") << QString(100, '1');
    }
    void otherContentIsNoRequest()
    {
        QFETCH(QString, content);
        requestSteps(run(), 1);
        const auto file = std::filesystem::directory_iterator(folder())->path();
        std::ofstream(file) << content.toStdString();
        QVERIFY(!takeRequestedSteps(run()));
        QVERIFY(std::filesystem::is_empty(folder()));
    }

    void aFolderThatIsGoneIsAnError()
    {
        QVERIFY_EXCEPTION_THROWN(requestSteps(folder() / "none" / "run.stepscope", 1), Error);
        QVERIFY(!takeRequestedSteps(folder() / "none" / "run.stepscope"));
    }

private:
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path run() const { return folder() / "run.stepscope"; }

    QTemporaryDir m_folder;
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestStepRequest)
#include "test_step_request.moc"
