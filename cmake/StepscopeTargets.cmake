# The build options of every Stepscope target.

add_library(stepscope-options INTERFACE)
target_compile_options(stepscope-options INTERFACE -Wall -Wextra -Wno-missing-field-initializers
    # GCC 12 reports false overlaps for "literal" + std::string (PR 105651), and false overflows for a
    # vector's insert.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict -Wno-stringop-overflow>)
if(STEPSCOPE_WERROR)
    target_compile_options(stepscope-options INTERFACE -Werror)
endif()
if(STEPSCOPE_SANITIZE)
    target_compile_options(stepscope-options INTERFACE
        -fsanitize=${STEPSCOPE_SANITIZE} -fno-omit-frame-pointer -O1)
    target_link_options(stepscope-options INTERFACE -fsanitize=${STEPSCOPE_SANITIZE})
    if(STEPSCOPE_SANITIZE MATCHES "undefined")
        target_compile_options(stepscope-options INTERFACE -fno-sanitize-recover=undefined)
    endif()
endif()
target_include_directories(stepscope-options INTERFACE ${PROJECT_SOURCE_DIR})
target_compile_definitions(stepscope-options INTERFACE QT_NO_KEYWORDS)

# By default, functions of a shared library can be replaced by those of another one, so they are not inlined
# and are called indirectly, which takes a fifth of the time for a trace's statistics. These options prevent
# that.
function(stepscope_own_functions library)
    target_compile_options(${library} PRIVATE -fno-semantic-interposition)
    target_link_options(${library} PRIVATE -Wl,-Bsymbolic-functions)
endfunction()
