#include "core/sweep/axis_values.h"

#include "core/experiment/experiment_fields.h"
#include "tests/support/std_string.h"

#include <QTest>

#include <string>
#include <vector>

using namespace stepscope;

class TestAxisValues : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void layersAreSeparatedBySemicolons_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QChar>("separator");
        const auto row = [](const char* key, const char* text, char separator) {
            QTest::newRow(text) << QString(key) << QString(text) << QChar::fromLatin1(separator);
        };
        row("batch_size", "1, 16,64", ',');
        row("augmentation", "none, crop 4 + flip", ',');
        row("layers", "flatten, linear 10", ';');
        row("layers", "flatten, linear 10; flatten, relu, linear 10", ';');
        row("network", "mlp, lenet5,mnist-convnet", ',');
        row("network", "my model.pt, lenet5", ',');
        row("network", "flatten, linear 10 ", ';');
        row("network", "mlp; flatten, linear 10", ';');
        row("network", "mlp;lenet5", ';');
    }
    void layersAreSeparatedBySemicolons()
    {
        QFETCH(QString, key);
        QFETCH(QString, text);
        QFETCH(QChar, separator);
        const ExperimentField& field = *findExperimentField(key.toStdString());
        QCOMPARE(QChar::fromLatin1(axisSeparator(field, text.toStdString())), separator);
    }

    void theTextIsReadBack()
    {
        const auto text = [](const char* key, const std::vector<std::string>& values) {
            return axisValuesText(*findExperimentField(key), values);
        };
        QCOMPARE(text("threads", {"1", "2"}), std::string("1, 2"));
        QCOMPARE(text("network", {"mlp", "lenet5"}), std::string("mlp, lenet5"));
        QCOMPARE(text("network", {"mlp", "flatten, linear 10"}), std::string("mlp; flatten, linear 10"));
        QCOMPARE(text("layers", {"flatten, linear 10", "relu"}), std::string("flatten, linear 10; relu"));
    }
};

QTEST_APPLESS_MAIN(TestAxisValues)
#include "test_axis_values.moc"
