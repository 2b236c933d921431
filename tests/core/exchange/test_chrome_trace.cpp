#include "core/exchange/chrome_trace.h"

#include "core/base/clock.h"
#include "sample_run.h"
#include "tests/support/device_run.h"
#include "tests/support/exported_text.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <chrono>
#include <map>

using namespace stepscope;
using nlohmann::json;

namespace {

/// A number of µs with three decimals as nanoseconds.
int64_t ns(const json& us)
{
    return std::llround(us.get<double>() * 1000);
}

std::vector<json> spans(const json& trace)
{
    std::vector<json> found;
    for (const auto& event : trace.at("traceEvents")) {
        if (event.at("ph") == "X")
            found.push_back(event);
    }
    return found;
}

json spanNamed(const json& trace, const std::string& name)
{
    for (const auto& span : spans(trace)) {
        if (span.at("name") == name)
            return span;
    }
    return {};
}

} // namespace

class TestChromeTrace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void workOfADeviceIsWrittenAsKinetoDoes()
    {
        const test::DeviceRun device(1);
        const auto trace = json::parse(test::chromeTraceJson(device.run));
        QCOMPARE(trace.at("deviceProperties").at(0).at("numSms").get<int>(), 132);

        const auto copy = spanNamed(trace, "Memcpy HtoD (Pinned -> Device)");
        QCOMPARE(copy.at("cat").get<std::string>(), std::string("gpu_memcpy"));
        QCOMPARE(copy.at("pid").get<int>(), 0); // the device's number
        QCOMPARE(copy.at("tid").get<int>(), 20);
        QCOMPARE(copy.at("args").at("bytes").get<int64_t>(), int64_t(12'845'056));
        const auto call = spanNamed(trace, "cudaMemcpyAsync");
        QCOMPARE(call.at("cat").get<std::string>(), std::string("cuda_runtime"));
        QCOMPARE(call.at("pid").get<int>(), 4711);
        QCOMPARE(call.at("args").at("correlation"), copy.at("args").at("correlation"));
        QCOMPARE(spanNamed(trace, "aten::copy_").at("args").at("External id"),
                 copy.at("args").at("External id"));

        const auto kernel = spanNamed(trace, "nvjet_sss_128x64_64x6_2x1_v_bz_bias_TNN");
        QCOMPARE(kernel.at("cat").get<std::string>(), std::string("kernel"));
        QCOMPARE(kernel.at("args").at("block"), json({256, 1, 1}));
        QVERIFY(std::abs(kernel.at("args").at("blocks per SM").get<double>() - 0.6) < 1e-6);

        int starts = 0;
        int ends = 0;
        for (const auto& event : trace.at("traceEvents")) {
            const bool isLaunch = event.value("cat", "") == "ac2g";
            starts += isLaunch && event.at("ph") == "s";
            ends += isLaunch && event.at("ph") == "f" && event.at("bp") == "e";
        }
        QCOMPARE(starts, int(device.run.trace.deviceWork.size()));
        QCOMPARE(ends, starts);
    }

    void everyEventAndStepIsThere()
    {
        const auto trace = json::parse(test::chromeTraceJson(test::sampleRun()));
        std::map<std::string, int> names;
        for (const auto& span : spans(trace))
            ++names[span.at("name").get<std::string>()];
        const std::map<std::string, int> expected = {
            {"ProfilerStep#2", 1}, {"ProfilerStep#3", 1},    {"conv1", 2},
            {"aten::conv2d", 2},   {"aten::convolution", 1}, {"Conv\"Backward\"", 1}};
        QVERIFY(names == expected);
    }

    void categoriesAreThoseOfPyTorch()
    {
        const auto trace = json::parse(test::chromeTraceJson(test::sampleRun()));
        QCOMPARE(spanNamed(trace, "ProfilerStep#2").at("cat"), "user_annotation");
        QCOMPARE(spanNamed(trace, "conv1").at("cat"), "user_annotation");
        const auto convolution = spanNamed(trace, "aten::conv2d");
        QCOMPARE(convolution.at("cat"), "cpu_op");
        QCOMPARE(convolution.at("tid"), 4711);
        QVERIFY(convolution.at("args").at("Input Dims") == json::parse("[[[4,1,28,28],[32]]]"));
        QCOMPARE(convolution.at("args").at("Sequence number"), 17);
        QVERIFY(!spanNamed(trace, "aten::convolution").at("args").contains("Sequence number"));
        QCOMPARE(spanNamed(trace, "Conv\"Backward\"").at("args").at("Pass"), "Backward");
    }

    void timesCountFromTheFirstEventToTheNanosecond()
    {
        const std::string text = test::chromeTraceJson(test::sampleRun());
        QVERIFY(text.find("\"ts\":700.000,\"dur\":100.123") != std::string::npos);
        const auto trace = json::parse(text);
        QCOMPARE(ns(spanNamed(trace, "ProfilerStep#2").at("ts")), 0);
        QCOMPARE(ns(spanNamed(trace, "ProfilerStep#3").at("ts")), 2'000'000);
        QCOMPARE(ns(spanNamed(trace, "aten::conv2d").at("dur")), 499'800);
    }

    void spansOfAThreadAreStrictlyNested()
    {
        const auto trace = json::parse(test::chromeTraceJson(test::sampleRun()));
        std::vector<std::pair<int64_t, int64_t>> open;
        auto sorted = spans(trace);
        std::ranges::stable_sort(
            sorted, {}, [](const json& span) { return std::pair(ns(span.at("ts")), -ns(span.at("dur"))); });
        for (const auto& span : sorted) {
            const auto start = ns(span.at("ts"));
            const auto end = start + ns(span.at("dur"));
            while (!open.empty() && open.back().second <= start)
                open.pop_back();
            QVERIFY(open.empty() || end <= open.back().second);
            open.emplace_back(start, end);
        }
    }

    void theBaseIsTheWallClock()
    {
        // Times of another process say nothing here: the run's start is taken.
        const auto old = json::parse(test::chromeTraceJson(test::sampleRun()));
        QCOMPARE(old.at("baseTimeNanoseconds").get<int64_t>(), 1'700'000'000'000'000'000);

        using namespace std::chrono;
        const auto now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
        Run run;
        run.startUnixMs = now / 1'000'000 - 1000;
        run.trace.append({.startNs = monotonicNs() - 500'000'000, .name = run.trace.names.intern("op")});
        const auto fresh = json::parse(test::chromeTraceJson(run));
        const auto base = fresh.at("baseTimeNanoseconds").get<int64_t>();
        QVERIFY(base >= run.startUnixMs * 1'000'000 && base <= now);
    }

    void namesFromDataAreEscaped()
    {
        Run run;
        run.experiment.network = "a \"network\"\n";
        run.trace.threads.push_back({1, "<thread>\x01"});
        run.trace.shapes.push_back("not [json");
        TraceEvent event;
        event.name = run.trace.names.intern("bad \xff bytes \\ \"");
        event.shape = ShapeId(0);
        run.trace.append(event);
        const auto trace = json::parse(test::chromeTraceJson(run));
        QCOMPARE(spans(trace).size(), 1);
        QCOMPARE(spans(trace).front().at("args").at("Input Dims"), "not [json");
    }

    void anEmptyTraceIsValid() { QVERIFY(spans(json::parse(test::chromeTraceJson(Run{}))).empty()); }
};

QTEST_GUILESS_MAIN(TestChromeTrace)
#include "test_chrome_trace.moc"
