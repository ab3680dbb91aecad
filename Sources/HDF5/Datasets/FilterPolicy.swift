/// Which filters the chunks of a dataset may need.
public enum FilterPolicy: String, Sendable, Hashable, CaseIterable {
  /// Those of the HDF5 library itself: gzip, shuffle, fletcher32, szip, nbit and scaleoffset. A dataset with any other is an
  /// error that names it. This is the default, as for any other the library loads and runs a program from a folder that
  /// the environment names (`HDF5_PLUGIN_PATH`).
  case builtIn
  /// Plugins are loaded, too.
  case plugins
}
