#include "core/base/id.h"

#include <QTest>

#include <concepts>
#include <vector>

using namespace stepscope;

namespace {

using AppleId = Id<struct Apple>;
using PearId = Id<struct Pear>;
using ShortId = Id<struct Short, uint16_t>;

template<typename A, typename B>
concept CanCompare = requires(A a, B b)
{
    a == b;
}
|| requires(A a, B b)
{
    a != b;
}
|| requires(A a, B b)
{
    a < b;
}
|| requires(A a, B b)
{
    a >= b;
};

template<typename A, typename B>
concept CanAssign = requires(A a, B b)
{
    a = b;
};

static_assert(CanCompare<AppleId, AppleId> && CanCompare<AppleId, uint32_t>);
static_assert(!CanCompare<AppleId, PearId> && !CanCompare<PearId, AppleId>);
static_assert(!CanCompare<AppleId, ShortId> && !CanCompare<ShortId, AppleId>);

static_assert(CanAssign<AppleId, AppleId> && CanAssign<uint32_t, AppleId>);
static_assert(!CanAssign<AppleId, PearId> && !CanAssign<AppleId, uint32_t>);

static_assert(std::constructible_from<AppleId, uint32_t> && !std::convertible_to<uint32_t, AppleId>);
static_assert(std::convertible_to<AppleId, uint32_t> && std::convertible_to<ShortId, uint16_t>);
static_assert(!std::constructible_from<AppleId, PearId> && !std::constructible_from<AppleId, ShortId>);

} // namespace

class TestId : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutANumberItIsNone()
    {
        QVERIFY(AppleId().isNone());
        QCOMPARE(uint32_t(AppleId()), 0xFFFFFFFFU);
        QVERIFY(ShortId().isNone());
        QCOMPARE(uint16_t(ShortId()), uint16_t(0xFFFF));
        QVERIFY(!AppleId(0).isNone());
        QVERIFY(!AppleId(0xFFFF).isNone());
    }

    void itConvertsToItsNumber()
    {
        const std::vector<int> weights = {10, 20, 30};
        QCOMPARE(weights[AppleId(1)], 20);
        QCOMPARE(AppleId(7) + 1, 8U);
        QVERIFY(AppleId(2) < weights.size());
    }

    void idsOfOneKindAreOrderedByNumberAndNoneIsLast()
    {
        QVERIFY(AppleId(3) == AppleId(3));
        QVERIFY(AppleId(3) != AppleId(4));
        QVERIFY(AppleId(3) < AppleId(4));
        QVERIFY(AppleId(0xFFFFFFFE) < AppleId());
    }

    void aLoopCountsThemUp()
    {
        std::vector<uint32_t> numbers;
        for (AppleId id(0); id < AppleId(3); ++id)
            numbers.push_back(id);
        QCOMPARE(numbers, (std::vector<uint32_t>{0, 1, 2}));
    }
};

QTEST_APPLESS_MAIN(TestId)
#include "test_id.moc"
