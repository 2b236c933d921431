#include "ui/window/help/manual.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QObject>
#include <QRegularExpression>

#include <algorithm>

namespace stepscope::ui {

namespace {

struct ManualWords
{
    Q_DECLARE_TR_FUNCTIONS(Manual)
};

} // namespace

const QString Manual::indexPage = QStringLiteral("index.md");

Manual::Manual(const QStringList& folders)
    : m_folders(folders)
{
    const auto found = std::ranges::find_if(
        folders, [](const QString& folder) { return QFileInfo(folder + '/' + indexPage).isFile(); });
    if (found != folders.end())
        m_folder = QDir(*found).canonicalPath(); // links in the pages lead out of the folder
}

QString Manual::whyMissing() const
{
    if (m_folders.isEmpty())
        return ManualWords::tr(
            "The manual was not found, because Stepscope's library folder could not be determined.");
    return ManualWords::tr("The manual was not found: there is no %1 in %2.")
        .arg(indexPage, m_folders.join(ManualWords::tr(" or ")));
}

QString Manual::pathOf(const QString& page) const
{
    const QDir folder(m_folder);
    return folder.filePath(!page.isEmpty() && folder.exists(page) ? page : indexPage);
}

QString Manual::pageOf(const QString& path) const
{
    const QString page = QDir(m_folder).relativeFilePath(path);
    return page.startsWith("../") ? QString() : page;
}

QList<ManualSection> Manual::contents() const
{
    static const QRegularExpression heading("^## +(.+)$");
    static const QRegularExpression link(R"(\[([^\]]+)\]\(([^)#:]+\.md)\))");
    QFile index(pathOf(indexPage));
    if (!index.open(QIODevice::ReadOnly))
        return {};
    QList<ManualSection> sections;
    for (const QString& line : QString::fromUtf8(index.readAll()).split('\n')) {
        if (const auto found = heading.match(line); found.hasMatch())
            sections += ManualSection{.title = found.captured(1).trimmed(), .pages = {}};
        for (auto found = link.globalMatch(line); found.hasNext() && !sections.isEmpty();) {
            const auto match = found.next();
            sections.back().pages += ManualPage{.title = match.captured(1), .name = match.captured(2)};
        }
    }
    return sections;
}

} // namespace stepscope::ui
