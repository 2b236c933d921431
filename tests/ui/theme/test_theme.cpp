#include "tests/ui/support/color_contrast.h"
#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QImage>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStyle>
#include <QStyleOptionComboBox>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <initializer_list>

using namespace stepscope;
using namespace stepscope::ui;

class TestTheme : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void colorsCanBeToldFromWhatTheyStandOn_data();
    void colorsCanBeToldFromWhatTheyStandOn();
    void seriesDiffer_data() { colorsCanBeToldFromWhatTheyStandOn_data(); }
    void seriesDiffer();
    void switchingModeRecolorsTheApplication();
    void primaryButtonStandsOut();
    void tabularFontHasDigitsOfEqualWidth();
    void anXBetweenDigitsStaysAnX();
    void popUpsShowAllEntries();
    void focusIsDrawnByTheBorderAlone();

private:
    static ThemeColors colorsOf(bool dark) { return dark ? Theme::darkColors() : Theme::lightColors(); }
};

void TestTheme::colorsCanBeToldFromWhatTheyStandOn_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::colorsCanBeToldFromWhatTheyStandOn()
{
    QFETCH(bool, dark);
    const ThemeColors colors = colorsOf(dark);
    for (const QColor& background : {colors.surface, colors.window, colors.raised}) {
        QVERIFY(test::contrast(colors.text, background) >= 7.0);
        for (const QColor& words : {colors.mutedText, colors.good, colors.warning, colors.error})
            QVERIFY2(test::contrast(words, background) >= 4.5,
                     qPrintable(words.name() + " on " + background.name()));
    }
    QVERIFY(test::contrast(colors.accentText, colors.accent) >= 4.5);
    QList<QColor> marks = colors.series;
    marks << colors.train << colors.test << colors.validation << colors.forward << colors.backward
          << colors.optimizer << colors.otherPass << colors.accent;
    for (const QColor& mark : marks)
        QVERIFY2(test::contrast(mark, colors.surface) >= 3.0, qPrintable(mark.name()));
}

void TestTheme::seriesDiffer()
{
    QFETCH(bool, dark);
    const QList<QColor> series = colorsOf(dark).series;
    QVERIFY(series.size() >= 8);
    for (int i = 0; i < series.size(); ++i) {
        for (int j = 0; j < i; ++j) {
            const int distance = std::abs(series[i].red() - series[j].red()) +
                                 std::abs(series[i].green() - series[j].green()) +
                                 std::abs(series[i].blue() - series[j].blue());
            QVERIFY2(distance > 60, qPrintable(series[i].name() + " and " + series[j].name()));
        }
    }
}

void TestTheme::switchingModeRecolorsTheApplication()
{
    Theme& theme = Theme::instance();
    theme.apply();
    theme.setMode(ThemeMode::Light);
    QSignalSpy changed(&theme, &Theme::changed);
    theme.setMode(ThemeMode::Dark);
    QCOMPARE(changed.count(), 1);
    QVERIFY(theme.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::darkColors().window);
    QCOMPARE(theme.colors().surface, Theme::darkColors().surface);
    theme.setMode(ThemeMode::Light);
    QVERIFY(!theme.isDark());
    QCOMPARE(QApplication::palette().color(QPalette::Base), Theme::lightColors().surface);
}

void TestTheme::primaryButtonStandsOut()
{
    Theme::instance().apply();
    Theme::instance().setMode(ThemeMode::Light);
    QPushButton button("Train");
    button.setProperty("primary", true);
    button.resize(120, 32);
    const QImage picture = button.grab().toImage();
    QCOMPARE(picture.pixelColor(12, 16), Theme::lightColors().accent);
}

void TestTheme::tabularFontHasDigitsOfEqualWidth()
{
    Theme::instance().apply();
    const QFontMetricsF metrics(Theme::tabularFont(QApplication::font()));
    for (char16_t digit = u'1'; digit <= u'9'; ++digit)
        QCOMPARE(metrics.horizontalAdvance(QChar(digit)), metrics.horizontalAdvance(u'0'));
}

void TestTheme::anXBetweenDigitsStaysAnX()
{
    Theme::instance().apply();
    const QFontMetricsF metrics(QApplication::font());
    const double apart = 2 * metrics.horizontalAdvance("4") + metrics.horizontalAdvance("x");
    QVERIFY(std::abs(metrics.horizontalAdvance("4x4") - apart) < 0.5); // a multiplication sign is wider
}

void TestTheme::popUpsShowAllEntries()
{
    Theme::instance().setMode(ThemeMode::Light);
    QWidget window;
    auto* box = new QComboBox(&window);
    for (int i = 0; i < 9; ++i)
        box->addItem(QString::number(i));
    window.resize(300, 60);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    // With arrows to scroll, the last entry may be cut.
    QStyleOptionComboBox option;
    option.initFrom(box);
    QVERIFY(!box->style()->styleHint(QStyle::SH_ComboBox_Popup, &option, box));
    box->showPopup();
    QTRY_VERIFY(box->view()->isVisible());
    QCOMPARE(box->view()->verticalScrollBar()->maximum(), 0);
    const QRect last = box->view()->visualRect(box->model()->index(8, 0));
    QVERIFY(last.bottom() < box->view()->viewport()->height());
}

void TestTheme::focusIsDrawnByTheBorderAlone()
{
    Theme::instance().apply();
    Theme::instance().setMode(ThemeMode::Light);
    QWidget window;
    auto* usual = new QPushButton("Usual");
    auto* rail = new QPushButton("Rail");
    rail->setProperty("rail", true);
    rail->setFlat(true);
    auto* tool = new QToolButton;
    tool->setText("Tool");
    auto* box = new QCheckBox("Box");
    auto* row = new QHBoxLayout(&window);
    for (QWidget* each : std::initializer_list<QWidget*>{usual, rail, tool, box})
        row->addWidget(each);
    window.show();
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    window.setAttribute(Qt::WA_KeyboardFocusChange); // as after the Tab key
    // Without the border, its round corners, and the indicator of the box.
    const auto inside = [](QWidget* each) {
        const QImage picture = each->grab().toImage();
        const bool isBox = qobject_cast<QCheckBox*>(each);
        return picture.copy(isBox ? picture.rect().adjusted(22, 0, 0, 0)
                                  : picture.rect().adjusted(8, 3, -8, -3));
    };
    for (QWidget* each : std::initializer_list<QWidget*>{usual, rail, tool, box}) {
        each->setFocusPolicy(Qt::StrongFocus);
        each->clearFocus();
        const QImage before = inside(each);
        const QImage whole = each->grab().toImage();
        each->setFocus(Qt::TabFocusReason);
        QVERIFY(each->hasFocus());
        QVERIFY(each->grab().toImage() != whole);
        QVERIFY2(inside(each) == before, each->metaObject()->className());
    }
}

QTEST_MAIN(TestTheme)
#include "test_theme.moc"
