#include "core/data/chosen/chosen_data_set.h"

#include "core/base/error.h"
#include "core/data/own/array_data_set.h"
#include "core/data/own/image_folder.h"
#include "core/data/own/own_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/experiment/synthetic_shape.h"
#include "core/language/translation.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <mutex>

namespace stepscope {

namespace {

const DataSetKind& kindOf(const Experiment& experiment)
{
    if (const DataSetKind* const kind = findDataSetKind(experiment.dataset))
        return *kind;
    return dataSetWithFiles(experiment.dataset); // throws
}

/// What has been found about the user's own data, by what was asked for.
class FoundDataSets
{
public:
    std::optional<OwnDataSet> find(const std::string& key)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_found.find(key);
        return found == m_found.end() ? std::nullopt : std::optional(found->second);
    }

    void keep(const std::string& key, const OwnDataSet& dataSet)
    {
        constexpr size_t most = 100;
        const std::lock_guard lock(m_mutex);
        if (m_found.size() >= most)
            m_found.clear();
        m_found.insert_or_assign(key, dataSet);
    }

    void forget(const std::string& key)
    {
        const std::lock_guard lock(m_mutex);
        m_found.erase(key);
    }

private:
    std::mutex m_mutex;
    std::map<std::string, OwnDataSet> m_found;
};

FoundDataSets& foundDataSets()
{
    static FoundDataSets found;
    return found;
}

std::string keyOf(const Experiment& experiment)
{
    const DataSetKind& kind = kindOf(experiment);
    const auto folder = withAbsolutePath(*findExperimentField("data_directory"), experiment.dataDirectory);
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}", experiment.dataset, folder, experiment.imageSize,
                       decodesInSteps(experiment), kind.isText() ? experiment.sequenceLength : 0,
                       kind.isTable() ? experiment.labelColumn : std::string());
}

void checkDirectory(const Experiment& experiment)
{
    if (experiment.dataDirectory.empty())
        throw Error(translated(
            "The data set {dataset} is your own: specify its location as \"Data folder\" (--data).",
            {{"dataset", experiment.dataset}}));
}

/// Uses what has been found unless the stamp has changed.
template<typename Describe>
OwnDataSet describeOnce(const Experiment& experiment, const std::string& stamp, Describe describe)
{
    const auto key = keyOf(experiment);
    if (auto found = foundDataSets().find(key); found && found->stamp == stamp)
        return *found;
    OwnDataSet dataSet = describe();
    foundDataSets().keep(key, dataSet);
    return dataSet;
}

OwnDataSet describeFolder(const Experiment& experiment, const ImageFolder& folder,
                          const ReadingControl& control)
{
    return describeOnce(experiment, folder.stamp, [&] {
        return describeImageFolder(
            folder, {.size = experiment.imageSize, .keepsImages = !decodesInSteps(experiment)}, control);
    });
}

OwnDataSet describeArrayFiles(const Experiment& experiment)
{
    return describeOnce(experiment, arraysStamp(experiment.dataDirectory),
                        [&] { return describeArrays(experiment.dataDirectory); });
}

OwnDataSet describeTableFile(const Experiment& experiment)
{
    return describeOnce(experiment, fileStamp(experiment.dataDirectory),
                        [&] { return describeTable(experiment.dataDirectory, experiment.labelColumn); });
}

OwnDataSet describeText(const Experiment& experiment)
{
    const auto stamp = fileStamp(experiment.dataDirectory);
    return describeOnce(experiment, stamp, [&] {
        auto [text, counts] = readChosenText(experiment);
        return OwnDataSet{.description = {.name = experiment.dataset,
                                          .shape = {},
                                          .classNames = std::move(text.characters),
                                          .counts = counts,
                                          .isText = true},
                          .stamp = stamp,
                          .note = {}};
    });
}

OwnDataSet describeOwn(const Experiment& experiment, const ReadingControl& control)
{
    checkDirectory(experiment);
    try {
        switch (kindOf(experiment).format) {
        case DataFormat::ImageFolder:
            return describeFolder(experiment, listImageFolder(experiment.dataDirectory), control);
        case DataFormat::Text:
            return describeText(experiment);
        case DataFormat::Table:
            return describeTableFile(experiment);
        default:
            return describeArrayFiles(experiment);
        }
    } catch (const Error&) {
        foundDataSets().forget(keyOf(experiment));
        throw;
    }
}

} // namespace

