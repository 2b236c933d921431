#pragma once

#include <QComboBox>
#include <QLabel>
#include <QStringList>

namespace stepscope::ui {

/// What elidedAmong() keeps where a name is cut: what distinguishes it, or also its start, which of a kernel
/// is the name of the function.
enum class KeptPart { Difference, StartAndDifference };

/// The name in that width, cut where it does not distinguish it: what is shown can be none of the names
/// beside it. Cut in the middle, otherwise at the end or at the start, or to the settings that no other name
/// has together. Where no such text fits, the name's number among them comes first: "(3) mlp…".
/// With its start: "sgemm<…24, 6, 7…", as long as there is room for both.
QString elidedAmong(const QFontMetrics& metrics, const QString& name, const QStringList& names, int width,
                    KeptPart kept = KeptPart::Difference);

/// The width in pixels that remains readable when a text is elided.
int leastTextWidth(const QFontMetrics& metrics, const QString& text);

/// One line of plain text, elided in the middle if it is too long for its place; the tooltip has all of it.
class ElidedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidedLabel(QWidget* parent = nullptr);

    void setPlainText(const QString& text);

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

/// A box that may be narrower than its text, which it then shows as elidedAmong() its entries. The list of
/// entries is as wide as they are.
class ElidedComboBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit ElidedComboBox(QWidget* parent = nullptr);

    /// The text of the current entry in the box's width.
    QString shownText() const;

    void showPopup() override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace stepscope::ui
