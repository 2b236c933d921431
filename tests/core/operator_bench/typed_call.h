#pragma once

#include "core/operator_bench/operator_call.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace stepscope::test {

/// The call that is typed like this: "mm 2x3 3x4".
inline OperatorCall typedCall(const QString& line)
{
    std::vector<std::string> words;
    for (const QString& word : line.split(' '))
        words.push_back(word.toStdString());
    return operatorCall(words);
}

} // namespace stepscope::test
