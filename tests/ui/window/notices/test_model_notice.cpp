#include "core/data/own/trusted_models.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "tests/support/environment_variable.h"
#include "ui/window/notices/model_notice.h"
#include "ui/window/notices/notice_area.h"

#include <QFile>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace stepscope;
using namespace stepscope::test;
using namespace stepscope::ui;

class TestModelNotice : public QObject
{
    Q_OBJECT

    QTemporaryDir m_folder;
    EnvironmentVariable m_data{"XDG_DATA_HOME", m_folder.filePath("data").toUtf8()};
    NoticeArea m_notices;
    ModelNotice m_notice{&m_notices};

    Experiment withModel(const QString& content) const
    {
        QFile file(m_folder.filePath("model.pt"));
        if (file.open(QIODevice::WriteOnly))
            file.write(content.toUtf8());
        Experiment experiment = referenceExperiment(torchScriptName);
        experiment.model = file.fileName().toStdString();
        return experiment;
    }

    QPushButton* button(const QString& text) const
    {
        for (auto* button : m_notices.findChildren<QPushButton*>()) {
            if (button->text() == text && !button->isHidden())
                return button;
        }
        return nullptr;
    }

private Q_SLOTS:
    void onlyThatNetworkNeedsAFile()
    {
        m_notice.check(referenceExperiment("mlp"));
        QVERIFY(!m_notices.has("model"));
        m_notice.check(referenceExperiment(torchScriptName));
        QVERIFY(m_notices.text("model").startsWith("Choose the file"));
        QVERIFY(button("Choose file…") && !button("Trust this model"));
        m_notice.check(referenceExperiment("mlp"));
        QVERIFY(!m_notices.has("model"));
    }

    void aModelIsAskedAboutOnce()
    {
        const Experiment experiment = withModel("code");
        m_notice.check(experiment);
        QVERIFY(m_notices.text("model").contains("contains code"));
        QVERIFY(!button("Trust this model")->property("primary").toBool());
        const QSignalSpy trusted(&m_notice, &ModelNotice::trusted);
        button("Trust this model")->click();
        QCOMPARE(trusted.count(), 1);
        QVERIFY(!m_notices.has("model"));
        QVERIFY(isTrustedModel(experiment.model));
        m_notice.check(withModel("other code"));
        QVERIFY(m_notices.has("model"));
        m_notice.check(withModel("code"));
        QVERIFY(!m_notices.has("model"));
    }

    void aLargeModelIsReadInTheBackground()
    {
        Experiment experiment = withModel("large");
        const QString file = m_folder.filePath("model.pt");
        QVERIFY(QFile::resize(file, 32 << 20));
        QSignalSpy checked(&m_notice, &ModelNotice::checked);
        m_notice.check(experiment);
        QVERIFY(m_notices.text("model").contains("is being read"));
        QVERIFY(!button("Trust this model"));
        m_notice.check(experiment); // does not start again
        QTRY_COMPARE(checked.count(), 1);
        QVERIFY(m_notices.text("model").contains("contains code"));
        button("Trust this model")->click();
        QVERIFY(!m_notices.has("model"));
        m_notice.check(experiment);
        QVERIFY(!m_notices.has("model"));

        QVERIFY(QFile::resize(file, 33 << 20)); // rewritten
        m_notice.check(experiment);
        QVERIFY(m_notices.text("model").contains("is being read"));
        m_notice.check(referenceExperiment("mlp"));
        QVERIFY(!m_notices.has("model"));
        QTRY_COMPARE(checked.count(), 2);
        QVERIFY(!m_notices.has("model"));
    }

    void whatIsWrittenMeanwhileIsNotTrusted()
    {
        const Experiment experiment = withModel("one");
        m_notice.check(experiment);
        QVERIFY(QFile::resize(m_folder.filePath("model.pt"), 32 << 20));
        button("Trust this model")->click();
        QVERIFY(m_notices.text("model").contains("is being read"));
        QTRY_VERIFY(m_notices.text("model").contains("contains code"));
        QVERIFY(!isTrustedModel(experiment.model));
    }

    void theQuestionStaysIfTheAnswerCannotBeWritten()
    {
        const Experiment experiment = withModel("to be trusted");
        const EnvironmentVariable noFolder{"XDG_DATA_HOME", m_folder.filePath("model.pt").toUtf8()};
        m_notice.check(experiment);
        QVERIFY(m_notices.text("model").contains("contains code"));
        button("Trust this model")->click();
        QVERIFY(!m_notices.text("modelFailure").isEmpty());
        QVERIFY(m_notices.text("model").contains("contains code"));
        QVERIFY(button("Trust this model"));
        m_notices.remove("modelFailure");
    }

    void aMissingFileIsTold()
    {
        Experiment experiment = withModel("code");
        experiment.model = "/none/here.pt";
        m_notice.check(experiment);
        QCOMPARE(m_notices.text("model"), QString("The model /none/here.pt does not exist."));
        m_notice.setShown(false);
        QVERIFY(!m_notices.has("model"));
        m_notice.setShown(true);
        QVERIFY(m_notices.has("model"));
    }
};

QTEST_MAIN(TestModelNotice)
#include "test_model_notice.moc"
