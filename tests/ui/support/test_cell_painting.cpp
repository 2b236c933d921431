#include "ui/support/cell_painting.h"

#include <QImage>
#include <QPainter>
#include <QTest>

using namespace stepscope::ui;

class TestCellPainting : public QObject
{
    Q_OBJECT

    static constexpr int height = 24;

    static QFontMetrics metricsOfPictures()
    {
        const QImage image(1, 1, QImage::Format_RGB32);
        return {QFont(), &image};
    }
    template<typename Paint>
    static QImage painted(Paint paint)
    {
        QImage image(160, height, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        paint(painter);
        return image;
    }
    static ThemeColors colors()
    {
        ThemeColors same = Theme::lightColors();
        same.mutedText = same.text;
        return same;
    }
    static QImage number(const QString& text, int width)
    {
        return painted([&](QPainter& painter) {
            paintNumber(&painter, {0, 0, width, height}, text, "ms", colors());
        });
    }
    static QImage plainText(const QString& text, int width)
    {
        return painted([&](QPainter& painter) {
            painter.setPen(colors().text);
            painter.drawText(QRect(0, 0, width, height), Qt::AlignVCenter | Qt::AlignRight, text);
        });
    }

private Q_SLOTS:
    /// "0.3 µs" would be read as the figure.
    void aNumberWithoutRoomEndsWithAnEllipsis()
    {
        const QString text = "40.3 µs";
        const QFontMetrics metrics = metricsOfPictures();
        const int whole = numberWidth(metrics, text, "ms");
        QVERIFY(whole >= metrics.horizontalAdvance(text));
        QVERIFY(number(text, whole) != plainText(metrics.elidedText(text, Qt::ElideRight, whole - 1), whole));
        const int narrow = whole - metrics.horizontalAdvance("40") - 2;
        const QString elided = metrics.elidedText(text, Qt::ElideRight, narrow);
        QVERIFY(elided.endsWith(QChar(0x2026)));
        QCOMPARE(number(text, narrow), plainText(elided, narrow));
    }
    void aUnitWiderThanTheColumnsNeedsItsOwnRoom()
    {
        const QFontMetrics metrics = metricsOfPictures();
        QCOMPARE(numberWidth(metrics, "12 min", "s"),
                 metrics.horizontalAdvance("12") + metrics.horizontalAdvance(" min"));
        QCOMPARE(numberWidth(metrics, "12 s", "min"),
                 metrics.horizontalAdvance("12") + metrics.horizontalAdvance(" min"));
        QCOMPARE(numberWidth(metrics, "12", {}), metrics.horizontalAdvance("12"));
    }
};

QTEST_MAIN(TestCellPainting)
#include "test_cell_painting.moc"
