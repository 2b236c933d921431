#pragma once

#include <Qt>
#include <QtGlobal>

namespace stepscope::ui {

/// What the comparison's tables provide for a cell, besides its text.
enum CompareRole {
    CellKindRole = Qt::UserRole, ///< int(CellKind)
    FigureRole,                  ///< the number that the column is sorted by; invalid: not known
    VerdictRole,                 ///< int(Verdict)
    FormsRole,                   ///< of a verdict: QStringList, its text and a short one; see verdictForms()
    PassRole,                    ///< int(Pass)
    UnitRole,                    ///< the widest unit in the column
    PlainRole,                   ///< text for a spreadsheet: a plain number in the unit of its row or column
    // Of headers:
    RunNameRole,      ///< of which run the column is; columns of a run are adjacent
    ShortRunNameRole, ///< the same where there is little room
    RunColorRole,
    IsFirstOrderRole, ///< whether rows are sorted by the column, descending, until the user sorts them
    ShortTitleRole,   ///< a title for a column that is too narrow for the usual one; may be missing
};

enum class CellKind {
    Text,
    Label, ///< of a row
    Group, ///< a row that is a heading
    Number,
    Share, ///< with a bar
    PassTag,
    Verdict,
    Absent,
};

} // namespace stepscope::ui
