#include "core/base/text/format.h"
#include "tests/support/std_string.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace stepscope;

class TestFormat : public QObject
{
    Q_OBJECT

private:
    using Writer = std::string (*)(double);

    static void row(const char* what, Writer writer, double value, const char* text)
    {
        QTest::addRow("%s of %.17g", what, value) << writer << value << std::string(text);
    }

private Q_SLOTS:
    void figuresAreWrittenWithTheUnitThatFits_data()
    {
        QTest::addColumn<Writer>("writer");
        QTest::addColumn<double>("value");
        QTest::addColumn<std::string>("text");
        const double nan = std::nan("");
        const double infinity = std::numeric_limits<double>::infinity();
        const std::pair<double, const char*> nanoseconds[] = {
            {0, "0 ns"},          {7, "7 ns"},          {15.34, "15.3 ns"},    {999, "999 ns"},
            {999.6, "1.00 µs"},   {1234, "1.23 µs"},    {9994, "9.99 µs"},     {9996, "10.0 µs"},
            {12'345, "12.3 µs"},  {99'960, "100 µs"},   {999'600, "1.00 ms"},  {127e6, "127 ms"},
            {999.6e6, "1.000 s"}, {1'234e6, "1.234 s"}, {12'345e6, "12.35 s"}, {1'234'567e6, "1,235 s"},
            {-1234, "-1.23 µs"},  {nan, "–"},           {infinity, "–"},
        };
        for (const auto& [value, text] : nanoseconds)
            row("ns", formatNs, value, text);
        const std::pair<double, const char*> seconds[] = {
            {0, "0 s"},          {4.4, "4 s"},      {59.4, "59 s"}, {59.6, "1:00"}, {65, "1:05"},
            {3599.6, "1:00:00"}, {7389, "2:03:09"}, {-1, "–"},      {nan, "–"},
        };
        for (const auto& [value, text] : seconds)
            row("s", formatSeconds, value, text);
        const std::pair<double, const char*> runTimes[] = {
            {0.0004, "0 ms"}, {0.2124, "212 ms"}, {0.9996, "1 s"}, {65, "1:05"}, {nan, "–"}};
        for (const auto& [value, text] : runTimes)
            row("run", formatRunTime, value, text);
        const std::pair<double, const char*> bytes[] = {
            {0, "0 B"},
            {512, "512 B"},
            {1023, "1,023 B"},
            {1016.0 * 1024 * 1024, "1,016 MiB"},
            {1024, "1.00 KiB"},
            {1'572'864, "1.50 MiB"},
            {47'040'016, "44.9 MiB"},
            {1'048'570, "1.00 MiB"},
            {150e9, "140 GiB"},
            {-2048, "-2.00 KiB"},
            {nan, "–"},
        };
        for (const auto& [value, text] : bytes)
            row("bytes", formatBytes, value, text);
        const std::pair<double, const char*> ratios[] = {
            {2.0, "2.00"},        {0.1, "0.10"}, {0.0954, "0.095"},
            {0.00035, "0.00035"}, {0.0, "0.00"}, {1234.0, "1,234"},
        };
        for (const auto& [value, text] : ratios)
            row("times", formatTimes, value, text);
        const std::pair<double, const char*> losses[] = {
            {2.30259, "2.3026"},     {0.0275, "0.0275"},     {0.0, "0.0000"},   {1e-3, "0.0010"},
            {2.4312e-5, "2.43e-05"}, {-1.5e-4, "-1.50e-04"}, {123.46, "123.5"}, {nan, "NaN"},
            {infinity, "∞"},         {-infinity, "−∞"},
        };
        for (const auto& [value, text] : losses)
            row("loss", formatLoss, value, text);
        const std::pair<double, const char*> rates[] = {
            {12.34, "12.3 samples/s"}, {99.96, "100 samples/s"}, {1234.4, "1,234 samples/s"}, {-1, "–"}};
        for (const auto& [value, text] : rates)
            row("samples/s", formatImagesPerSecond, value, text);
    }

    void figuresAreWrittenWithTheUnitThatFits()
    {
        QFETCH(Writer, writer);
        QFETCH(double, value);
        QFETCH(std::string, text);
        QCOMPARE(writer(value), text);
    }

    void countsHaveTheirThousandsSeparated()
    {
        QCOMPARE(formatCount(0), "0");
        QCOMPARE(formatCount(938), "938");
        QCOMPARE(formatCount(60'000), "60,000");
        QCOMPARE(formatCount(1'199'882), "1,199,882");
        QCOMPARE(formatCount(-999), "-999");
        QCOMPARE(formatCount(-1'000), "-1,000");
        QCOMPARE(formatCount(std::numeric_limits<int64_t>::min()), "-9,223,372,036,854,775,808");
    }

    void sharesAreWrittenInPercent()
    {
        QCOMPARE(formatShare(0.1234), "12.3 %");
        QCOMPARE(formatShare(1), "100.0 %");
        QCOMPARE(formatShare(0.9914, 2), "99.14 %");
        QCOMPARE(formatShare(-0.0001), "0.0 %");
        QCOMPARE(formatShare(std::nan("")), "–");
    }

    void aSmallShareIsNotWrittenAsZero()
    {
        QCOMPARE(formatShareAboveZero(0.1234), "12.3 %");
        QCOMPARE(formatShareAboveZero(0.0005), "0.1 %");
        QCOMPARE(formatShareAboveZero(0.0004), "under 0.1 %");
        QCOMPARE(formatShareAboveZero(0.0, 0), "under 1 %");
        QCOMPARE(formatShareAboveZero(std::nan("")), "–");
    }

    void aTimeIsWrittenInTheLocalZone()
    {
        qputenv("TZ", "UTC-2");
        tzset();
        QCOMPARE(formatLocalTime(1'772'366'709'000), "2026-03-01 14:05:09");
        QCOMPARE(formatLocalTimeWithZone(1'772'366'709'000), "2026-03-01 14:05:09 UTC+2");
        qputenv("TZ", "UTC+3:30");
        tzset();
        QCOMPARE(formatLocalTimeWithZone(1'772'366'709'000), "2026-03-01 08:35:09 UTC−3:30");
        qputenv("TZ", "UTC");
        tzset();
        QCOMPARE(formatLocalTimeWithZone(1'772'366'709'000), "2026-03-01 12:05:09 UTC");
        qunsetenv("TZ");
        tzset();
    }

    void anOperatorIsNamedWithoutItsNamespace()
    {
        QCOMPARE(withoutNamespace("aten::conv2d"), "conv2d");
        QCOMPARE(withoutNamespace("aten::_slow_conv2d_forward"), "_slow_conv2d_forward");
        QCOMPARE(withoutNamespace("autograd::engine::evaluate_function: torch::autograd::AddBackward0"),
                 "evaluate_function: torch::autograd::AddBackward0");
        QCOMPARE(withoutNamespace("ConvolutionBackward0"), "ConvolutionBackward0");
        QCOMPARE(withoutNamespace("Optimizer.step"), "Optimizer.step");
        QCOMPARE(withoutNamespace("aten::"), "aten::");
        QCOMPARE(withoutNamespace("::x"), "::x");
        QCOMPARE(withoutNamespace(""), "");
    }

    void aSentenceGoesOnWithoutItsFullStop()
    {
        QCOMPARE(withoutFullStop("It is damaged."), "It is damaged");
        QCOMPARE(withoutFullStop("disk I/O error"), "disk I/O error");
        QCOMPARE(withoutFullStop("."), "");
        QCOMPARE(withoutFullStop(""), "");
    }
};

QTEST_GUILESS_MAIN(TestFormat)
#include "test_format.moc"
