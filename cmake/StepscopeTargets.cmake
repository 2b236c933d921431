# What every target of Stepscope is built with.

add_library(stepscope-options INTERFACE)
target_compile_options(stepscope-options INTERFACE -Wall -Wextra -Wno-missing-field-initializers
    # GCC 12 takes "literal" + std::string for an overlap (PR 105651), and a vector's insert for one past its end.
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

# Functions of a shared library could be replaced by another's unless compiler and linker are told otherwise, so they
# would not be inlined, and be called by a detour: a fifth of the time that statistics of a trace take.
function(stepscope_own_functions library)
    target_compile_options(${library} PRIVATE -fno-semantic-interposition)
    target_link_options(${library} PRIVATE -Wl,-Bsymbolic-functions)
endfunction()
