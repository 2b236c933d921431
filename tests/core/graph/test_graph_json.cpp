#include "core/base/error.h"
#include "core/graph/graph_json.h"
#include "core/graph/graph_likeness.h"
#include "tests/core/graph/sample_graphs.h"

#include <QTest>

using namespace stepscope;

namespace {

NetworkGraph network()
{
    tests::GraphBuilder b("net", 2);
    const auto outer = b.layer("a", "Block");
    const auto inner = b.layer("a.b", "Linear", outer);
    const auto in = b.terminal(GraphNodeKind::Input, {2, 3});
    b.op("linear", inner, {2, 1}, {in});
    return std::move(b).graph();
}

} // namespace

class TestGraphJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesNumbersForLayersAndNodes()
    {
        QCOMPARE(
            toJson(network()),
            std::string(R"({"batch_size":2,"edges":[{"from":0,"shape":[2,3],"to":1}],)"
                        R"("layers":[{"name":"a","parameters":0,"parent":-1,"type":"Block"},)"
                        R"({"name":"a.b","parameters":0,"parent":0,"type":"Linear"}],"network":"net",)"
                        R"("nodes":[{"kind":0,"label":"input","layer":-1,"op":"input","output_shape":[2,3],)"
                        R"("parameter_count":0,"parameters":[],"sequence":-1},)"
                        R"({"kind":1,"label":"linear","layer":1,"op":"aten::linear","output_shape":[2,1],)"
                        R"("parameter_count":0,"parameters":[],"sequence":-1}],"parameter_count":0})"));
    }

    void readsWhatItWrote()
    {
        for (const auto& graph : {network(), tests::convNetGraph(), tests::resNetGraph()})
            QVERIFY(looksLike(graphFromJson(toJson(graph)), graph));
    }

    void refusesNumbersThatNothingHas_data()
    {
        QTest::addColumn<QString>("written");
        QTest::addColumn<QString>("damaged");
        QTest::addColumn<QString>("reason");
        QTest::newRow("a parent that comes later") << R"("parent":0)"
                                                   << R"("parent":1)"
                                                   << "layer 1 has the parent 1";
        QTest::newRow("a negative parent") << R"("parent":0)"
                                           << R"("parent":-2)"
                                           << "layer 1 has the parent -2";
        QTest::newRow("an unknown layer") << R"("layer":1)"
                                          << R"("layer":2)"
                                          << "node linear is in layer 2, which does not exist";
        QTest::newRow("a negative layer") << R"("layer":1)"
                                          << R"("layer":-9)"
                                          << "node linear is in layer -9, which does not exist";
        QTest::newRow("an unknown node") << R"("to":1)"
                                         << R"("to":2)"
                                         << "an edge goes from node 0 to node 2, but there are only 2";
        QTest::newRow("the number of no node") << R"("to":1)"
                                               << R"("to":4294967295)"
                                               << "an edge goes from node 0 to node 4294967295";
        QTest::newRow("a negative node") << R"("to":1)"
                                         << R"("to":-1)"
                                         << "a whole number is expected";
    }

    void refusesNumbersThatNothingHas()
    {
        QFETCH(QString, written);
        QFETCH(QString, damaged);
        QFETCH(QString, reason);
        auto json = QString::fromStdString(toJson(network()));
        QCOMPARE(json.count(written), 1);
        json.replace(written, damaged);
        try {
            graphFromJson(json.toStdString());
            QFAIL("the graph was read");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(reason), error.what());
        }
    }
};

QTEST_GUILESS_MAIN(TestGraphJson)
#include "test_graph_json.moc"
