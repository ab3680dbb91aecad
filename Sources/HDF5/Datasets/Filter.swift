import CHDF5

/// A filter that the chunks of a dataset pass through.
package struct Filter: Sendable, Hashable {
  /// The registered number of the filter.
  ///
  /// It is 1 for gzip, 2 for shuffle, 3 for fletcher32, 4 for szip, 5 for nbit and 6 for scaleoffset. Other numbers are
  /// in the HDF Group's list of registered filters.
  package let id: Int
  /// The name: one of the names above, or the name in the file or in the HDF Group's list.
  package let name: String
  /// The filter's parameters; gzip has its level.
  package let parameters: [UInt32]
  /// Whether this HDF5 library has the filter.
  package let isAvailable: Bool

  /// The name and number of the filter, and the packages that are known to contain it.
  package var origin: String { "\(name) (number \(id))\(PluginFolders.advice(for: id))" }
}

extension Filter {
  private static let names: [Int: String] = [
    1: "gzip", 2: "shuffle", 3: "fletcher32", 4: "szip", 5: "nbit", 6: "scaleoffset",
  ]
  /// Names from the HDF Group's list of registered filters. They cover the filters that recordings are known to use,
  /// for files that do not name their filters.
  private static let registered: [Int: String] = [
    307: "bzip2", 32000: "lzf", 32001: "blosc", 32004: "lz4", 32008: "bitshuffle", 32013: "zfp", 32015: "zstd",
    32026: "blosc2",
  ]

  /// The filters of a dataset's creation properties, in the order in which they are applied on writing.
  /// - Throws: `HDF5Error` of kind `.unsupported` for a filter that the policy does not allow.
  static func all(in properties: hid_t, _ policy: FilterPolicy, _ attempt: Attempt) throws(HDF5Error) -> [Filter] {
    let count = try attempt.check(H5Pget_nfilters(properties))
    var filters: [Filter] = []
    for index in 0..<max(0, count) {
      filters.append(try Filter(at: UInt32(index), in: properties, policy, attempt))
    }
    return filters
  }

  private init(
    at index: UInt32, in properties: hid_t, _ policy: FilterPolicy, _ attempt: Attempt
  ) throws(HDF5Error) {
    var flags: UInt32 = 0
    // Filters have few parameters. The library reports their number and fills in as many as fit.
    var values = [UInt32](repeating: 0, count: 64)
    var valueCount = values.count
    var name = [CChar](repeating: 0, count: 256)
    let id = Int(
      try attempt.check(
        H5Pget_filter2(properties, index, &flags, &valueCount, &values, name.count, &name, nil)))
    let ownName = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.id = id
    self.name = Self.names[id] ?? (ownName.isEmpty ? Self.registered[id] ?? "filter \(id)" : ownName)
    self.parameters = Array(values.prefix(valueCount))
    guard policy == .plugins || Self.names[id] != nil else {
      throw attempt.error(
        .unsupported,
        "its chunks need the filter \(self.name) (number \(id)), a plugin, and plugins are not loaded; expected "
          + "--filter-plugins, or \"filters\": \"plugins\" of a pipeline's reader\(PluginFolders.advice(for: id))")
    }
    if Self.names[id] == nil { PluginFolders.register() }
    // This call loads the plugin.
    self.isAvailable = H5Zfilter_avail(H5Z_filter_t(id)) > 0
  }
}

/// Which filters the chunks of a dataset may need.
public enum FilterPolicy: String, Sendable, Hashable, CaseIterable {
  /// The filters of the HDF5 library itself: gzip, shuffle, fletcher32, szip, nbit and scaleoffset.
  ///
  /// A dataset with any other filter causes an error that names the filter. This is the default: for any other filter,
  /// the library would load and run code from a folder that the environment names (`HDF5_PLUGIN_PATH`).
  case builtIn
  /// Filters from plugins are loaded, too.
  case plugins
}
