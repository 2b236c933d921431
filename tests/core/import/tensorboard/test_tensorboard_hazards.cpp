#include "core/import/tensorboard/tensorboard_reader.h"

#include "core/import/tensorboard/tensorboard_log.h"
#include "core/import/tensorboard/tfrecord.h"
#include "event_file.h"
#include "tests/core/import/imported_text.h"

#include <QTest>
#include <QtEndian>

#include <cmath>
#include <limits>
#include <random>

using namespace stepscope;
using namespace stepscope::test;

/// Event files that are damaged, cut, or strange.
class TestTensorBoardHazards : public QObject
{
    Q_OBJECT

private:
    ImportFolder m_folder;

    ImportedRun import(const std::string& content)
    {
        return importFile(m_folder.write("events.out.tfevents.1.host", content));
    }

    static size_t points(const Run& run)
    {
        return run.scalars.empty() ? 0 : run.scalars.front().points.size();
    }

    static QString logOf(const Run& run)
    {
        QStringList lines;
        for (const auto& entry : run.log)
            lines += QString::fromStdString(entry.text);
        return lines.join('\n');
    }

    /// Where each record begins, and the end.
    static std::vector<size_t> recordsOf(const std::string& file)
    {
        std::vector<size_t> starts;
        size_t at = 0;
        for (; at < file.size(); at += 16 + qFromLittleEndian<quint64>(file.data() + at))
            starts.push_back(at);
        starts.push_back(at);
        return starts;
    }

    QString sentenceOf(const std::filesystem::path& path)
    {
        try {
            importFile(path);
        } catch (const Error& error) {
            return QString::fromStdString(error.what());
        }
        return {};
    }

private Q_SLOTS:
    void aRecordWithAWrongChecksumIsLeftOut()
    {
        auto file = eventsOf("loss", {1, 2, 3});
        const auto starts = recordsOf(file);
        file[starts[2] + 20] ^= 1; // in the data of the second scalar
        const auto imported = import(file);
        QCOMPARE(points(imported.run), size_t(2));
        QCOMPARE(imported.run.scalars.front().points.back().value, 3.0);
        QCOMPARE(imported.log.damages().size(), size_t(1));
        QVERIFY2(logOf(imported.run).contains("one record with a wrong checksum was left out"),
                 qPrintable(logOf(imported.run)));
    }

    void behindAWrongLengthNothingIsRead()
    {
        auto file = eventsOf("loss", {1, 2, 3});
        const auto starts = recordsOf(file);
        file[starts[2] + 1] ^= 1; // in the length of the second scalar
        const auto imported = import(file);
        QCOMPARE(points(imported.run), size_t(1));
        QVERIFY2(logOf(imported.run)
                     .contains(QString("read up to byte %1: the length of its record at byte "
                                       "%1 is damaged")
                                   .arg(starts[2])),
                 qPrintable(logOf(imported.run)));
    }

    void aHugeLengthWithASoundChecksumCostsNothing()
    {
        for (const uint64_t length :
             {uint64_t(1) << 30, uint64_t(1) << 40, ~uint64_t(0), ~uint64_t(0) - 15}) {
            auto file = eventsOf("loss", {1});
            std::string header(8, '\0');
            qToLittleEndian<quint64>(length, header.data());
            std::string checksum(4, '\0');
            qToLittleEndian<quint32>(maskedCrc32c(header), checksum.data());
            file += header + checksum + "little data";
            QCOMPARE(points(import(file).run), size_t(1));
        }
    }

    void cutAtAnyPlaceWhatIsWholeIsRead()
    {
        const auto file = eventsOf("loss", std::vector<float>(40, 0.5F));
        const auto starts = recordsOf(file);
        constexpr size_t places = 200;
        for (size_t place = 0; place < places; ++place) {
            const size_t end = starts[2] + (file.size() - starts[2]) * place / places;
            const auto imported = import(file.substr(0, end));
            const auto whole =
                size_t(std::upper_bound(starts.begin(), starts.end(), end) - starts.begin()) - 1;
            QCOMPARE(points(imported.run), whole - 1); // the first says the version
            QCOMPARE(logOf(imported.run).contains("ends within a record"), starts[whole] != end);
            QVERIFY(imported.log.damages().empty());
        }
        for (size_t end = 0; end < starts[2]; ++end) // before the first scalar is complete
            QVERIFY(!sentenceOf(m_folder.write("events.out.tfevents.1.host", file.substr(0, end))).isEmpty());
    }

    void anyByteMayBeWrong()
    {
        const auto file = eventsOf("loss", {1, 2, 3, 4, 5, 6, 7, 8});
        std::mt19937 random(17);
        for (int round = 0; round < 400; ++round) {
            auto damaged = file;
            for (int i = 0; i <= round % 3; ++i)
                damaged[random() % damaged.size()] ^= char(1 << (random() % 8));
            try {
                QVERIFY(points(import(damaged).run) <= 8);
            } catch (const Error&) {
                // one sentence for the user
            }
        }
    }

