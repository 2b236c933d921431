#include "core/record/process/python_command.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <fstream>

namespace stepscope {

namespace fs = std::filesystem;

class TestPythonCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder.emplace();
        for (const char* name : {"python3.11", "trainer"}) {
            std::ofstream(path(name)) << "\x7f"
                                         "ELF";
            allowRunning(name);
        }
        fs::create_symlink(path("python3.11"), path("link"));
        script("torchrun", "#!/usr/bin/env python3\nimport torch\n");
        script("train.sh", "#!/bin/sh\npython3 train.py\n");
        script("empty", "");
    }

    void whoseHookRuns_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<bool>("runsHook");
        QTest::newRow("Python") << QStringList{"python3.11", "train.py"} << true;
        QTest::newRow("link to it") << QStringList{"link", "-u", "train.py"} << true;
        QTest::newRow("isolated") << QStringList{"python3.11", "-I", "train.py"} << false;
        QTest::newRow("isolated among others") << QStringList{"link", "-uE", "-m", "train"} << false;
        QTest::newRow("without site") << QStringList{"python3.11", "-W", "error", "-S", "train.py"} << false;
        QTest::newRow("the script's own option") << QStringList{"python3.11", "train.py", "-I"} << true;
        QTest::newRow("the module's own option") << QStringList{"python3.11", "-m", "train", "-I"} << true;
        QTest::newRow("script of Python") << QStringList{"torchrun", "train.py"} << true;
        QTest::newRow("script of a shell") << QStringList{"train.sh"} << false;
        QTest::newRow("compiled") << QStringList{"trainer", "-I"} << false;
        QTest::newRow("empty file") << QStringList{"empty"} << false;
        QTest::newRow("missing") << QStringList{"nothing"} << false;
    }

    void whoseHookRuns()
    {
        QFETCH(QStringList, command);
        QFETCH(bool, runsHook);
        std::vector<std::string> words{path(command.takeFirst().toStdString()).string()};
        for (const auto& word : command)
            words.push_back(word.toStdString());
        QCOMPARE(runsPythonHook(words), runsHook);
    }

private:
    fs::path path(const std::string& name) const { return fs::path(m_folder->path().toStdString()) / name; }

    void script(const std::string& name, const std::string& text)
    {
        std::ofstream(path(name)) << text;
        allowRunning(name);
    }

    void allowRunning(const std::string& name) { fs::permissions(path(name), fs::perms::owner_all); }

    std::optional<QTemporaryDir> m_folder;
};

} // namespace stepscope

QTEST_GUILESS_MAIN(stepscope::TestPythonCommand)
#include "test_python_command.moc"
