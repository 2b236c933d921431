#pragma once

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace stepscope::ui {

/// A part of the overview. Its title is a link to the view that has more about it.
class OverviewCard final : public QWidget
{
    Q_OBJECT

public:
    /// `view` is the name of that view, `tip` says that it is opened.
    OverviewCard(const QString& title, const QString& view, const QString& tip, QWidget* parent = nullptr);

    /// A part whose left edge is below the text of the title.
    void add(QWidget* part);
    /// A part of links, whose texts are below that of the title.
    void addLinks(QWidget* part);
    /// What the part covers, beside its title: "steps 12 to 15", "whole run". Empty: nothing to say.
    void setScope(const QString& scope);

Q_SIGNALS:
    void viewWanted(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_scope;
    QVBoxLayout* m_column;
};

} // namespace stepscope::ui
