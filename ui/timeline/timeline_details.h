#pragma once

#include "ui/timeline/timeline_text.h"

#include <QWidget>

namespace stepscope::ui {

/// A line below the timeline about the selected event, or about what is under the pointer.
class TimelineDetails final : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineDetails(QWidget* parent = nullptr);

    /// `color` of the square before it; no square if it is invalid.
    void tell(const TimelineFacts& facts, const QColor& color);
    /// Shows what to do, if there are no facts.
    void showHint(const QString& hint);
    /// All facts as text.
    QString text() const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_title;
    QString m_line;
    QColor m_color;
};

} // namespace stepscope::ui
