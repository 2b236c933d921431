#include "core/import/tensorboard/tensorboard_log.h"

#include "core/import/shared/protobuf_fields.h"
#include "core/import/tensorboard/tensorboard_values.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace stepscope {

namespace {

using protozero::pbf_reader;

constexpr double nsPerSecond = 1e9;
/// Wall clock times farther from 1970 are damage; the distance of two valid ones in nanoseconds fits in 63
/// bits.
constexpr double mostSeconds = 4.4e9;

/// What is known about a value before its tag says how to read it.
struct Value
{
    std::string name;
    std::string_view plugin;
    std::string_view pluginContent;
    std::string_view tensor;
    std::optional<double> simple;
    bool isScalarData = false; ///< according to the metadata's class of data
    const char* legacy = nullptr;
};

void readPluginData(pbf_reader data, Value& value)
{
    while (data.next()) {
        switch (data.tag_and_type()) {
        case protobuf::bytes(1):
            value.plugin = protobuf::viewOf(data);
            break;
        case protobuf::bytes(2):
            value.pluginContent = protobuf::viewOf(data);
            break;
        default:
            data.skip();
        }
    }
}

void readMetadata(pbf_reader metadata, Value& value)
{
    constexpr uint64_t scalarData = 1;
    while (metadata.next()) {
        switch (metadata.tag_and_type()) {
        case protobuf::bytes(1):
            readPluginData(metadata.get_message(), value);
            break;
        case protobuf::varint(4):
            value.isScalarData = metadata.get_uint64() == scalarData;
            break;
        default:
            metadata.skip();
        }
    }
}

/// Reads a value of summary.proto; kinds that older programs wrote without metadata have a name here.
Value readValue(std::string_view bytes)
{
    Value value;
    pbf_reader field = protobuf::readerOf(bytes);
    while (field.next()) {
        switch (field.tag_and_type()) {
        case protobuf::bytes(1):
            value.name = field.get_string();
            break;
        case protobuf::fixed32(2):
            value.simple = field.get_float();
            break;
        case protobuf::bytes(4):
            value.legacy = "images";
            field.skip();
            break;
        case protobuf::bytes(3):
        case protobuf::bytes(5):
            value.legacy = "histograms";
            field.skip();
            break;
        case protobuf::bytes(6):
            value.legacy = "audio";
            field.skip();
            break;
        case protobuf::bytes(8):
            value.tensor = protobuf::viewOf(field);
            break;
        case protobuf::bytes(9):
            readMetadata(field.get_message(), value);
            break;
        default:
            field.skip();
        }
    }
    return value;
}

} // namespace

void TensorBoardLog::take(std::string_view event)
{
    ++m_events;
    double wallTime = std::nan("");
    int64_t step = 0; // writers omit it if it is 0
    std::vector<std::string_view> summaries;
    try {
        pbf_reader field = protobuf::readerOf(event);
        while (field.next()) {
            switch (field.tag_and_type()) {
            case protobuf::fixed64(1):
                wallTime = field.get_double();
                break;
            case protobuf::varint(2):
                step = field.get_int64();
                break;
            case protobuf::bytes(3):
                m_fileVersion = field.get_string();
                break;
            case protobuf::bytes(4):
                m_graph = field.get_string();
                break;
            case protobuf::bytes(5):
                summaries.push_back(protobuf::viewOf(field));
                break;
            case protobuf::bytes(6):
                ++m_others["log messages"];
                field.skip();
                break;
            case protobuf::bytes(8):
                ++m_others["run metadata"];
                field.skip();
                break;
            case protobuf::bytes(9):
                ++m_others["meta graphs"];
                field.skip();
                break;
            default:
                field.skip();
            }
        }
        const int64_t timeNs = timeOf(wallTime);
        for (const auto summary : summaries)
            takeSummary(summary, step, timeNs);
    } catch (const protozero::exception&) {
        ++m_unreadable;
    }
}

/// The time of the previous event if there is none or an impossible one.
int64_t TensorBoardLog::timeOf(double wallTime)
{
    const bool isPossible = std::abs(wallTime) < mostSeconds; // false for NaN, too
    if (!isPossible) {
        ++m_withoutTime;
        return m_lastTimeNs;
    }
    const auto unixNs = int64_t(std::llround(wallTime * nsPerSecond));
    if (!m_startUnixNs)
        m_startUnixNs = unixNs;
    m_lastTimeNs = unixNs - *m_startUnixNs;
    m_lengthNs = std::max(m_lengthNs, m_lastTimeNs);
    return m_lastTimeNs;
}

void TensorBoardLog::takeSummary(std::string_view summary, int64_t step, int64_t timeNs)
{
    pbf_reader field = protobuf::readerOf(summary);
    while (field.next()) {
        if (field.tag_and_type() == protobuf::bytes(1))
            takeValue(protobuf::viewOf(field), step, timeNs);
        else
            field.skip();
    }
}

void TensorBoardLog::takeValue(std::string_view bytes, int64_t step, int64_t timeNs)
{
    const Value value = readValue(bytes);
    Tag& tag = m_tags[value.name];
    if (!value.plugin.empty())
        tag.plugin = value.plugin;
    tag.isScalar = tag.isScalar || value.isScalarData || tag.plugin == "scalars";
    if (tag.plugin == "hparams") {
        readHyperparameters(value.pluginContent, m_hyperparameters);
        return;
    }
    auto number = value.simple;
    if (!number && tag.isScalar)
        number = numberOfTensor(value.tensor);
    if (number)
        takeScalar(value.name, tag, {.step = step, .timeNs = timeNs, .value = *number});
    else if (!tag.plugin.empty())
        ++m_others[tag.isScalar ? "scalars without a single number" : tag.plugin];
    else
        ++m_others[value.legacy ? value.legacy : "values of unknown kind"];
}

void TensorBoardLog::takeScalar(const std::string& name, Tag& tag, const ScalarPoint& point)
{
    if (std::exchange(tag.points, tag.points + 1) == 0)
        ++m_scalarTags;
    else if (point.step < tag.lastStep && !std::exchange(tag.hasFallen, true))
        ++m_fallen;
    tag.lastStep = point.step;
    ++m_scalars;
    m_notFinite += std::isfinite(point.value) ? 0 : 1;
    if (tag.fresh == 0) {
        m_fresh.push_back({.tag = name, .points = {}});
        tag.fresh = m_fresh.size();
    }
    m_fresh[tag.fresh - 1].points.push_back(point);
}

std::vector<ScalarSeries> TensorBoardLog::takeScalars()
{
    for (auto& [name, tag] : m_tags)
        tag.fresh = 0;
    return std::exchange(m_fresh, {});
}

} // namespace stepscope
