# `cmake --install build/release --prefix DIR`: the program finds its own libraries wherever the folder is
# moved, and LibTorch and Qt at their paths of the build.

set(private_libraries ${CMAKE_INSTALL_LIBDIR}/stepscope)
file(RELATIVE_PATH libraries_from_program
    ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/stepscope)

# The build tree uses these folders, too. A path that CMake would replace during the installation ends in a
# colon and is padded with colons, and the loader treats an empty entry between two colons as the current
# folder.
set_target_properties(stepscope PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH "$ORIGIN;$ORIGIN/${libraries_from_program}"
    INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS stepscope RUNTIME)

set(libraries stepscope-core)
if(STEPSCOPE_ENGINE)
    list(APPEND libraries stepscope-engine)
endif()
if(STEPSCOPE_GUI)
    list(APPEND libraries stepscope-window)
endif()
set_target_properties(${libraries} PROPERTIES
    BUILD_WITH_INSTALL_RPATH ON
    INSTALL_RPATH $ORIGIN
    INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS ${libraries} LIBRARY DESTINATION ${private_libraries})

# What `stepscope record` loads into recorded programs.
install(TARGETS stepscope-probe LIBRARY DESTINATION ${private_libraries})
install(DIRECTORY resources/python DESTINATION ${private_libraries}
    PATTERN __pycache__ EXCLUDE PATTERN pyproject.toml EXCLUDE)
install(FILES resources/man/stepscope.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

# Debian's setuptools and PyTorch belong to Debian's Python, which may not be the first in the PATH.
find_program(STEPSCOPE_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(STEPSCOPE_PYTHON python3)

# Python cannot keep its compiled files where users may not write, and compiling takes 10 ms at each start.
if(STEPSCOPE_PYTHON)
    install(CODE "
        set(package \"\${CMAKE_INSTALL_PREFIX}/${private_libraries}/python\")
        execute_process(COMMAND \"${STEPSCOPE_PYTHON}\" -m compileall -q -s \"\$ENV{DESTDIR}/\" -p /
            \"\$ENV{DESTDIR}\${package}\")")
endif()

install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/stepscope)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/stepscope)
if(STEPSCOPE_GUI)
    install(DIRECTORY resources/samples DESTINATION ${private_libraries})
    install(FILES resources/stepscope.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
    install(FILES resources/stepscope.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages)
    install(FILES resources/io.github.stepscope.Stepscope.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
    install(FILES resources/icons/stepscope.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
endif()

# Translations of core and app; the window has its own as resources.
file(GLOB translations CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/translations/*.po)
if(translations)
    find_program(MSGFMT msgfmt REQUIRED)
endif()
set(catalogs "")
foreach(translation IN LISTS translations)
    get_filename_component(language ${translation} NAME_WE)
    set(folder share/locale/${language}/LC_MESSAGES)
    set(catalog ${CMAKE_BINARY_DIR}/${folder}/stepscope.mo)
    add_custom_command(OUTPUT ${catalog}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/${folder}
        COMMAND ${MSGFMT} --check-format -o ${catalog} ${translation}
        DEPENDS ${translation} VERBATIM)
    install(FILES ${catalog} DESTINATION ${folder})
    list(APPEND catalogs ${catalog})
endforeach()
add_custom_target(translations ALL DEPENDS ${catalogs})

# A wheel of the Python package, for the user's own Python. It is built from a copy, because setuptools writes
# into the folder.
if(STEPSCOPE_PYTHON)
    set(wheel ${CMAKE_BINARY_DIR}/wheel)
    add_custom_target(wheel
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${wheel}
        COMMAND ${CMAKE_COMMAND} -E copy_directory ${PROJECT_SOURCE_DIR}/resources/python ${wheel}/source
        COMMAND ${CMAKE_COMMAND} -E chdir ${wheel}/source
            ${STEPSCOPE_PYTHON} -c "import setuptools.build_meta as build; build.build_wheel('..')"
        COMMENT "Building the Python wheel in ${wheel}"
        VERBATIM)
endif()