DataSetDescription describeDataSet(const Experiment& experiment, const ReadingControl& control)
{
    const DataSetKind& kind = kindOf(experiment);
    if (kind.isOwn())
        return describeOwn(experiment, control).description;
    return *knownDataSet(experiment);
}

std::optional<DataSetDescription> knownDataSet(const Experiment& experiment)
{
    const DataSetKind* const kind = findDataSetKind(experiment.dataset);
    if (kind && kind->isOwn()) {
        const auto found = foundDataSets().find(keyOf(experiment));
        return found ? std::optional(found->description) : std::nullopt;
    }
    auto description = fixedDescription(experiment);
    if (kind && kind->isGenerated())
        description->counts = countSyntheticImages(experiment.syntheticImages);
    return description;
}

void checkDataSet(const Experiment& experiment)
{
    const auto description = describeDataSet(experiment);
    checkNetwork(experiment, description);
    if (kindOf(experiment).isGenerated())
        checkMemory(translated("the synthetic data set and the patterns of its classes"),
                    syntheticBytes(description),
                    translatable("choose fewer samples, a smaller shape or fewer classes"));
}

SampleCounts countSamples(const Experiment& experiment)
{
    const auto description = describeDataSet(experiment);
    if (description.counts)
        return *description.counts;
    return description.isText ? readChosenText(experiment).counts
                              : countImages(kindOf(experiment), experiment.dataDirectory);
}

std::optional<SampleCounts> expectedSamples(const Experiment& experiment)
{
    try {
        const DataSetKind& kind = kindOf(experiment);
        const bool isMissing =
            kind.hasFiles() && experiment.dataDirectory.empty() && findDataSet(kind).empty();
        return isMissing ? publishedCounts(kind) : countSamples(experiment);
    } catch (const Error&) {
        return std::nullopt;
    }
}

TableDataSet readChosenTable(const Experiment& experiment)
{
    checkDirectory(experiment);
    return readTable(experiment.dataDirectory, experiment.labelColumn);
}

ChosenText readChosenText(const Experiment& experiment)
{
    const DataSetKind& kind = kindOf(experiment);
    const std::filesystem::path file = kind.isOwn() ? std::filesystem::path(experiment.dataDirectory)
                                                    : dataSetFiles(kind, experiment.dataDirectory).front();
    ChosenText chosen{.text = readText(file), .counts = {}};
    chosen.counts = countSequences(chosen.text, experiment.sequenceLength, file);
    const bool isKnown = kind.isOwn() || std::ranges::equal(kind.classNames, chosen.text.characters);
    if (!isKnown)
        throw Error(translated(
            "{file} contains characters that differ from those of {dataSet}. To train on a text of your own, "
            "use --dataset text.",
            {{"file", file.string()}, {"dataSet", translated(kind.title)}}));
    return chosen;
}

OwnImages readOwnImages(const Experiment& experiment, const ReadingControl& control)
{
    checkDirectory(experiment);
    if (kindOf(experiment).format == DataFormat::ImageFolder) {
        const auto folder = listImageFolder(experiment.dataDirectory);
        auto described = describeFolder(experiment, folder, control);
        return {readImageFolder(folder, described, control), std::move(described.description),
                std::move(described.note)};
    }
    auto described = describeArrayFiles(experiment);
    return {readArrays(experiment.dataDirectory, described, control), std::move(described.description),
            std::move(described.note)};
}

OwnImageFiles listOwnImages(const Experiment& experiment, const ReadingControl& control)
{
    checkDirectory(experiment);
    auto folder = listImageFolder(experiment.dataDirectory);
    auto described = describeFolder(experiment, folder, control);
    const auto readerOf = [&](std::vector<LabeledFile>& files) {
        return std::make_shared<const ImageFileReader>(std::move(files), described.description.shape,
                                                       described.largestImageBytes);
    };
    auto train = readerOf(folder.train);
    auto test = readerOf(folder.test);
    return {std::move(train), std::move(test), std::move(described.note)};
}

std::string dataSetStamp(const Experiment& experiment)
{
    const DataSetKind& kind = kindOf(experiment);
    const auto key = keyOf(experiment);
    if (kind.isGenerated())
        return fmt::format("{}\n{}\n{}\n{}", key, experiment.syntheticImages, experiment.syntheticShape,
                           experiment.syntheticClasses);
    return kind.isOwn() ? key + '\n' + describeOwn(experiment, {}).stamp : key;
}

} // namespace stepscope
