#include "core/import/stored_import.h"
#include "tests/core/import/imported_text.h"
#include "tests/support/failure.h"
#include "tests/support/zip_file.h"
#include "torch_model_files.h"

#include <QTest>

using namespace stepscope;
using namespace stepscope::test;

/// Models of TorchScript as graphs, from their archives alone.
class TestTorchModelReader : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    std::filesystem::path path() const { return m_folder.path() / "net.pt"; }

    ImportedRun import(const TorchModelFile& file)
    {
        writeZip(path(), file.entries());
        return importFile(path());
    }

    QString graphOf(const TorchModelFile& file)
    {
        return QString::fromStdString(printed(*import(file).run.graph));
    }

    /// A model without modules whose forward method has these arguments and statements, a line each.
    static TorchModelFile modelOf(const std::string& arguments, const std::vector<std::string>& lines,
                                  const pickle::Entries& state = {})
    {
        TorchModelFile file;
        file.object = pickle::object("__torch__.Net", state);
        std::string code =
            "class Net(Module):\n  def forward(self: __torch__.Net,\n    " + arguments + ") -> Tensor:\n";
        for (const auto& line : lines)
            code += "    " + line + "\n";
        file.code = {{"__torch__.py", code}};
        return file;
    }

    QString failureOfFile(const std::vector<std::pair<std::string, std::string>>& entries)
    {
        writeZip(path(), entries);
        return QString::fromStdString(failureOf([&] { importFile(path()); }));
    }

    static bool says(const ImportedRun& imported, const char* text)
    {
        for (const auto& entry : imported.run.log) {
            if (entry.text.find(text) != std::string::npos)
                return true;
        }
        return false;
    }

