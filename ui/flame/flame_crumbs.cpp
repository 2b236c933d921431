#include "ui/flame/flame_crumbs.h"

#include "ui/flame/frame_text.h"
#include "ui/theme/theme.h"

#include <QStringList>

#include <vector>

namespace stepscope::ui {

namespace {

constexpr qsizetype mostLetters = 28;
/// A long path shows its first and last frames.
constexpr size_t firstCrumbs = 2;
constexpr size_t lastCrumbs = 3;

QString shortened(const QString& title)
{
    return title.size() <= mostLetters ? title : title.left(mostLetters - 1) + QChar(0x2026);
}

} // namespace

FlameCrumbs::FlameCrumbs(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    connect(this, &QLabel::linkActivated, this,
            [this](const QString& link) { Q_EMIT zoomWanted(link.toUInt()); });
}

void FlameCrumbs::show(const CallTree& tree, CallNodeId zoom)
{
    const QString color = Theme::instance().colors().accent.name();
    std::vector<CallNodeId> path = tree.pathTo(zoom);
    path.insert(path.begin(), rootNode);
    QStringList crumbs;
    for (size_t i = 0; i < path.size(); ++i) {
        if (i == firstCrumbs && path.size() > firstCrumbs + lastCrumbs + 1) {
            crumbs += QString(QChar(0x2026));
            i = path.size() - lastCrumbs - 1;
            continue;
        }
        const QString title = shortened(frameTitle(tree, path[i])).toHtmlEscaped();
        crumbs += path[i] == zoom ? "<b>" + title + "</b>"
                                  : QString("<a href='%1' style='color:%2; text-decoration:none'>%3</a>")
                                        .arg(uint32_t(path[i]))
                                        .arg(color, title);
    }
    setText(crumbs.join(QString("&nbsp; %1 &nbsp;").arg(QChar(0x203a))));
}

} // namespace stepscope::ui
