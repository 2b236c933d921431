#pragma once

#include <QWidget>

namespace stepscope {
struct Run;
}

namespace stepscope::ui {

class EmptyPage;

/// Stands where a profile's picture would: says why there is none, and what to do.
class ProfileMessage final : public QWidget
{
    Q_OBJECT

public:
    explicit ProfileMessage(QWidget* parent = nullptr);

    void showText(const QString& title, const QString& hint);
    /// Why there are no events of this run, which may be none, in the selected steps.
    void showWhyEmpty(const Run* run);

    QString title() const;

private:
    EmptyPage* m_page;
};

} // namespace stepscope::ui
