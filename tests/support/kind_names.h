#pragma once

#include <QString>
#include <QStringList>

#include <span>

namespace stepscope::test {

/// The names of networkKinds() and the like, as a message lists them: "adadelta, sgd, adam".
template<typename Kind>
QString kindNames(std::span<const Kind> kinds)
{
    QStringList names;
    for (const Kind& kind : kinds)
        names += QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size()));
    return names.join(", ");
}

} // namespace stepscope::test
