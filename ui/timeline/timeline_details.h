#pragma once

#include "ui/timeline/timeline_text.h"

#include <QWidget>

namespace stepscope::ui {

/// A line below the timeline that tells of the selected event, or of what is under the pointer.
class TimelineDetails final : public QWidget
{
    Q_OBJECT

public:
    explicit TimelineDetails(QWidget* parent = nullptr);

    /// `color` of the square before it; none when it is not valid.
    void tell(const TimelineFacts& facts, const QColor& color);
    /// What to do, when there is nothing to tell.
    void showHint(const QString& hint);
    /// All that is told, as text.
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
