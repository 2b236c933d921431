#pragma once

#include <QMap>
#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace stepscope::ui {

/// A message to the user, below the views.
struct Notice
{
    enum class Kind { Info, Good, Warning, Error };

    struct Button
    {
        QString text;
        std::function<void()> pressed;
        bool primary = false;
    };

    Kind kind = Kind::Info;
    QString text;
    QString detail; ///< one click away; may be empty
    QList<Button> buttons;
    bool closable = true;
    bool needsAnswer = false; ///< nothing can be trained until it is settled
    double progress = -1.0;   ///< 0 to 1: a progress bar, above 1: a busy bar; negative: none
    QString below = {};       ///< the name of a notice that is shown above it, while there is one
};

class NoticeBar;

/// The current notices. Those that need an answer come first and are always shown, along with an error or a
/// warning that is newer than they are. Without them only the most important notice is shown: the newest
/// error or warning, or else the newest. The first has the number of the hidden ones, which are shown below
/// it if the user wants to see them. Each has a name: showing it again replaces it.
class NoticeArea : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeArea(QWidget* parent = nullptr);

    void show(const QString& name, const Notice& notice);
    /// Changes only the text and the bar of an existing notice.
    void update(const QString& name, const QString& text, double progress);
    void remove(const QString& name);
    /// Removes those of these names that are errors.
    void removeErrors(const QStringList& names);
    bool has(const QString& name) const { return m_bars.contains(name); }
    /// Empty if there is none of that name.
    QString text(const QString& name) const;

private:
    void arrange();
    /// The first ones of `names` that are shown even if the user does not want to see all.
    qsizetype alwaysShown(const QStringList& names) const;

    QMap<QString, NoticeBar*> m_bars;
    QStringList m_names; ///< of the notices, the newest first
    bool m_areAllShown = false;
    QVBoxLayout* m_layout;
};

} // namespace stepscope::ui
