#include "core/base/text/json_value.h"

#include <QTest>

using namespace stepscope;
using Json = nlohmann::json;

class TestJsonValue : public QObject
{
    Q_OBJECT

    template<typename Number>
    static bool isRefused(const char* text)
    {
        Number number = 7;
        try {
            readValue(Json::parse(text), number);
        } catch (const Json::exception&) {
            return number == 7;
        }
        return false;
    }

private Q_SLOTS:
    void wholeNumbersOfTheTypeAreRead()
    {
        int64_t large = 0;
        readValue(Json::parse(R"({"n": -9223372036854775808})"), "n", large);
        QCOMPARE(large, std::numeric_limits<int64_t>::min());
        uint32_t small = 0;
        readValue(Json::parse("4294967295"), small);
        QCOMPARE(small, 4294967295U);
        std::vector<int64_t> sizes{1};
        readValue(Json::parse("[64, -1, 0]"), sizes);
        QCOMPARE(sizes, (std::vector<int64_t>{64, -1, 0}));
    }

    void anythingElseIsRefused()
    {
        QVERIFY(isRefused<int64_t>("1e300"));
        QVERIFY(isRefused<int64_t>("18446744073709551615"));
        QVERIFY(isRefused<size_t>("-1.5"));
        QVERIFY(isRefused<size_t>("-1"));
        QVERIFY(isRefused<int32_t>("2147483648"));
        QVERIFY(isRefused<int32_t>("3.5"));
        QVERIFY(isRefused<int32_t>("\"3\""));
        QVERIFY(isRefused<int32_t>("true"));
        QVERIFY(isRefused<int32_t>("null"));
        std::vector<int32_t> sizes;
        QVERIFY_EXCEPTION_THROWN(readValue(Json::parse("[1, 2.5]"), sizes), Json::exception);
        QVERIFY_EXCEPTION_THROWN(readValue(Json::parse("{}"), sizes), Json::exception);
        QVERIFY_EXCEPTION_THROWN(readValue(Json::parse("{}"), "n", sizes), Json::exception);
    }

    void otherTypesAreTheLibrarysOwn()
    {
        double real = 0;
        bool is = false;
        std::string text;
        const auto json = Json::parse(R"({"real": 3, "is": true, "text": "a"})");
        readValue(json, "real", real);
        readValue(json, "is", is);
        readValue(json, "text", text);
        QVERIFY(real == 3.0 && is && text == "a");
    }
};

QTEST_GUILESS_MAIN(TestJsonValue)
#include "test_json_value.moc"
