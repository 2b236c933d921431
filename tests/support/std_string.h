#pragma once

#include <QTest>

#include <string>

namespace QTest {

/// Has QCOMPARE show strings of the standard library when they differ.
template<>
inline char* toString(const std::string& text)
{
    return toString(QString::fromStdString(text));
}

} // namespace QTest
