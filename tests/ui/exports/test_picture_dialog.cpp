#include "ui/exports/picture_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QtTest>

using namespace stepscope;
using namespace stepscope::ui;

class TestPictureDialog : public QObject
{
    Q_OBJECT

    std::unique_ptr<PictureDialog> m_dialog;

    static PictureQuestion question()
    {
        return {.title = "Curves",
                .path = "/data/curves.png",
                .formats = {"png", "svg", "pdf"},
                .size = {800, 500}};
    }
    void open(const PictureQuestion& asked = question())
    {
        m_dialog = std::make_unique<PictureDialog>(asked);
        m_dialog->show();
    }
    template<typename Widget>
    Widget* find(const char* name) const
    {
        return m_dialog->findChild<Widget*>(name);
    }
    void choose(const char* name, const QString& text) const
    {
        auto* box = find<QComboBox>(name);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
    }
    QString result() const { return find<QLabel>("pictureResult")->text(); }
    QPushButton* save() const
    {
        return m_dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Save);
    }

private Q_SLOTS:
    void init()
    {
        QCoreApplication::setOrganizationName("stepscope-test-pictures");
        QSettings().clear();
    }

    void cleanup() { m_dialog.reset(); }

    void startsWithThePictureAsShown()
    {
        open();
        const PictureAnswer answer = m_dialog->answer();
        QCOMPARE(answer.path, "/data/curves.png");
        QCOMPARE(answer.options, PictureOptions());
        QVERIFY(find<QComboBox>("pictureSize")->currentText().contains("800 × 500"));
        QCOMPARE(result(), "The picture has 1600 × 1000 pixels.");
        QVERIFY(save()->isEnabled());
    }

    void theFormatThatWasAskedForPrecedesTheLastOne()
    {
        open();
        choose("pictureFormat", "PDF");
        m_dialog->accept();
        PictureQuestion asked = question();
        asked.format = "svg";
        open(asked);
        QCOMPARE(m_dialog->answer().path, "/data/curves.svg");
        open();
        QCOMPARE(m_dialog->answer().path, "/data/curves.pdf");
    }

    void choicesAreAnsweredAndRemembered()
    {
        open();
        choose("pictureSize", "1920 × 1080");
        choose("pictureScale", "3×");
        choose("pictureColors", "Dark");
        QCOMPARE(result(), "The picture has 5760 × 3240 pixels.");
        const PictureOptions chosen{.width = 1920, .height = 1080, .scale = 3.0, .dark = true};
        QCOMPARE(m_dialog->answer().options, chosen);
        m_dialog->accept();
        QCOMPARE(m_dialog->result(), int(QDialog::Accepted));
        open();
        QCOMPARE(m_dialog->answer().options, chosen);
    }

    void aCanceledChoiceIsNotRemembered()
    {
        open();
        choose("pictureColors", "Dark");
        m_dialog->reject();
        open();
        QVERIFY(!m_dialog->answer().options.dark);
    }

    void aCustomSizeIsEnteredAndRemembered()
    {
        open();
        QVERIFY(!find<QSpinBox>("pictureWidth")->isEnabled());
        QCOMPARE(find<QSpinBox>("pictureWidth")->value(), 800);
        choose("pictureSize", "Custom");
        find<QSpinBox>("pictureWidth")->setValue(1234);
        find<QSpinBox>("pictureHeight")->setValue(567);
        m_dialog->accept();
        open();
        QCOMPARE(find<QComboBox>("pictureSize")->currentText(), "Custom");
        QCOMPARE(m_dialog->answer().options.width, 1234);
        QCOMPARE(m_dialog->answer().options.height, 567);
    }

    void vectorsHaveNoScale()
    {
        open();
        choose("pictureFormat", "SVG");
        QCOMPARE(m_dialog->answer().path, "/data/curves.svg");
        QVERIFY(!find<QComboBox>("pictureScale")->isEnabled());
        QVERIFY(find<QComboBox>("pictureScale")->toolTip().contains("vector format"));
        m_dialog->accept();
        open();
        QCOMPARE(m_dialog->answer().path, "/data/curves.svg"); // the format is remembered
    }

    void theFileChoosesTheFormat()
    {
        open();
        find<QLineEdit>("pictureFile")->setText("/data/a.pdf");
        QCOMPARE(find<QComboBox>("pictureFormat")->currentText(), "PDF");
        find<QLineEdit>("pictureFile")->setText("/data/a.v2");
        QCOMPARE(m_dialog->answer().path, "/data/a.v2.pdf");
        find<QLineEdit>("pictureFile")->setText(" ");
        QVERIFY(!save()->isEnabled());
        QCOMPARE(result(), "Enter the name of the file.");
    }

    void browsingStartsAtTheFile()
    {
        QString from;
        PictureQuestion asked = question();
        asked.browse = [&](QWidget*, const QString& path) {
            from = path;
            return QString("/other/b.svg");
        };
        open(asked);
        find<QPushButton>("pictureBrowse")->click();
        QCOMPARE(from, "/data/curves.png");
        QCOMPARE(m_dialog->answer().path, "/other/b.svg");
        QCOMPARE(find<QComboBox>("pictureFormat")->currentText(), "SVG");
    }

    void whatIsTooLargeCannotBeSaved()
    {
        open();
        choose("pictureSize", "Custom");
        find<QSpinBox>("pictureWidth")->setValue(10'000);
        find<QSpinBox>("pictureHeight")->setValue(10'000);
        QVERIFY(!save()->isEnabled());
        QVERIFY2(result().contains("the maximum is 150 million pixels"), qPrintable(result()));
        m_dialog->accept();
        QVERIFY(m_dialog->isVisible());
        choose("pictureScale", "1×");
        QVERIFY(save()->isEnabled());
    }

    void whatCannotBeChosenSaysWhy()
    {
        open();
        choose("pictureSize", "1920 × 1080");
        choose("pictureColors", "Dark");
        m_dialog->accept();
        PictureQuestion asked = question();
        asked.whyOwnSize = "A table has the size of its rows and columns.";
        asked.whyOwnColors = "It is painted elsewhere.";
        open(asked);
        QVERIFY(!find<QComboBox>("pictureSize")->isEnabled());
        QCOMPARE(find<QComboBox>("pictureSize")->toolTip(), asked.whyOwnSize);
        QCOMPARE(find<QComboBox>("pictureColors")->toolTip(), asked.whyOwnColors);
        QCOMPARE(m_dialog->answer().options, PictureOptions());
        m_dialog->accept();
        open();
        QCOMPARE(m_dialog->answer().options.width, 1920); // the others' choices stay
        QVERIFY(m_dialog->answer().options.dark);
    }
};

QTEST_MAIN(TestPictureDialog)
#include "test_picture_dialog.moc"
