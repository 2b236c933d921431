#include "ui/experiment/layers_editor.h"

#include "ui/experiment/experiment_edits.h"
#include "ui/support/qt_text.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLabel>
#include <QTest>

#include <memory>

using namespace stepscope;
using namespace stepscope::ui;

class TestLayersEditor : public QObject
{
    Q_OBJECT

    std::unique_ptr<ExperimentEdits> m_edits;
    std::unique_ptr<LayersEditor> m_editor;

    LayersEdit* edit() const { return m_editor->findChild<LayersEdit*>(); }
    QLabel* facts() const { return m_editor->findChild<QLabel*>("layerFacts"); }
    QLabel* refusal() const { return m_editor->findChild<QLabel*>("refusal"); }
    QString popupText() const
    {
        const auto* completer = edit()->completer();
        return completer->popup()->isVisible() ? completer->currentCompletion() : QString();
    }

private Q_SLOTS:
    void init()
    {
        m_edits = std::make_unique<ExperimentEdits>(nullptr);
        m_edits->load(referenceExperiment("layers"));
        m_editor = std::make_unique<LayersEditor>(nullptr);
        connect(
            m_editor.get(), &FieldEditor::edited, m_edits.get(),
            [this](const ExperimentField* field, const QString& text) { m_edits->setText(*field, text); });
        connect(m_edits.get(), &ExperimentEdits::changed, m_editor.get(),
                [this] { m_editor->show(*m_edits); });
        m_editor->show(*m_edits);
        m_editor->resize(360, 200);
        m_editor->QWidget::show();
        QVERIFY(QTest::qWaitForWindowActive(m_editor.get()));
        edit()->setFocus();
    }

    void saysWhatFollowsFromTheLayers()
    {
        QVERIFY2(withPlainSpaces(facts()->text()).startsWith("1,199,882 parameters · 24.0 MFLOP"),
                 qPrintable(facts()->text()));
        QVERIFY(facts()->toolTip().contains("64 × 24 × 24"));
        QVERIFY(!refusal()->isVisible());
        edit()->selectAll();
        QTest::keyClicks(edit(), "flatten, linear 10 ");
        QCOMPARE(m_edits->experiment().layers, std::string("flatten, linear 10"));
        QVERIFY2(facts()->text().startsWith("7,850 parameters"), qPrintable(facts()->text()));
        QCOMPARE(edit()->toPlainText(), QString("flatten, linear 10 ")); // it keeps what is typed
    }

    void marksAMistakeInItsPlace()
    {
        const std::string before = m_edits->experiment().layers;
        edit()->setPlainText("flatten, lin 10");
        QCOMPARE(edit()->extraSelections().size(), 1);
        QCOMPARE(edit()->extraSelections()[0].cursor.selectedText(), QString("lin"));
        QVERIFY(refusal()->text().contains("There is no layer \"lin\""));
        QVERIFY(!facts()->isVisible());
        QCOMPARE(m_edits->experiment().layers, before);
        edit()->setPlainText("flatten, linear 10");
        QVERIFY(edit()->extraSelections().isEmpty());
        QVERIFY(refusal()->text().isEmpty());
        QVERIFY(facts()->isVisible());
    }

    void completesWords()
    {
        edit()->setPlainText("flatten, ");
        edit()->moveCursor(QTextCursor::End);
        QTest::keyClicks(edit(), "li");
        QCOMPARE(popupText(), QString("linear"));
        QTest::keyClick(edit()->completer()->popup(), Qt::Key_Return);
        QCOMPARE(edit()->toPlainText(), QString("flatten, linear"));
        QTest::keyClicks(edit(), " 10");
        QCOMPARE(popupText(), QString());
        QCOMPARE(m_edits->experiment().layers, std::string("flatten, linear 10"));
    }

    void undoIsThatOfTheForm()
    {
        const std::string before = m_edits->experiment().layers;
        edit()->setPlainText("flatten, linear 10");
        QTest::keyClick(edit(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(edit()->toPlainText(), QString("flatten, linear 10")); // the field itself does nothing
        m_edits->undo();
        QCOMPARE(edit()->toPlainText().toStdString(), before);
    }
};

QTEST_MAIN(TestLayersEditor)
#include "test_layers_editor.moc"
