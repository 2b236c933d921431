"""Checks that each source file reaches the standard headers whose names it uses: through its own includes or those of the
project's headers that it includes, but neither by chance through headers of libraries nor through a precompiled header.

    standard_includes.py [FOLDER]

FOLDER is the root of the sources; by default that of this file. Prints each missing header with the file and the first line
that needs it, and ends with 1 if there is one.
"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)', re.M)
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)
USE = re.compile(r"\bstd::(?:ranges::)?(\w+)")
NAMES = {
    "algorithm": "adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range fill "
                 "fill_n find find_if find_if_not for_each generate includes inplace_merge is_sorted "
                 "lexicographical_compare lower_bound make_heap max max_element merge min min_element minmax "
                 "minmax_element mismatch next_permutation none_of nth_element partial_sort partition partition_point "
                 "pop_heap push_heap remove remove_if replace replace_if reverse rotate search set_difference "
                 "set_intersection set_union shuffle sort sort_heap stable_partition stable_sort transform unique "
                 "upper_bound",
    "array": "array to_array",
    "atomic": "atomic atomic_flag memory_order_acquire memory_order_relaxed memory_order_release",
    "bit": "bit_cast bit_ceil bit_width countl_zero countr_zero endian has_single_bit popcount",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "cmath": "abs atan2 cbrt ceil cos erf erfc exp expm1 fabs floor fmod frexp hypot isfinite isinf isnan ldexp lgamma "
             "llround log log10 log1p log2 lround nextafter pow rint round signbit sin sqrt tan trunc",
    "compare": "partial_ordering strong_ordering weak_ordering",
    "complex": "complex",
    "condition_variable": "condition_variable condition_variable_any",
    "cstring": "memcmp memcpy memmove memset strcmp strerror strlen strncmp",
    "deque": "deque",
    "exception": "current_exception exception exception_ptr rethrow_exception",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "bind cref function greater hash invoke less reference_wrapper",
    "future": "async future packaged_task promise",
    "initializer_list": "initializer_list",
    "iomanip": "setprecision setw",
    "iostream": "cerr cin clog cout",
    "iterator": "advance back_inserter distance inserter istreambuf_iterator make_move_iterator next prev",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "addressof enable_shared_from_this make_shared make_unique shared_ptr unique_ptr weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag scoped_lock unique_lock",
    "new": "bad_alloc nothrow",
    "numbers": "numbers",
    "numeric": "accumulate adjacent_difference exclusive_scan gcd inner_product iota lcm midpoint partial_sum reduce",
    "optional": "make_optional nullopt optional",
    "queue": "priority_queue queue",
    "random": "mt19937 mt19937_64 normal_distribution random_device uniform_int_distribution uniform_real_distribution",
    "ranges": "views",
    "regex": "regex regex_match smatch",
    "set": "multiset set",
    "shared_mutex": "shared_lock shared_mutex",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range runtime_error",
    "stop_token": "stop_callback stop_source stop_token",
    "string": "getline stod stoi string to_string",
    "string_view": "string_view",
    "system_error": "errc error_code generic_category make_error_code system_error",
    "thread": "jthread thread",
    "tuple": "apply make_tuple tie tuple",
    "typeinfo": "type_info",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "as_const cmp_equal cmp_greater cmp_less exchange forward in_range index_sequence make_index_sequence "
               "make_pair move pair swap",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}
HEADER_OF = {name: header for header, names in NAMES.items() for name in names.split()}


class Sources:
    def __init__(self, root):
        self.root = root
        self.reached = {}

    def reached_from(self, file, on_the_way=()):
        """The headers outside the project that a file includes, itself or through the project's headers."""
        if file not in self.reached:
            headers = set()
            for quoted, angled in INCLUDE.findall(file.read_text()):
                inner = self.root / (quoted or angled)
                if not inner.exists():
                    headers.add(quoted or angled)
                elif inner not in on_the_way:
                    headers |= self.reached_from(inner, (*on_the_way, file))
            self.reached[file] = headers
        return self.reached[file]

    def missing(self, file):
        """Yields (line, header, use) for the first use of each header that the file does not reach."""
        code = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), file.read_text())
        known = set(self.reached_from(file))
        for use in USE.finditer(code):
            header = HEADER_OF.get(use[1])
            if header and header not in known:
                known.add(header)
                yield code.count("\n", 0, use.start()) + 1, header, use[0]


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1]).resolve()
    sources = Sources(root)
    files = [file for room in ("core", "ui", "app") for file in sorted((root / room).rglob("*"))
             if file.suffix in (".cpp", ".h")]
    if not files:
        sys.exit(f"{root} has no sources.")
    missing = 0
    for file in files:
        for line, header, use in sources.missing(file):
            print(f"{file.relative_to(root)}:{line}: {use} needs #include <{header}>")
            missing += 1
    print(f"{len(files)} files, {missing} missing standard headers.")
    return 1 if missing else 0


sys.exit(main())
