#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "ui/experiment/experiment_panel.h"
#include "ui/support/dialogs.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QStandardItemModel>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace stepscope;
using namespace stepscope::ui;

class TestExperimentPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<ExperimentPanel> m_panel;

    QWidget* row(const char* key) const { return m_panel->findChild<QWidget*>(key); }
    QLineEdit* line(const char* key) const { return row(key)->findChild<QLineEdit*>(); }
    QComboBox* combo(const char* key) const { return row(key)->findChild<QComboBox*>(); }

    void type(const char* key, const char* text) const
    {
        line(key)->setFocus();
        line(key)->selectAll();
        QTest::keyClicks(line(key), text);
    }

    void choose(const char* key, const char* choice) const
    {
        QComboBox* box = combo(key);
        box->setCurrentIndex(box->findData(QString(choice)));
        Q_EMIT box->activated(box->currentIndex());
    }

    QAction* preset(const QString& label) const { return entry(m_panel->presetActions(), label); }

    static QAction* entry(const QList<QAction*>& entries, const QString& label)
    {
        for (QAction* action : entries) {
            if (action->text() == label)
                return action;
        }
        return nullptr;
    }

    /// The header of the last section, which has been clicked.
    QToolButton* openMore() const
    {
        for (auto* header : m_panel->findChildren<QToolButton*>()) {
            if (header->text() != "More")
                continue;
            header->click();
            return header;
        }
        return nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        QCoreApplication::setOrganizationName("stepscope-test-panel");
        QSettings().clear();
    }

    void init()
    {
        m_panel = std::make_unique<ExperimentPanel>();
        m_panel->resize(340, 800);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
        QTRY_VERIFY(row("copy_batches")); // folded away, and made after the rest
    }

    void showsTheExperiment()
    {
        m_panel->load(Experiment{.network = "mlp", .batchSize = 16, .epochs = 3});
        QCOMPARE(combo("network")->currentData().toString(), "mlp");
        QCOMPARE(line("batch_size")->text(), "16");
        QCOMPARE(line("epochs")->text(), "3");
    }

    void anInvalidValueIsMarkedInPlaceAndNamesWhatIsAllowed()
    {
        type("batch_size", "0");
        const auto* refusal = row("batch_size")->findChild<QLabel*>("refusal");
        QVERIFY(refusal->isVisible());
        QCOMPARE(refusal->text(), "Batch size is 0, but must be 1 to 1,000,000.");
        QVERIFY(line("batch_size")->property("invalid").toBool());
        QCOMPARE(m_panel->problem(), refusal->text());
        type("batch_size", "32");
        QVERIFY(!refusal->isVisible());
        QVERIFY(m_panel->problem().isEmpty());
        QCOMPARE(m_panel->experiment().batchSize, 32);
    }

    void batchSizesOfTheLabAreOneClickAway()
    {
        for (const int size : {1, 16, 64}) {
            auto* button = m_panel->findChild<QToolButton*>(QString("batch%1").arg(size));
            QTest::mouseClick(button, Qt::LeftButton);
            QCOMPARE(m_panel->experiment().batchSize, size);
            QCOMPARE(line("batch_size")->text(), QString::number(size));
            QVERIFY(button->isChecked());
        }
    }

    void theSyntheticDataSetHasAShape()
    {
        QVERIFY(!row("synthetic_shape")->isVisible() && !row("synthetic_classes")->isVisible());
        choose("dataset", "synthetic");
        QVERIFY(row("synthetic_shape")->isVisible() && row("synthetic_classes")->isVisible());
        QCOMPARE(line("synthetic_shape")->text(), "1x28x28");
        type("synthetic_shape", "3x64");
        QVERIFY2(m_panel->problem().startsWith("Synthetic shape is \"3x64\", but must be channels, rows and "
                                               "columns as in 3x224x224"),
                 qPrintable(m_panel->problem()));
        type("synthetic_shape", "3x64x64");
        QVERIFY2(m_panel->problem().startsWith("The images of synthetic have the shape 3 "),
                 qPrintable(m_panel->problem())); // which the network does not take
        choose("network", "resnet18");
        QVERIFY2(m_panel->problem().isEmpty(), qPrintable(m_panel->problem()));
        QCOMPARE(m_panel->experiment().syntheticShape, std::string("3x64x64"));
    }

    void decimalsCanBeTyped()
    {
        type("optimizer.learning_rate", "0.025");
        QCOMPARE(line("optimizer.learning_rate")->text(), "0.025");
        QCOMPARE(m_panel->experiment().learningRate, 0.025);
        type("optimizer.learning_rate", "1.50");
        QCOMPARE(m_panel->experiment().learningRate, 1.5);
    }

    void onlyWhatTheNetworkAndTheOptimizerHaveIsShown()
    {
        QVERIFY(!row("hidden_layers")->isVisible());
        choose("network", "mlp");
        QVERIFY(row("hidden_layers")->isVisible());
        QVERIFY(row("width")->isVisible());
        choose("optimizer.name", "adam");
        QVERIFY(row("optimizer.beta1")->isVisibleTo(row("optimizer.beta1")->parentWidget()));
        QVERIFY(!row("optimizer.momentum")->isVisibleTo(row("optimizer.momentum")->parentWidget()));
        choose("schedule.name", "constant");
        QVERIFY(!row("schedule.gamma")->isVisible());
        choose("schedule.name", "step");
        QVERIFY(row("schedule.gamma")->isVisible());
    }

    void augmentationIsForImagesAlone()
    {
        const auto isShown = [this] {
            return row("augmentation")->isVisibleTo(row("augmentation")->parentWidget());
        };
        QVERIFY(isShown());
        choose("network", "mlp");
        choose("dataset", "csv");
        QVERIFY(!isShown());
        choose("dataset", "mnist");
        m_panel->setFieldText("augmentation", "flip");
        choose("dataset", "csv");
        QVERIFY(isShown()); // it is refused, so it must be possible to clear it
        QCOMPARE(m_panel->problem(), "The augmentation flip changes images, but the data set csv has none.");
        m_panel->setFieldText("augmentation", "");
        QVERIFY(!isShown());
    }

    /// The place of other data sets is rarely named, so it is in a folded section.
    void thePlaceOfOwnDataIsAskedForBelowTheDataSet()
    {
        const auto shownPlaces = [this] {
            QList<QWidget*> rows = m_panel->findChildren<QWidget*>("data_directory");
            rows.removeIf([this](QWidget* row) { return !row->isVisibleTo(m_panel.get()); });
            return rows;
        };
        choose("dataset", "mnist");
        QVERIFY(!row("image_size")->isVisibleTo(m_panel.get()));
        QCOMPARE(shownPlaces().size(), 0);
        choose("dataset", "npz");
        QVERIFY(!row("image_size")->isVisibleTo(m_panel.get()));
        QCOMPARE(shownPlaces().size(), 1);
        QCOMPARE(shownPlaces()[0]->findChild<QLineEdit*>()->placeholderText(), "file or folder of arrays");
        choose("dataset", "image-folder");
        QVERIFY(row("image_size")->isVisibleTo(m_panel.get()));
        QCOMPARE(shownPlaces().size(), 1);
        QTest::keyClicks(shownPlaces()[0]->findChild<QLineEdit*>(), "/photos");
        QCOMPARE(m_panel->experiment().dataDirectory, std::string("/photos"));
    }

    void whatCannotMatterIsHiddenInTheFoldedSection()
    {
        openMore();
        choose("dataset", "mnist");
        const auto places = [this] {
            return std::ranges::count_if(m_panel->findChildren<QWidget*>("data_directory"),
                                         [](const QWidget* row) { return row->isVisible(); });
        };
        QCOMPARE(places(), 1);
        choose("dataset", "synthetic");
        QCOMPARE(places(), 0);
        QVERIFY(!row("copy_batches")->isVisible());
        m_panel->setFieldText("device", "cuda:0");
        QVERIFY(row("copy_batches")->isVisible());
    }

    void aSectionThatIsOpenedIsScrolledIntoView()
    {
        const auto* scroll = m_panel->findChild<QScrollArea*>();
        m_panel->resize(m_panel->width(), 500);
        QCOMPARE(scroll->verticalScrollBar()->value(), 0);
        const QToolButton* header = openMore();
        const auto top = [&] { return header->mapTo(scroll->viewport(), QPoint()).y(); };
        // It is higher than the form, so its title is at the top.
        QTRY_VERIFY2(top() >= -1 && top() < 20, qPrintable(QString::number(top())));
        QVERIFY(row("execution")->isVisible());
    }

    void aNumberOfStepsCanBeSetInsteadOfEpochs()
    {
        QTest::mouseClick(m_panel->findChild<QToolButton*>("lengthInSteps"), Qt::LeftButton);
        QVERIFY(m_panel->experiment().steps > 0);
        type("epochs", "250");
        QCOMPARE(m_panel->experiment().steps, 250);
        QTest::mouseClick(m_panel->findChild<QToolButton*>("lengthInEpochs"), Qt::LeftButton);
        QCOMPARE(m_panel->experiment().steps, 0);
        QCOMPARE(line("epochs")->text(), "1");
    }

    void keysUndoAndRedoWhileTyping()
    {
        m_panel->activateWindow();
        m_panel->addActions({m_panel->undoAction(), m_panel->redoAction()});
        type("seed", "42"); // folded away, but typed all the same
        type("batch_size", "16");
        QTest::keyClick(line("batch_size"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_panel->experiment().batchSize, 64);
        QCOMPARE(line("batch_size")->text(), "64");
        QTest::keyClick(line("batch_size"), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_panel->experiment().batchSize, 16);
    }

    void presetsSetTheExperimentAsItIsKnown()
    {
        m_panel->load(Experiment{.dataset = "fashion-mnist", .seed = 9});
        preset("Lab 2020")->trigger();
        QCOMPARE(m_panel->experiment().network, "mnist-convnet-2020");
        QCOMPARE(m_panel->experiment().epochs, 14);
        QCOMPARE(m_panel->experiment().optimizer, "adadelta");
        preset("Example of 2018")->trigger();
        QCOMPARE(m_panel->experiment().epochs, 10);
        QCOMPARE(m_panel->experiment().optimizer, "sgd");
        QCOMPARE(m_panel->experiment().dataset, "fashion-mnist");
        QCOMPARE(m_panel->experiment().seed, 9);
        m_panel->undoAction()->trigger();
        QCOMPARE(m_panel->experiment().network, "mnist-convnet-2020");
        m_panel->resetAction()->trigger();
        QCOMPARE(m_panel->experiment(), Experiment());
    }

    void networksAreListedUnderHeadings()
    {
        const QComboBox* box = combo("network");
        QStringList headings;
        for (int i = 0; i < box->count(); ++i) {
            const bool isHeading = !box->itemData(i).isValid();
            QCOMPARE(box->model()->index(i, 0).flags().testFlag(Qt::ItemIsEnabled), !isHeading);
            if (isHeading)
                headings += QString("%1 before %2").arg(box->itemText(i), box->itemText(i + 1));
        }
        QCOMPARE(headings, QStringList({"Simple networks before ConvNet (current)",
                                        "Published networks before LeNet-5"}));
        const QString help = box->itemData(box->findData("resnet18"), Qt::ToolTipRole).toString();
        QVERIFY2(help.contains("residual blocks") && help.contains("Deep residual learning"),
                 qPrintable(help));
        QCOMPARE(combo("dataset")->itemData(0).toString(), "mnist"); // one kind of data sets alone
    }

    void presetsOfPublishedNetworksAreInASubmenu()
    {
        QCOMPARE(preset("ResNet-18"), nullptr);
        const QMenu* submenu = preset("Published networks")->menu();
        QAction* resnet = entry(submenu->actions(), "ResNet-18");
        QVERIFY(resnet->statusTip().contains("Deep residual learning"));
        resnet->trigger();
        QCOMPARE(m_panel->experiment().network, "resnet18");
        QCOMPARE(m_panel->experiment().momentum, 0.9);
        QCOMPARE(m_panel->experiment().scheduleStepSize, 30);
        QCOMPARE(m_panel->experiment().testBatchSize, 100);
        QCOMPARE(combo("network")->currentText(), "ResNet-18");
        m_panel->setReadOnly(true);
        QVERIFY(!resnet->isEnabled());
    }

    void experimentsGoThroughAFile()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("mine.json");
        dialogs().saveFile = [&](QWidget*, const SaveQuestion&) { return path; };
        dialogs().openFile = [&](QWidget*, const QString&, const QString&, const QString&) { return path; };
        const Experiment mine{
            .network = "mlp", .hiddenLayers = 4, .batchSize = 100, .steps = 12, .learningRate = 0.125};
        m_panel->load(mine);
        m_panel->saveAction()->trigger();
        QCOMPARE(readExperiment(path.toStdString()), mine);
        m_panel->resetAction()->trigger();
        m_panel->openAction()->trigger();
        QCOMPARE(m_panel->experiment(), mine);
    }

    void aFileThatCannotBeReadChangesNothing()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("bad.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{\"batchsize\": 3}");
        file.close();
        QString told;
        dialogs().showFailure = [&](QWidget*, const QString& sentence, const QString&) { told = sentence; };
        m_panel->openFile(file.fileName());
        QVERIFY2(told.contains("batchsize"), qPrintable(told));
        QCOMPARE(m_panel->experiment(), Experiment());
    }

    void absentDevicesAreListedAndSayWhy()
    {
        m_panel->setDevices({{.id = "cpu", .name = "A processor"},
                             {.id = "cuda", .whyAbsent = "This LibTorch was built without CUDA."}});
        QComboBox* box = combo("device");
        QCOMPARE(box->count(), 2);
        QCOMPARE(box->currentText(), "cpu · A processor");
        QVERIFY(!qobject_cast<QStandardItemModel*>(box->model())->item(1)->isEnabled());
        QCOMPARE(box->itemData(1, Qt::ToolTipRole).toString(), "This LibTorch was built without CUDA.");
    }

    void aPrecisionThatTheDeviceLacksSaysWhy()
    {
        QComboBox* box = combo("precision");
        const int float16 = box->findData(QString("float16"));
        const auto isEnabled = [&] {
            return qobject_cast<QStandardItemModel*>(box->model())->item(float16)->isEnabled();
        };
        QVERIFY(!isEnabled());
        QVERIFY(qobject_cast<QStandardItemModel*>(box->model())->item(float16 - 1)->isEnabled());
        const QString reason = "The precision float16 needs a GPU, but the device is cpu: on the CPU, mixed "
                               "precision is possible with bfloat16 only.";
        QCOMPARE(box->itemData(float16, Qt::ToolTipRole).toString(), "<qt>" + reason + "</qt>");
        m_panel->load(Experiment{.device = "cuda:0"});
        QVERIFY(isEnabled());
        QCOMPARE(box->itemData(float16, Qt::ToolTipRole).toString(), QString());
        choose("precision", "float16");
        QVERIFY2(m_panel->problem().isEmpty(), qPrintable(m_panel->problem()));
        choose("device", "cpu"); // it stays, and is refused
        QCOMPARE(box->currentData().toString(), "float16");
        QCOMPARE(m_panel->problem(), reason);
    }

    void aContradictionIsShownAtItsFieldInAnOpenSection()
    {
        m_panel->load(Experiment{.device = "cuda:0", .precision = "float16"});
        auto* label = m_panel->findChild<QLabel*>("problem");
        QVERIFY(!label->isVisible());
        QVERIFY(!row("precision")->isVisible()); // folded away
        choose("device", "cpu");
        const auto* refusal = row("precision")->findChild<QLabel*>("refusal");
        QVERIFY(refusal->isVisible());
        QCOMPARE(refusal->text(), m_panel->problem());
        QVERIFY(combo("precision")->property("invalid").toBool());
        QVERIFY(!row("device")->findChild<QLabel*>("refusal")->isVisible());
        // The field may be scrolled away: the label below the form leads there.
        QVERIFY(label->isVisible());
        QVERIFY2(label->text().contains(refusal->text()) && label->text().contains("Show Precision"),
                 qPrintable(label->text()));
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        Q_EMIT label->linkActivated("#field");
        QTRY_VERIFY(combo("precision")->hasFocus());
        choose("precision", "float32");
        QVERIFY(!label->isVisible());
        QVERIFY(!refusal->isVisible());
    }

    void settingsOfCopiesToAGpuSayWhyTheyAreDisabled()
    {
        const auto box = [this](const char* key) { return row(key)->findChild<QCheckBox*>(); };
        const auto reasonOf = [this](const char* key) {
            return row(key)->toolTip().section("<br>", 1).remove("</qt>");
        };
        for (const char* key : {"pinned_memory", "async_copies"}) {
            QVERIFY(row(key)->isVisibleTo(row(key)->parentWidget()));
            QVERIFY(!box(key)->isEnabled());
            QCOMPARE(reasonOf(key), QString("“%1” is for copies to a GPU, but the device is cpu.")
                                        .arg(box(key)->text())); // as the form names it
        }
        m_panel->load(Experiment{.device = "cuda:0", .copyBatches = true});
        QVERIFY(box("pinned_memory")->isEnabled());
        QCOMPARE(reasonOf("pinned_memory"), QString());
        QVERIFY(!box("async_copies")->isEnabled());
        QCOMPARE(reasonOf("async_copies"),
                 "“Asynchronous copies” needs batches in pinned memory: set “Pinned memory”, too.");
        box("pinned_memory")->click();
        QVERIFY(m_panel->experiment().pinnedMemory);
        QVERIFY(box("async_copies")->isEnabled());
        QVERIFY(m_panel->problem().isEmpty());
        box("copy_batches")->click(); // what is on can be turned off
        QVERIFY(m_panel->problem().startsWith("pinned_memory is for copies of batches"));
        QVERIFY(box("pinned_memory")->isEnabled());
        box("pinned_memory")->click();
        QVERIFY(m_panel->problem().isEmpty());
        QVERIFY(!box("pinned_memory")->isEnabled());
    }

    void settingsOfCopiesFollowThoseThatTheyNeed()
    {
        QStringList names;
        for (const QObject* each : row("loader.workers")->parentWidget()->children())
            names += each->objectName();
        const qsizetype first = names.indexOf("loader.workers");
        QCOMPARE(names.mid(first, 5), (QStringList{"loader.workers", "loader.prefetch", "copy_batches",
                                                   "pinned_memory", "async_copies"}));
    }

    void nothingCanBeEditedWhileTraining()
    {
        m_panel->setFieldText("batch_size", "16");
        m_panel->setReadOnly(true);
        QVERIFY(!line("batch_size")->isEnabled());
        QVERIFY(!m_panel->undoAction()->isEnabled());
        QVERIFY(!m_panel->openAction()->isEnabled());
        m_panel->setReadOnly(false);
        QVERIFY(m_panel->undoAction()->isEnabled());
    }

    void everyFieldHasAnEditorWithHelp()
    {
        for (const ExperimentField& field : experimentFields()) {
            if (field.key == "steps")
                continue; // shares the row of the epochs
            const QWidget* editor = row(field.key.data());
            QVERIFY2(editor, field.key.data());
            QVERIFY2(editor->toolTip().contains(QString::fromUtf8(field.help.english(), 8).toHtmlEscaped()),
                     field.key.data());
        }
    }

    void theFormScrollsWhenItIsSmall()
    {
        m_panel->resize(m_panel->width(), 240);
        const auto* scroll = m_panel->findChild<QScrollArea*>();
        QVERIFY(scroll->widget()->height() > scroll->viewport()->height());
        QVERIFY(scroll->widget()->width() <= scroll->viewport()->width());
    }
};

QTEST_MAIN(TestExperimentPanel)
#include "test_experiment_panel.moc"
