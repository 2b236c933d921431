#pragma once

#include <QAbstractButton>

namespace stepscope::ui {

/// A link: a button that looks like text. A text that is too long for its place is elided.
class LinkButton final : public QAbstractButton
{
    Q_OBJECT

public:
    static constexpr int margin = 3; ///< around the text, for the frame of the focus

    explicit LinkButton(QWidget* parent = nullptr);

    /// Shows the text as it is: "&" does not mark a key.
    void setPlainText(const QString& text);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace stepscope::ui
