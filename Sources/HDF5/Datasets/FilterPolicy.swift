/// Which filters the chunks of a dataset may need.
public enum FilterPolicy: String, Sendable, Hashable, CaseIterable {
  /// The filters of the HDF5 library itself: gzip, shuffle, fletcher32, szip, nbit and scaleoffset. A dataset with any
  /// other is an error that names the filter. This is the default: for any other filter the library would load and run
  /// code from a folder that the environment names (`HDF5_PLUGIN_PATH`).
  case builtIn
  /// Filters from plugins are loaded, too.
  case plugins
}
