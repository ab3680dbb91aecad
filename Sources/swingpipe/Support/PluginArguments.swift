import ArgumentParser
import SPHDF5

/// Whether HDF5 may load filters.
struct PluginArguments: ParsableArguments {
  @Flag(
    help: """
      Load filters that HDF5 itself lacks, such as lzf, blosc and zstd. They are programs: from HDF5_PLUGIN_PATH, Debian's \
      packages, or the Python package hdf5plugin.
      """)
  var filterPlugins = false

  /// The policy for opening files.
  var policy: FilterPolicy { filterPlugins ? .plugins : .builtIn }
}
