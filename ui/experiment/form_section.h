#pragma once

#include <QWidget>

class QLabel;
class QToolButton;
class QVBoxLayout;

namespace stepscope::ui {

/// A titled group of rows. A collapsible one starts closed, with a summary of its content next to the title.
class FormSection : public QWidget
{
    Q_OBJECT

public:
    enum class Kind { Open, Collapsible };

    FormSection(const QString& title, Kind kind, QWidget* parent);

    /// The parent for the rows.
    QWidget* body() const { return m_body; }
    void addRow(QWidget* row);
    void setSummary(const QString& summary);
    bool isExpanded() const { return m_expanded; }
    void setExpanded(bool expanded);

Q_SIGNALS:
    /// By the user.
    void opened();

private:
    QToolButton* m_header = nullptr; ///< null when always open
    QLabel* m_summary;
    QWidget* m_body;
    QVBoxLayout* m_rows;
    bool m_expanded = true;
};

} // namespace stepscope::ui
