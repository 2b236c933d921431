#pragma once

#include "core/advise/advice_figures.h"
#include "core/advise/finding.h"

#include <span>
#include <string>

namespace stepscope {

/// Which steps the findings speak of.
std::string adviceScope(const AdviceFigures& figures);

/// "Cannot be told, for this run has no events of a device: …": the findings that need them in one line, or
/// nothing when there is none.
std::string deviceFindingsLine(std::span<const Finding> findings);

/// For a terminal, with plain line breaks; control characters in names are left out.
std::string adviceText(std::span<const Finding> findings, const std::string& scope);
/// `title` is of the run. What means something in Markdown or HTML is escaped.
std::string adviceMarkdown(std::span<const Finding> findings, const std::string& title,
                           const std::string& scope);
/// A row a finding, with plain numbers.
std::string adviceCsv(std::span<const Finding> findings);

} // namespace stepscope
