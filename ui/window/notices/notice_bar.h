#pragma once

#include "ui/window/notices/notice_area.h"

class QLabel;
class QProgressBar;

namespace stepscope::ui {

/// One notice: a stripe in its color, an icon, a sentence, buttons, and the detail if requested.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(const Notice& notice);

    QString text() const;
    void update(const QString& text, double progress);

Q_SIGNALS:
    void closed();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addDetail(const QString& detail, QLayout* buttons, QLayout* below);

    Notice::Kind m_kind;
    QLabel* m_text;
    QProgressBar* m_progress;
};

} // namespace stepscope::ui
