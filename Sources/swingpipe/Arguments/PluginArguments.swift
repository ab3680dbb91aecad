import ArgumentParser
import SPHDF5

/// Whether HDF5 may load filters.
struct PluginArguments: ParsableArguments {
  @Flag(
    help: """
      Load HDF5 filters such as lzf, blosc and zstd. They are programs from HDF5_PLUGIN_PATH, Debian packages, or the \
      Python package hdf5plugin. Use them only for files that you trust.
      """)
  var filterPlugins = false

  /// The policy for opening files.
  var policy: FilterPolicy { filterPlugins ? .plugins : .builtIn }
}
