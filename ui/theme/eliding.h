#pragma once

#include <QComboBox>
#include <QStringList>

namespace stepscope::ui {

/// The name in that width, cut where it does not distinguish it: the names beside it, cut in the same way,
/// are other texts if possible. In the middle, otherwise at the end or at the start.
QString elidedAmong(const QFontMetrics& metrics, const QString& name, const QStringList& names, int width);

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
