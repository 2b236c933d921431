#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"
#include "core/machine/environment.h"
#include "core/run/run.h"

#include <span>
#include <string>

namespace stepscope {

/// What thresholds mean, and the order of the findings: two sentences.
std::string adviceIntroduction();

/// The steps that the findings cover.
std::string adviceScope(const AdviceFigures& figures);

/// "Overlap, … The recording has no events of a device.": the findings that need device events in one line,
/// for a list with the heading "Cannot tell"; empty if there are none.
std::string deviceFindingsLine(std::span<const Finding> findings);

/// For a terminal, with plain line breaks; control characters in names are left out.
std::string adviceText(std::span<const Finding> findings, const std::string& scope);
/// The same for all of a run, or the reason why it cannot be analyzed.
std::string adviceText(const Run& run, const Environment& environment);
/// `title` is the run's. Special characters of Markdown and HTML are escaped.
std::string adviceMarkdown(std::span<const Finding> findings, const std::string& title,
                           const std::string& scope);
/// One row per finding, with plain numbers.
std::string adviceCsv(std::span<const Finding> findings);

} // namespace stepscope
