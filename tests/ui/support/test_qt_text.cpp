#include "ui/support/plain_label.h"
#include "ui/support/qt_text.h"

#include <QDateTime>
#include <QLabel>
#include <QTest>

#include <memory>

using namespace stepscope::ui;

class TestQtText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void numbersStayWithTheirUnits()
    {
        const QString text = "12 ms, 34.5 % of 1.50 GiB at 1,234 samples/s and 2.10 TFLOP/s in 5 s.";
        const QString shown = withoutBreaks(text);
        QCOMPARE(shown, QString("12\u00a0ms, 34.5\u00a0% of 1.50\u00a0GiB at 1,234\u00a0samples/s and "
                                "2.10\u00a0TFLOP/s in 5\u00a0s."));
        QCOMPARE(withPlainSpaces(shown), text);
        for (const QString unchanged : {"5 steps", "batch 64 samples", "3 min2", "a s", "1 of 2", ""})
            QCOMPARE(withoutBreaks(unchanged), unchanged);
    }

    void aLabelDoesNotCutAFigureFromItsUnit()
    {
        const std::unique_ptr<QLabel> label(plainLabel("it took 12 ms"));
        QCOMPARE(label->text(), QString("it took 12\u00a0ms"));
        QCOMPARE(paragraph("it took 12 ms"), QString("<p>it took 12\u00a0ms</p>"));
    }

    void datesHaveTheTimeOrTheYear()
    {
        const int year = QDate::currentDate().year();
        const auto unixMs = [](int ofYear) {
            return int64_t(QDateTime(QDate(ofYear, 3, 1), QTime(14, 5, 9)).toMSecsSinceEpoch());
        };
        QCOMPARE(dateText(unixMs(year)), QString("1 Mar 14:05"));
        QCOMPARE(dateText(unixMs(2001)), QString("1 Mar 2001"));
        QCOMPARE(dateText(0), QString());
        QCOMPARE(completeDateText(unixMs(2001)), QString("1 Mar 2001 14:05:09"));
        QCOMPARE(completeDateText(0), QString());
    }
};

QTEST_MAIN(TestQtText)
#include "test_qt_text.moc"
