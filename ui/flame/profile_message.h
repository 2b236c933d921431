#pragma once

#include <QWidget>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class EmptyPage;

/// Shown in place of a profile's picture: says why there is none, and what to do.
class ProfileMessage final : public QWidget
{
    Q_OBJECT

public:
    explicit ProfileMessage(QWidget* parent = nullptr);

    void showText(const QString& title, const QString& hint);
    /// Says why this run (or no run) has no events in the selected steps.
    void showWhyEmpty(const Run* run);

    QString title() const;

private:
    EmptyPage* m_page;
};

} // namespace stepscope::ui
