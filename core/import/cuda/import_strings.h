#pragma once

#include "core/base/id.h"
#include "core/import/cuda/import_tables.h"
#include "core/import/shared/text_pool.h"

#include <unordered_map>

namespace stepscope {

/// A file's table of strings, to which other tables refer by number.
class ImportStrings
{
public:
    ImportStrings(ImportTables& tables, std::string_view table, std::string_view idColumn)
    {
        ImportRows rows(tables, table, {idColumn, "value"});
        while (rows.next()) {
            if (const auto id = rows.integer(0))
                m_ids.try_emplace(*id, m_texts.intern(rows.text(1)));
        }
    }

    /// Empty: no string has this number.
    std::string_view operator[](int64_t id) const
    {
        const auto found = m_ids.find(id);
        return found == m_ids.end() ? std::string_view() : m_texts[found->second];
    }

    /// The text of a column that contains the number of a string or the text itself.
    std::string_view of(const ImportRows& rows, size_t column) const
    {
        if (rows.isText(column))
            return rows.text(column);
        const auto id = rows.integer(column);
        return id ? (*this)[*id] : std::string_view();
    }

private:
    using TextId = Id<struct TextOfTables>;

    TextPool<TextId> m_texts;
    std::unordered_map<int64_t, TextId> m_ids;
};

} // namespace stepscope
