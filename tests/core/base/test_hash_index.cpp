#include "core/base/hash_index.h"

#include <QTest>

#include <string>
#include <vector>

using namespace stepscope;

namespace {

uint32_t find(const HashIndex& index, const std::vector<std::string>& texts, uint64_t hash,
              const std::string& text)
{
    return index.find(hash, [&](uint32_t number) { return texts[number] == text; });
}

} // namespace

class TestHashIndex : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyOneFindsNothing()
    {
        const HashIndex index;
        QCOMPARE(find(index, {}, 7, "a"), HashIndex::none);
    }

    void whatSharesAHashIsToldApart()
    {
        const std::vector<std::string> texts = {"a", "b", "c"};
        HashIndex index;
        index.add(7, 0);
        index.add(7, 1);
        index.add(7 + 64, 2); // the same place in the table, at first
        QCOMPARE(find(index, texts, 7, "a"), 0U);
        QCOMPARE(find(index, texts, 7, "b"), 1U);
        QCOMPARE(find(index, texts, 7 + 64, "c"), 2U);
        QCOMPARE(find(index, texts, 7, "c"), HashIndex::none);
    }

    void allAreFoundAfterItHasGrown()
    {
        std::vector<std::string> texts;
        HashIndex index;
        for (uint32_t i = 0; i < 5000; ++i) {
            texts.push_back(std::to_string(i));
            index.add(mixHash(0, i % 1000), i); // five share each hash
        }
        for (uint32_t i = 0; i < 5000; ++i)
            QCOMPARE(find(index, texts, mixHash(0, i % 1000), texts[i]), i);
        QCOMPARE(find(index, texts, mixHash(0, 1000), "1000"), HashIndex::none);
    }

    void theLastPlaceIsFollowedByTheFirst()
    {
        const std::vector<std::string> texts = {"a", "b"};
        HashIndex index;
        index.add(63, 0);
        index.add(63, 1);
        QCOMPARE(find(index, texts, 63, "b"), 1U);
        QCOMPARE(find(index, texts, 63, "c"), HashIndex::none);
    }
};

QTEST_GUILESS_MAIN(TestHashIndex)
#include "test_hash_index.moc"
