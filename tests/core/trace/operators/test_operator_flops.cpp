#include "core/trace/operators/operator_flops.h"

#include <QTest>

using namespace stepscope;

class TestOperatorFlops : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void countsByHand_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shapes");
        QTest::addColumn<qint64>("flops");
        const auto row = [](const char* title, const char* name, const char* shapes, qint64 flops) {
            QTest::newRow(title) << name << shapes << flops;
        };
        row("matrix product", "aten::mm", "[2, 3], [3, 4]", 2 * 2 * 3 * 4);
        row("batches of them", "aten::bmm", "[5, 2, 3], [5, 3, 4]", 5 * 2 * 2 * 3 * 4);
        row("broadcast batches", "aten::matmul", "[5, 1, 2, 3], [7, 3, 4]", 5 * 7 * 2 * 2 * 3 * 4);
        row("matrix and vector", "aten::mv", "[2, 3], [3]", 2 * 2 * 3);
        row("vectors", "aten::dot", "[3], [3]", 2 * 3);
        row("a bias is left out", "aten::addmm", "[128], [64, 9216], [9216, 128]", 2LL * 64 * 9216 * 128);
        row("linear: weight is [out, in]", "aten::linear", "[64, 9216], [128, 9216], [128]",
            2LL * 64 * 9216 * 128);

        // the current ConvNet at batch 64
        row("first convolution", "aten::conv2d", "[64, 1, 28, 28], [32, 1, 3, 3], [32]",
            2LL * 64 * 32 * 26 * 26 * 9);
        row("second convolution", "aten::conv2d", "[64, 32, 26, 26], [64, 32, 3, 3], [64]",
            2LL * 64 * 64 * 24 * 24 * 32 * 9);
        row("both gradients", "aten::convolution_backward",
            "[64, 64, 24, 24], [64, 32, 26, 26], [64, 32, 3, 3]", 2 * 2LL * 64 * 64 * 24 * 24 * 32 * 9);
        row("no gradient of the images", "aten::convolution_backward",
            "[64, 32, 26, 26], [64, 1, 28, 28], [32, 1, 3, 3]; output mask [0, 1, 1]",
            2LL * 64 * 32 * 26 * 26 * 9);

        row("stride and padding", "aten::conv2d",
            "[1, 3, 224, 224], [64, 3, 7, 7]; stride [2, 2], padding [3, 3]", 2LL * 64 * 112 * 112 * 3 * 49);
        row("dilation", "aten::conv1d", "[1, 1, 10], [1, 1, 3]; dilation [2]", 2 * 6 * 3);
        row("groups", "aten::conv2d", "[1, 32, 8, 8], [32, 1, 3, 3]; padding [1, 1]", 2 * 32 * 8 * 8 * 9);
        row("without a batch", "aten::conv2d", "[3, 8, 8], [4, 3, 1, 1]", 2 * 4 * 8 * 8 * 3);
        row("transposed", "aten::convolution", "[1, 4, 5, 5], [4, 2, 3, 3]; transposed [1]",
            2 * 4 * 25 * 2 * 9);
        row("transposed by name", "aten::conv_transpose2d", "[1, 4, 5, 5], [4, 2, 3, 3]", 2 * 4 * 25 * 2 * 9);

        // by hand: 2 sequences x 4 heads, 10 queries, 12 keys of 8 values, values of 16
        row("attention", "aten::scaled_dot_product_attention", "[2, 4, 10, 8], [2, 4, 12, 8], [2, 4, 12, 16]",
            2LL * 8 * 10 * 12 * (8 + 16));
        row("attention of one sequence", "aten::_scaled_dot_product_flash_attention_for_cpu",
            "[10, 8], [12, 8], [12, 8]", 2LL * 10 * 12 * 16);
        row("keys shared by heads", "aten::scaled_dot_product_attention",
            "[2, 4, 10, 8], [2, 1, 12, 8], [2, 1, 12, 8], [10, 12]", 2LL * 8 * 10 * 12 * 16);
        row("attention, backward", "aten::_scaled_dot_product_flash_attention_backward",
            "[2, 4, 10, 16], [2, 4, 10, 8], [2, 4, 12, 8], [2, 4, 12, 16], [2, 4, 10, 16], [2, 4, 10]",
            2LL * 8 * 10 * 12 * (3 * 8 + 2 * 16));
        // an LSTM: 4 gates of 128 values, 64 steps of 3 sequences with 65 values
        row("LSTM", "aten::mkldnn_rnn_layer",
            "[64, 3, 65], [512, 65], [512, 128], [512], [512], [3, 128], [3, 128]",
            2LL * 64 * 3 * 512 * (65 + 128));
        row("LSTM, backward", "aten::mkldnn_rnn_layer_backward", "[64, 3, 65], [512, 65], [512, 128], [512]",
            2 * 2LL * 64 * 3 * 512 * (65 + 128));

        row("elements", "aten::mul", "[2, 3], [2, 3]", 6);
        row("with a number", "aten::div", "[2, 3]", 6);
        row("broadcast elements", "aten::add_", "[2, 1, 3], [4, 1]", 24);
        row("one number", "aten::mul", "[], []", 1);
    }

    void countsByHand()
    {
        QFETCH(QString, name);
        QFETCH(QString, shapes);
        QFETCH(qint64, flops);
        const auto counted = operatorFlops(name.toStdString(), shapes.toStdString());
        QVERIFY(counted.has_value());
        QCOMPARE(qint64(*counted), flops);
    }

    void saysNothingWhereItCannotKnow_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("shapes");
        QTest::newRow("no formula") << "aten::relu"
                                    << "[2, 3]";
        QTest::newRow("no shapes") << "aten::mm"
                                   << "";
        QTest::newRow("shapes that do not go together") << "aten::mm"
                                                        << "[2, 3], [4, 5]";
        QTest::newRow("padding given by name") << "aten::conv2d"
                                               << "[1, 1, 8, 8], [1, 1, 3, 3]; padding []";
        QTest::newRow("stride not known") << "aten::conv2d"
                                          << "[2, 3, 8, 8], [4, 3, 3, 3]; stride [?], padding [1, 1]";
        QTest::newRow("kernel larger than the image") << "aten::conv2d"
                                                      << "[1, 1, 2, 2], [1, 1, 3, 3]";
        QTest::newRow("keys of other sizes than queries") << "aten::scaled_dot_product_attention"
                                                          << "[2, 4, 10, 8], [2, 4, 12, 9], [2, 4, 12, 9]";
        QTest::newRow("attention without values") << "aten::scaled_dot_product_attention"
                                                  << "[2, 4, 10, 8], [2, 4, 12, 8]";
        QTest::newRow("too many pairs") << "aten::scaled_dot_product_attention"
                                        << "[4000000000, 4], [4000000000, 4], [4000000000, 4]";
        QTest::newRow("weights of another input") << "aten::mkldnn_rnn_layer"
                                                  << "[64, 3, 65], [512, 66], [512, 128]";
        QTest::newRow("a list of tensors") << "aten::add"
                                           << "[[2, 3], [4]]";
        QTest::newRow("garbage") << "aten::mm"
                                 << "[2, x], 3";
        QTest::newRow("cut off") << "aten::mm"
                                 << "[2, 3], [3";
        QTest::newRow("a name without values") << "aten::conv2d"
                                               << "[1, 1, 8, 8], [1, 1, 3, 3]; stride";
        QTest::newRow("too large to count") << "aten::mul"
                                            << "[4000000000, 4000000000]";
    }

    void saysNothingWhereItCannotKnow()
    {
        QFETCH(QString, name);
        QFETCH(QString, shapes);
        QVERIFY(!operatorFlops(name.toStdString(), shapes.toStdString()));
    }
};

QTEST_GUILESS_MAIN(TestOperatorFlops)
#include "test_operator_flops.moc"
