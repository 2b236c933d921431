#include "core/data/chosen/chosen_data_set.h"

#include "core/base/error.h"
#include "core/data/own/array_data_set.h"
#include "core/data/own/image_folder.h"
#include "core/data/own/own_data_set.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_kinds.h"
#include "core/language/translation.h"

#include <fmt/format.h>

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
    return fmt::format("{}\n{}\n{}\n{}", experiment.dataset, experiment.dataDirectory, experiment.imageSize,
                       decodesInSteps(experiment));
}

void checkDirectory(const Experiment& experiment)
{
    if (experiment.dataDirectory.empty())
        throw Error(translated("The data set {dataset} is your own: name its place as \"Data folder\" "
                               "(--data).",
                               {{"dataset", experiment.dataset}}));
}

/// Of an experiment with data that the user brings. Uses what has been found unless the files have changed.
OwnDataSet describeFolder(const Experiment& experiment, const ImageFolder& folder,
                          const ReadingControl& control)
{
    const auto key = keyOf(experiment);
    if (auto found = foundDataSets().find(key); found && found->stamp == folder.stamp)
        return *found;
    auto dataSet = describeImageFolder(
        folder, {.size = experiment.imageSize, .keepsImages = !decodesInSteps(experiment)}, control);
    foundDataSets().keep(key, dataSet);
    return dataSet;
}

OwnDataSet describeArrayFiles(const Experiment& experiment)
{
    const auto key = keyOf(experiment);
    if (auto found = foundDataSets().find(key);
        found && found->stamp == arraysStamp(experiment.dataDirectory))
        return *found;
    auto dataSet = describeArrays(experiment.dataDirectory);
    foundDataSets().keep(key, dataSet);
    return dataSet;
}

OwnDataSet describeOwn(const Experiment& experiment, const ReadingControl& control)
{
    checkDirectory(experiment);
    try {
        return kindOf(experiment).format == ImageFormat::ImageFolder
                   ? describeFolder(experiment, listImageFolder(experiment.dataDirectory), control)
                   : describeArrayFiles(experiment);
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
    auto description = fixedDescription(experiment.dataset);
    if (kind && kind->isGenerated())
        description->counts = countSyntheticImages(experiment.syntheticImages);
    return description;
}

void checkDataSet(const Experiment& experiment)
{
    checkNetwork(experiment, describeDataSet(experiment));
}

ImageCounts countImages(const Experiment& experiment)
{
    const auto description = describeDataSet(experiment);
    return description.counts ? *description.counts
                              : countImages(kindOf(experiment), experiment.dataDirectory);
}

OwnImages readOwnImages(const Experiment& experiment, const ReadingControl& control)
{
    checkDirectory(experiment);
    if (kindOf(experiment).format == ImageFormat::ImageFolder) {
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
        return fmt::format("{}\n{}", key, experiment.syntheticImages);
    return kind.isOwn() ? key + '\n' + describeOwn(experiment, {}).stamp : key;
}

} // namespace stepscope
