#pragma once

#include <QWidget>

class QVBoxLayout;

namespace stepscope::ui {

/// A part of the overview. Its title is a link to the view that has more about it.
class OverviewCard final : public QWidget
{
    Q_OBJECT

public:
    /// `view` is the name of that view, `tip` says that it is opened.
    OverviewCard(const QString& title, const QString& view, const QString& tip, QWidget* parent = nullptr);

    void add(QWidget* part);

Q_SIGNALS:
    void viewWanted(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QVBoxLayout* m_column;
};

} // namespace stepscope::ui
