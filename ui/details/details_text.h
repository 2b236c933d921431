#pragma once

#include "core/trace/interval_set.h"
#include "core/trace/trace.h"

#include <QList>
#include <QString>

#include <optional>

namespace stepscope::ui {

/// A fact about what is selected. Some lead to an event, or to an operator.
struct DetailsFact
{
    QString name;
    QString text;
    std::optional<EventId> event = {};
    QString operatorName = {}; ///< of a fact without event
};

struct DetailsText
{
    QString title;             ///< of device work the short name, as in tables; otherwise the complete one
    QString completeName = {}; ///< empty: the title
    QList<DetailsFact> facts;

    const QString& name() const { return completeName.isEmpty() ? title : completeName; }
    /// Rich text, with a link "event:N" for each fact that leads to an event, and "operator:NAME", with the
    /// name in percent-encoding, for each that leads to an operator. `below` is rich text below the title.
    QString html(const QString& below = {}) const;
    /// The complete name and one line per fact, for the clipboard.
    QString plain() const;
};

/// Everything known about an event: what it is, its times, shapes and layer, what called and launched it,
/// what it launched, and the memory that it took.
DetailsText eventDetails(const Trace& trace, EventId event);
/// What happened in a time range: the use of devices, the longest operators and device work, memory.
DetailsText rangeDetails(const Trace& trace, const TimeInterval& range);

} // namespace stepscope::ui
