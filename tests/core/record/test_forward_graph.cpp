#include "core/record/forward_graph.h"
#include "core/record/thread_stream.h"
#include "tests/support/probe_records.h"

#include <nlohmann/json.hpp>

#include <QtTest>

#include <limits>

namespace stepscope {

using Json = nlohmann::json;
using Type = probe::RecordType;
using Tensor = ProbeRecords::Tensor;

/// A network of a linear layer and a function, whose result is added to its input.
class TestForwardGraph : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_names.addLayer(1, {.name = "", .type = "Net", .parameters = 20, .root = 1});
        m_names.addLayer(2, {.name = "body", .type = "Sequential", .parameters = 20, .root = 1});
        m_names.addLayer(3, {.name = "body.0", .type = "Linear", .parameters = 20, .root = 1});
        m_names.addLayer(9, {.name = "", .type = "CrossEntropyLoss", .root = 9});
    }

    void operatorsAreJoinedByTheirTensors()
    {
        const auto graph = forwardGraph(describedPass(), followed(), m_names, 4);
        QCOMPARE(graph.network, std::string("Net"));
        QCOMPARE(graph.batchSize, int64_t(4));
        QCOMPARE(graph.parameterCount, int64_t(20));
        QCOMPARE(graph.layers.size(), size_t(2));
        QCOMPARE(graph.layers[1].name, std::string("body.0"));
        QCOMPARE(graph.layers[1].parent, GraphLayerId(0));
        QCOMPARE(graph.nodes.size(), size_t(5));
        QCOMPARE(graph.nodes[0].kind, GraphNodeKind::Input);
        QCOMPARE(graph.nodes[1].op, std::string("aten::linear"));
        QCOMPARE(graph.nodes[1].label, std::string("linear"));
        QCOMPARE(graph.nodes[1].layer, GraphLayerId(1));
        QCOMPARE(graph.nodes[1].sequence, int64_t(7));
        QCOMPARE(graph.nodes[1].outputShape, (std::vector<int64_t>{4, 5}));
        QCOMPARE(graph.nodes[1].parameterCount, int64_t(15));
        QCOMPARE(graph.nodes[1].parameters.front().name, std::string("body.0.weight"));
        QCOMPARE(graph.nodes[2].op, std::string("aten::relu"));
        QVERIFY(graph.nodes[2].layer.isNone());
        QCOMPARE(graph.nodes[3].op, std::string("aten::add"));
        QCOMPARE(graph.nodes[4].kind, GraphNodeKind::Output);
        std::vector<std::pair<uint32_t, uint32_t>> edges;
        for (const auto& edge : graph.edges)
            edges.emplace_back(edge.from, edge.to);
        QCOMPARE(edges, (std::vector<std::pair<uint32_t, uint32_t>>{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}}));
        QCOMPARE(graph.edges[1].shape, (std::vector<int64_t>{4, 5}));
    }

    void severalInputsAndOutputsAreNumbered()
    {
        FollowedPass pass;
        pass.take(Json::parse(R"({"graph": {"network": 1, "inputs": [[256, [4]], [272, [2]]]}})"), 5);
        pass.take(Json::parse(R"({"graph_end": {"outputs": [[272, [2]], [999, [1]]]}})"), 6);
        QCOMPARE(pass.startNs, int64_t(5));
        const auto graph = forwardGraph(pass, {}, m_names, 0);
        QCOMPARE(graph.nodes.size(), size_t(3)); // nothing is known of the other output
        QCOMPARE(graph.nodes[1].label, std::string("input 2"));
        QCOMPARE(graph.edges.size(), size_t(1));
        QCOMPARE(graph.edges[0].from, GraphNodeId(1));
    }

    void whatIsNotAsAgreedIsRefused()
    {
        FollowedPass pass;
        for (const char* text : {R"({"graph": {}})", R"({"graph": {"network": 1, "inputs": [[1]]}})",
                                 R"({"graph_parameters": [["weight", "x", []]]})", R"({"graph_end": []})"})
            QVERIFY_EXCEPTION_THROWN(pass.take(Json::parse(text), 5), Json::exception);
    }

    /// Messages that the probe does not write.
    void anyNumberMayBeASize()
    {
        auto operators = followed();
        for (auto& each : operators) {
            for (auto& tensor : each.inputs)
                tensor.shape.assign(9, std::numeric_limits<int64_t>::min() + 1);
        }
        QCOMPARE(forwardGraph(describedPass(), operators, m_names, 4).nodes.size(), size_t(5));
    }

    /// A process that writes so many is not a network; a graph of only some of them would be wrong.
    void tooManyTensorsAreNotKept()
    {
        ProbeRecords records;
        records.sync(0);
        const auto linear = records.name("aten::linear");
        ProbeClock clock(probe::Clock::Monotonic, 1.0);
        ThreadStream stream(m_names, clock, true);
        std::vector<ProgramMark> marks;
        const std::vector<Tensor> many(10'000, Tensor{256, std::vector<int64_t>(8, 1)});
        for (int64_t i = 0; i < 101; ++i) {
            records.enterForward(10 + 2 * i, linear, i);
            records.tensors(Type::Inputs, many);
            records.exit(11 + 2 * i);
            QVERIFY(stream.take(records.take(), marks));
        }
        QVERIFY(!stream.takeFollowed(1000));
        QVERIFY(stream.takeFollowed(1000)); // the next pass starts over
    }

    /// Only operators have inputs and outputs.
    void tensorsOfALayerAreNoRecord()
    {
        ProbeRecords records;
        records.sync(0);
        records.enterLayer(10, 1);
        records.tensors(Type::Inputs, {Tensor{256, {4, 3}}});
        ProbeClock clock(probe::Clock::Monotonic, 1.0);
        ThreadStream stream(m_names, clock, true);
        std::vector<ProgramMark> marks;
        QVERIFY(!stream.take(records.take(), marks));
    }

    void tensorsThatAreCutOffAreNoRecord_data()
    {
        QTest::addColumn<std::vector<uint64_t>>("words");
        QTest::newRow("no dimensions") << std::vector<uint64_t>{256};
        QTest::newRow("sizes are missing") << std::vector<uint64_t>{256, 2, 1};
        QTest::newRow("too many dimensions") << std::vector<uint64_t>{256, ~uint64_t(0), 1};
    }
    void tensorsThatAreCutOffAreNoRecord()
    {
        QFETCH(std::vector<uint64_t>, words);
        ProbeClock clock(probe::Clock::Monotonic, 1.0);
        ThreadStream stream(m_names, clock, true);
        std::vector<uint64_t> record{probe::firstWord(Type::Inputs, 0), words.size() * sizeof(uint64_t)};
        record.insert(record.end(), words.begin(), words.end());
        std::vector<ProgramMark> marks;
        QVERIFY(!stream.take(record, marks));
    }

private:
    static FollowedPass describedPass()
    {
        FollowedPass pass;
        pass.take(Json::parse(R"({"graph": {"network": 1, "inputs": [[256, [4, 3]]]}})"), 5);
        pass.take(Json::parse(R"({"graph_parameters": [["body.0.weight", 512, [5, 3]]]})"), 5);
        pass.take(Json::parse(R"({"graph_parameters": [["body.0.bias", 528, [5]]]})"), 5);
        pass.take(Json::parse(R"({"graph_end": {"outputs": [[304, [4, 5]]]}})"), 100);
        return pass;
    }

    std::vector<FollowedOperator> followed()
    {
        ProbeRecords records;
        records.sync(0);
        const auto linear = records.name("aten::linear");
        const auto mm = records.name("aten::mm");
        const auto relu = records.name("aten::relu");
        const auto add = records.name("aten::add");
        records.enterLayer(10, 1);
        records.enterLayer(11, 2);
        records.enterLayer(12, 3);
        records.enterForward(13, linear, 7);
        records.tensors(Type::Inputs, {Tensor{256, {4, 3}}, Tensor{512, {5, 3}}});
        records.enter(14, mm); // reports no tensors, because it is inside another one
        records.exit(15);
        records.tensors(Type::Outputs, {Tensor{288, {4, 5}}});
        records.exit(16);
        records.exit(17);
        records.exit(18);
        records.enterForward(19, relu, 8);
        records.tensors(Type::Inputs, {Tensor{288, {4, 5}}});
        records.tensors(Type::Outputs, {Tensor{288, {4, 5}}}); // it works in place
        records.exit(20);
        records.enterForward(21, add, 9);
        records.tensors(Type::Inputs, {Tensor{288, {4, 5}}, Tensor{256, {4, 3}}, Tensor{4096, {1}}});
        records.tensors(Type::Outputs, {Tensor{304, {4, 5}}});
        records.exit(22);
        records.exit(23);
        ProbeClock clock(probe::Clock::Monotonic, 1.0);
        ThreadStream stream(m_names, clock, true);
        std::vector<ProgramMark> marks;
        return stream.take(records.take(), marks) ? stream.takeFollowed(100).value()
                                                  : std::vector<FollowedOperator>();
    }

    ProgramNames m_names;
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestForwardGraph)
#include "test_forward_graph.moc"
