#pragma once

#include <QList>
#include <QString>
#include <QStringList>

namespace stepscope::ui {

struct ManualPage
{
    QString title;
    QString name; ///< its file in the manual's folder: "views/curves.md"
};

struct ManualSection
{
    QString title;
    QList<ManualPage> pages;
};

/// The user manual: a folder of Markdown files, whose index.md lists the others.
class Manual
{
public:
    static const QString indexPage;

    /// The first of these folders that has an index.
    explicit Manual(const QStringList& folders);

    bool isFound() const { return !m_folder.isEmpty(); }
    /// The sentence that says where the manual was looked for.
    QString whyMissing() const;

    /// The path of a page; that of the index if the name is empty or there is no such page.
    QString pathOf(const QString& page) const;
    /// The page of a path; empty if it is in no folder of the manual.
    QString pageOf(const QString& path) const;
    /// What the index lists, in its order.
    QList<ManualSection> contents() const;

private:
    QStringList m_folders;
    QString m_folder;
};

/// Where the manual is: next to the libraries in a build tree, and with the other documents in an
/// installation.
QStringList manualFolders();

} // namespace stepscope::ui
