#include "app/options/help_examples.h"

#include "core/language/translation.h"

namespace stepscope {

std::string helpExamples(std::initializer_list<std::string> examples, const std::string& text)
{
    std::string lines = translatedPlural("Example:", "Examples:", int64_t(examples.size()));
    for (const std::string& example : examples)
        lines += "\n  " + example;
    return text.empty() ? lines : lines + "\n\n" + text;
}

} // namespace stepscope
