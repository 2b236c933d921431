#pragma once

#include <QSortFilterProxyModel>

namespace stepscope::ui {

/// A filter whose condition changes in one way in all releases of Qt.
class FilterModel : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    /// Calls `change` and filters all rows again.
    template<typename Change>
    void changeFilter(Change change)
    {
#if QT_VERSION >= QT_VERSION_CHECK(6, 10, 0)
        beginFilterChange();
        change();
        endFilterChange();
#else
        change();
        invalidateFilter();
#endif
    }
};

} // namespace stepscope::ui
