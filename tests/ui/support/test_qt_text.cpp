#include "ui/support/qt_text.h"

#include <QDateTime>
#include <QTest>

using namespace stepscope::ui;

class TestQtText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
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
