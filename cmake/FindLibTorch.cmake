# Finds LibTorch by its headers and libraries: Debian's package, an unpacked LibTorch archive or a Python
# wheel's folder (given by CMAKE_PREFIX_PATH), with or without CUDA. TorchConfig.cmake is not used because
# that of a CUDA build requires the CUDA toolkit, which only programs with their own kernels need.
#
# Defines the target LibTorch::LibTorch.

find_path(LibTorch_INCLUDE_DIR torch/csrc/autograd/autograd.h)
find_path(LibTorch_API_INCLUDE_DIR torch/torch.h
          HINTS ${LibTorch_INCLUDE_DIR} PATH_SUFFIXES torch/csrc/api/include include/torch/csrc/api/include)
find_library(LibTorch_torch_LIBRARY torch)
cmake_path(GET LibTorch_torch_LIBRARY PARENT_PATH library_folder)
foreach(library torch_cpu c10 torch_cuda c10_cuda)
    # Next to libtorch: the CUDA part of another installed LibTorch would not match.
    find_library(LibTorch_${library}_LIBRARY ${library} PATHS ${library_folder} NO_DEFAULT_PATH)
    mark_as_advanced(LibTorch_${library}_LIBRARY)
endforeach()
mark_as_advanced(LibTorch_torch_LIBRARY)
mark_as_advanced(LibTorch_INCLUDE_DIR LibTorch_API_INCLUDE_DIR)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibTorch REQUIRED_VARS
    LibTorch_torch_LIBRARY LibTorch_torch_cpu_LIBRARY LibTorch_c10_LIBRARY
    LibTorch_INCLUDE_DIR LibTorch_API_INCLUDE_DIR)

if(LibTorch_FOUND AND NOT TARGET LibTorch::LibTorch)
    add_library(LibTorch::LibTorch INTERFACE IMPORTED)
    target_include_directories(LibTorch::LibTorch SYSTEM INTERFACE
        ${LibTorch_INCLUDE_DIR} ${LibTorch_API_INCLUDE_DIR})
    set(libraries ${LibTorch_torch_LIBRARY} ${LibTorch_torch_cpu_LIBRARY} ${LibTorch_c10_LIBRARY})
    if(LibTorch_torch_cuda_LIBRARY)
        # No symbol of torch_cuda is referenced; its kernels register themselves when it is loaded.
        list(APPEND libraries ${LibTorch_torch_cuda_LIBRARY} ${LibTorch_c10_cuda_LIBRARY})
    endif()
    target_link_libraries(LibTorch::LibTorch INTERFACE -Wl,--no-as-needed ${libraries} -Wl,--as-needed)
endif()