    void anEventThatIsNoMessageIsCountedAndTheOthersAreRead()
    {
        std::string file = eventsOf("loss", {1});
        appendRecord(file, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
        appendRecord(file, EventText().event(1, {EventText::simple("loss", 2)}));
        const auto imported = import(file);
        QCOMPARE(points(imported.run), size_t(2));
        QVERIFY(logOf(imported.run).contains("1 event could not be read completely."));
    }

    void fieldsOfWrongTypesAreSkipped()
    {
        TensorBoardLog log;
        for (uint32_t field = 1; field <= 12; ++field) {
            for (const uint32_t type : {0U, 1U, 2U, 5U}) {
                std::string event(1, char(field << 3 | type));
                event += type == 0 ? "\x01" : type == 1 ? "12345678" : type == 5 ? "1234" : "\x02\x08\x01";
                log.take(event);
                std::string summary(1, char(5 << 3 | 2));
                log.take(summary + char(event.size() + 2) + "\x0a" + char(event.size()) + event);
            }
        }
        QCOMPARE(log.events(), 96);
    }

    void negativeStepsAndNumbersThatAreNoneStay()
    {
        const auto nan = std::numeric_limits<float>::quiet_NaN();
        const auto run = import(eventsOf("loss", {1, nan, HUGE_VALF, -HUGE_VALF}, -2)).run;
        QCOMPARE(points(run), size_t(4));
        QCOMPARE(run.scalars.front().points[0].step, -2);
        QVERIFY(std::isnan(run.scalars.front().points[1].value));
        QCOMPARE(run.scalars.front().points[3].value, -HUGE_VAL);
        QVERIFY(logOf(run).contains("3 scalars are not finite."));
    }

    void impossibleTimesAreThoseOfTheEventBefore()
    {
        std::vector<std::string> events;
        for (const double time : {1'700'000'002.0, std::nan(""), 1e300, -1e300, HUGE_VAL, 1'700'000'003.0}) {
            const EventText text{.wallTime = time};
            events.push_back(text.event(int64_t(events.size()), {EventText::simple("loss", 1)}));
        }
        const auto run = import(eventFile(events)).run;
        QCOMPARE(points(run), size_t(6));
        for (size_t i = 0; i < 5; ++i)
            QCOMPARE(run.scalars.front().points[i].timeNs, 2'000'000'000);
        QCOMPARE(run.scalars.front().points[5].timeNs, 3'000'000'000);
        QCOMPARE(run.endUnixMs - run.startUnixMs, 3000);
        QVERIFY(logOf(run).contains("4 events have no valid time"));
    }

    void aRestartIsToldAndKeepsAllPoints()
    {
        std::string file = eventsOf("loss", {1, 2, 3, 4});
        file += eventsOf("loss", {2.5, 3.5}, 2); // with a version of its own, as a second writer leaves it
        const auto run = import(file).run;
        QCOMPARE(points(run), size_t(6));
        QVERIFY2(logOf(run).contains("The steps of 1 tag go back"), qPrintable(logOf(run)));
    }

    void anEmptyFileSaysSo()
    {
        const auto path = m_folder.write("empty.tfevents", "");
        QVERIFY2(sentenceOf(path).contains("is empty."), qPrintable(sentenceOf(path)));
    }

    void anEmptyFileInAFolderIsPassedOver()
    {
        std::filesystem::create_directories(m_folder.path() / "some");
        m_folder.write("some/events.out.tfevents.1.host", "");
        m_folder.write("some/events.out.tfevents.2.host", eventsOf("loss", {1, 2}));
        QCOMPARE(points(importFile(m_folder.path() / "some").run), size_t(2));
    }

    void recordsOfSomethingElseAreRefused()
    {
        std::string file;
        appendRecord(file, "an example of a data set");
        const auto sentence = sentenceOf(m_folder.write("train.tfrecord", file));
        QVERIFY2(sentence.contains("has no TensorBoard events"), qPrintable(sentence));
    }

    void gzipIsInflated()
    {
        const auto path = m_folder.writeGzip("events.gz", eventsOf("loss", {1, 2, 3}));
        QCOMPARE(points(importFile(path).run), size_t(3));
    }

    void manyTagsAreToldApart()
    {
        std::vector<std::string> events;
        for (int round = 0; round < 2; ++round) {
            std::vector<std::string> values;
            for (int tag = 0; tag < 5000; ++tag)
                values.push_back(EventText::simple("layer/" + std::to_string(tag), float(tag)));
            events.push_back(EventText().event(round, values));
        }
        const auto run = import(eventFile(events)).run;
        QCOMPARE(run.scalars.size(), size_t(5000));
        QCOMPARE(run.scalars[4321].points.at(1).value, 4321.0);
    }
};

QTEST_GUILESS_MAIN(TestTensorBoardHazards)
#include "test_tensorboard_hazards.moc"
