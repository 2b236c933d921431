#pragma once

#include <QList>
#include <QTextCursor>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTextEdit;

namespace stepscope::ui {

/// Finds text in a page: marks what was found, counts it, and goes from one to the next.
class PageSearch final : public QWidget
{
    Q_OBJECT

public:
    explicit PageSearch(QTextEdit* page, QWidget* parent = nullptr);

    /// Moves the focus to the search field.
    void start();
    /// Another page is shown.
    void renew();
    void goTo(int step); ///< 1: next, -1: previous; from the last to the first and back
    int found() const { return int(m_found.size()); }
    int current() const { return m_current; } ///< -1: none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search();
    void mark();

    QTextEdit* m_page;
    QLineEdit* m_text;
    QLabel* m_count;
    QList<QTextCursor> m_found;
    int m_current = -1;
};

} // namespace stepscope::ui
