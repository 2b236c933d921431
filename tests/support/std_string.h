#pragma once

#include <QTest>

#include <string>

namespace QTest {

/// Makes QCOMPARE show differing strings of the standard library.
template<>
inline char* toString(const std::string& text)
{
    return toString(QString::fromStdString(text));
}

} // namespace QTest
