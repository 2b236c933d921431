# The environment of the tests when STEPSCOPE_SANITIZE is set: known findings outside Stepscope are
# suppressed, and every other finding fails the test. STEPSCOPE_SANITIZER_ENVIRONMENT is empty in other
# builds.

set(STEPSCOPE_SANITIZER_ENVIRONMENT "")
set(suppressions ${PROJECT_SOURCE_DIR}/tests/sanitizers)
if(STEPSCOPE_SANITIZE)
    # Qt Test ends a program after five minutes, which the slowest ones need with the thread sanitizer.
    list(APPEND STEPSCOPE_SANITIZER_ENVIRONMENT "QTEST_FUNCTION_TIMEOUT=1200000")
endif()
if(STEPSCOPE_SANITIZE MATCHES "address")
    list(APPEND STEPSCOPE_SANITIZER_ENVIRONMENT
        "ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1"
        "LSAN_OPTIONS=suppressions=${suppressions}/lsan.supp:print_suppressions=0")
endif()
if(STEPSCOPE_SANITIZE MATCHES "undefined")
    list(APPEND STEPSCOPE_SANITIZER_ENVIRONMENT "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1")
endif()
if(STEPSCOPE_SANITIZE MATCHES "thread")
    list(APPEND STEPSCOPE_SANITIZER_ENVIRONMENT
        # QProcess starts its child with vfork(): the sanitizer confuses the child with its parent, whose
        # memory it shares.
        "TSAN_OPTIONS=suppressions=${suppressions}/tsan.supp:ignore_noninstrumented_modules=1:halt_on_error=0:history_size=7:die_after_fork=0"
        # The sanitizer does not know libgomp's synchronization, so OpenMP must not start threads.
        "OMP_THREAD_LIMIT=1" "OMP_NUM_THREADS=1" "OPENBLAS_NUM_THREADS=1")
endif()