private Q_SLOTS:
    void modulesParametersAndOperatorsAreRead()
    {
        const auto imported = import(convNetFile());
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x\n"
                         "conv1: conv2d [conv1.weight 32 × 1 × 3 × 3] [conv1.bias 32] < x\n"
                         "relu < conv2d\n"
                         "dropout < relu\n"
                         "view < dropout\n"
                         "head: sub < view\n"
                         "head: linear [head.w 10 × 21632] < sub\n"
                         "output output < linear\n"));
        QCOMPARE(QString::fromStdString(printedLayers(*imported.run.graph)),
                 QString("conv1 Conv2d 320\nhead Head 216320\n"));
        QCOMPARE(imported.run.graph->network, std::string("Net"));
        QCOMPARE(imported.run.graph->nodes[1].op, std::string("aten::conv2d"));
        QCOMPARE(imported.run.graph->parameterCount, 216'640);
        QVERIFY(imported.run.trace.empty());
        QVERIFY(says(imported, "One input is optional and is treated as not given."));
        QVERIFY(says(imported, "A TorchScript file contains the shapes of parameters"));
        QVERIFY(!says(imported, "depends on values"));
    }

    void itIsKeptAsARunWithItsGraph()
    {
        const auto kept = writeImportedRun(storedRun(import(convNetFile())), m_folder.path() / "library");
        const auto read = readRunFile(kept);
        QVERIFY(read.run.graph != nullptr);
        QCOMPARE(QString::fromStdString(printed(*read.run.graph)), graphOf(convNetFile()));
        QCOMPARE(read.label.name, std::string("net"));
    }

    void bothSidesOfABranchOnValuesAreInTheGraph()
    {
        const auto imported =
            import(modelOf("x: Tensor", {"if bool(torch.gt(torch.sum(x), 0)):", "  y = torch.relu(x)",
                                         "else:", "  y = torch.neg(x)", "return torch.abs(y)"}));
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x\nrelu < x\nneg < x\nabs < relu, neg\noutput output < abs\n"));
        QVERIFY(says(imported, "One branch depends on values"));
        QVERIFY(says(imported, "2 operators whose results reach no output are not shown."));
    }

    void aLoopsBodyIsInTheGraphOnce()
    {
        const auto imported =
            import(modelOf("x: Tensor,\n    n: int",
                           {"y = x", "for i in range(n):", "  y = torch.tanh(y)", "return torch.abs(y)"}));
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x\ntanh < x\nabs < x, tanh\noutput output < abs\n"));
        QVERIFY(says(imported, "One loop is in the graph as if it ran once."));
    }

    void tuplesListsAndOutputsAreFollowed()
    {
        QCOMPARE(graphOf(modelOf("x: Tensor",
                                 {"a, b, = torch.lstm(x, [x], True)", "items = annotate(List[Tensor], [])",
                                  "_0 = torch.append(items, torch.relu(a))",
                                  "_1 = torch.append(items, torch.tanh(b))", "c = (items)[1]",
                                  "return (torch.cat(items, 1), c)"})),
                 QString("input x\nlstm < x\nrelu < lstm\ntanh < lstm\ncat < relu, tanh\n"
                         "output output 1 < cat\noutput output 2 < tanh\n"));
    }

    void whatIsComputedInPlaceIsSeenFromThenOn()
    {
        QCOMPARE(graphOf(modelOf("x: Tensor",
                                 {"y = torch.neg(x)", "_0 = torch.add_(y, x)", "return torch.abs(y)"})),
                 QString("input x\nneg < x\nadd_ < x, neg\nabs < add_\noutput output < abs\n"));
    }

    void constantsOfFrozenModelsAreParameters()
    {
        auto file = modelOf("x: Tensor", {"return torch.linear(x, CONSTANTS.c0, CONSTANTS.c0)"});
        file.constants = pickle::tuple({pickle::tensor("0", {10, 20})});
        const auto imported = import(file);
        QCOMPARE(QString::fromStdString(printed(*imported.run.graph)),
                 QString("input x\nlinear [constant 0 10 × 20] < x\noutput output < linear\n"));
        QCOMPARE(imported.run.graph->parameterCount, 200);
    }

    void parametersInListsAreKnownAgain()
    {
        const auto weight = pickle::tensor("0", {4, 4});
        auto file = modelOf("x: Tensor", {"weights = self.weights", "return torch.lstm(x, weights)"},
                            {{"w", weight}, {"weights", pickle::list({weight})}});
        QCOMPARE(graphOf(file),
                 QString("input x\nlstm < x\noutput output < lstm\n")); // no __parameters__: buffers
        file.code[0].second.insert(file.code[0].second.find("  def"), "  __parameters__ = [\"w\", ]\n");
        QCOMPARE(graphOf(file), QString("input x\nlstm [w 4 × 4] < x\noutput output < lstm\n"));
    }

    void nothingOfAPickleIsExecuted()
    {
        const auto mark = m_folder.path() / "executed";
        auto file = convNetFile();
        const std::string call = pickle::call(pickle::global("posix", "system"),
                                              pickle::tuple({pickle::text("touch " + mark.string())}));
        file.object = pickle::object("__torch__.Net", {{"evil", call}});
        import(file);
        QVERIFY(!std::filesystem::exists(mark));
    }

    void objectsInCirclesDoNoHarm()
    {
        // Net holds itself, and a list that holds itself.
        auto file =
            modelOf("x: Tensor", {"a = self.me", "b = self.items", "return (a).forward(torch.neg(b), )"});
        file.object = pickle::global("__torch__", "Net") + ")\x81q" + std::string(1, '\0') + "}(" +
                      pickle::text("me") + "h" + std::string(1, '\0') + pickle::text("items") +
                      "]q\x01h\x01" + "aub";
        const auto imported = import(file);
        QVERIFY(says(imported, "nested too deep to be followed"));
    }

    void callsThatGrowWithoutEndAreGivenUp()
    {
        std::string code =
            "class Net(Module):\n  def forward(self: __torch__.Net,\n    x: Tensor) -> Tensor:\n"
            "    return __torch__.f0(x, )\n";
        for (int i = 0; i < 40; ++i)
            code += fmt::format(
                "def f{}(x: Tensor) -> Tensor:\n  a = __torch__.f{}(x, )\n  return __torch__.f{}(a, )\n", i,
                i + 1, i + 1);
        code += "def f40(x: Tensor) -> Tensor:\n  return torch.relu(x)\n";
        auto file = modelOf("x: Tensor", {});
        file.code = {{"__torch__.py", code}};
        const auto imported = import(file);
        QVERIFY(says(imported, "The graph ends early"));
        QVERIFY(imported.run.graph->nodes.size() <= 100'000);
    }

    void codeThatIsNestedDeepIsSaid()
    {
        auto file =
            modelOf("x: Tensor", {"return " + std::string(100'000, '(') + "x" + std::string(100'000, ')')});
        QVERIFY(says(import(file), "cannot be read: its line 4 does not match TorchScript's grammar"));
        std::string links = "x";
        for (int i = 0; i < 100'000; ++i)
            links += ".a";
        QVERIFY(
            says(import(modelOf("x: Tensor", {"return " + links})), "does not match TorchScript's grammar"));
    }

    void codeThatIsMissingIsSaid()
    {
        auto file = convNetFile();
        file.code.erase(file.code.begin()); // of Conv2d
        const auto imported = import(file);
        QVERIFY2(printed(*imported.run.graph).find("conv1: forward < x") != std::string::npos,
                 printed(*imported.run.graph).c_str());
        file.code = {{"__torch__/other.py", ""}};
        QVERIFY(says(import(file), "The file does not contain the code of the forward method"));
    }

    void aFileOfParametersAloneSaysWhatItHolds()
    {
        const auto parameters = pickle::dict({{"conv1.weight", pickle::tensor("0", {32, 1, 3, 3})},
                                              {"conv1.bias", pickle::tensor("1", {32})},
                                              {"fc.weight", pickle::tensor("2", {10, 5})}});
        const auto failure = failureOfFile({{"net/data.pkl", pickle::whole(parameters)}});
        QVERIFY2(failure.contains("it holds 3 tensors with 370 values of 2 modules but no code"),
                 qPrintable(failure));
        const std::string magic = "\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.";
        const auto old =
            m_folder.write("old.pt", magic + pickle::whole(pickle::integer(1001)) +
                                         pickle::whole(pickle::dict({})) + pickle::whole(parameters));
        const auto oldFailure = failureOf([&] { importFile(old); });
        QVERIFY2(oldFailure.find("it holds 3 tensors with 370 values of 2 modules but no code") !=
                     std::string::npos,
                 oldFailure.c_str());
    }

    void archivesOfOthersAreRefused()
    {
        QVERIFY(failureOfFile({{"word/document.xml", "<a/>"}})
                    .contains("it is a zip archive without a PyTorch model"));
        QVERIFY(failureOfFile({{"net/data.pkl", "hello"}}).contains("is not a readable pickle"));
        const auto nothing = failureOfFile({{"net/data.pkl", pickle::whole(pickle::integer(3))}});
        QVERIFY2(nothing.contains("which is not a model"), qPrintable(nothing));
    }

    void bombsAreRefused()
    {
        auto file = convNetFile();
        auto entries = file.entries();
        entries[0].second += std::string(65 << 20, '\0'); // shrinks to 64 kB
        const auto failure = failureOfFile(entries);
        QVERIFY(std::filesystem::file_size(path()) < 200'000);
        QVERIFY2(failure.contains("is larger than"), qPrintable(failure));
    }

    void everyCutIsSaid()
    {
        import(convNetFile());
        std::ifstream whole(path(), std::ios::binary);
        const std::string content(std::istreambuf_iterator<char>(whole), {});
        constexpr size_t cuts = 200;
        for (size_t cut = 0; cut < cuts; ++cut) {
            const auto part = m_folder.write("cut.pt", content.substr(0, content.size() * cut / cuts));
            QVERIFY(
                failureOf([&] { importFile(part); }).ends_with(".")); // its list of entries comes at the end
        }
    }

    void cutPicklesAndCodeAreSaid()
    {
        const auto entries = convNetFile().entries();
        constexpr size_t cuts = 200;
        for (size_t entry : {0U, 1U, 3U, 4U, 5U}) {
            for (size_t cut = 0; cut < cuts; ++cut) {
                auto some = entries;
                some[entry].second.resize(some[entry].second.size() * cut / cuts);
                writeZip(path(), some);
                try {
                    QVERIFY(importFile(path()).run.graph != nullptr);
                } catch (const Error& error) {
                    QVERIFY(std::string(error.what()).ends_with("."));
                }
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTorchModelReader)
#include "test_torch_model_reader.moc"
