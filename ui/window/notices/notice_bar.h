#pragma once

#include "ui/window/notices/notice_area.h"

class QBoxLayout;
class QLabel;
class QProgressBar;
class QToolButton;

namespace stepscope::ui {

/// One notice: a stripe in its color, an icon, a sentence on one line, buttons, and if requested the whole of
/// a longer sentence, and the detail. One that needs an answer shows its whole sentence.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(const Notice& notice);

    Notice::Kind kind() const { return m_kind; }
    bool needsAnswer() const { return m_needsAnswer; }
    const QString& below() const { return m_below; }
    QString text() const { return m_whole; }
    void update(const QString& text, double progress);
    /// The number of hidden notices, for a button that shows or hides them; 0: no button.
    void setOthers(int count, bool areShown);

Q_SIGNALS:
    void closed();
    /// The other notices are to be shown, or hidden.
    void othersWanted(bool areShown);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void addDetail(const QString& detail, QLayout* buttons, QLayout* below);

    void fitText();
    void placeControls();

    Notice::Kind m_kind;
    bool m_needsAnswer;
    QString m_below;
    QString m_whole;
    QBoxLayout* m_row;      ///< the sentence and the controls
    QBoxLayout* m_controls; ///< buttons and progress
    QLabel* m_text;
    QToolButton* m_more;   ///< of a sentence that is longer than its line
    QToolButton* m_others; ///< shows and hides the other notices
    QProgressBar* m_progress;
};

} // namespace stepscope::ui
