/// A mapping of this folder, compiled in, so that an installed tool carries it.
package struct BuiltInMapping: Sendable {
  /// What it is called: the file's name without `.json`.
  package let name: String
  private let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// The text of the mapping file.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Every mapping of HDF5 files, those of makers first.
  package static let all = [
    BuiltInMapping("apdm_v3", PackageResources.apdm_v3_json),
    BuiltInMapping("broad", PackageResources.broad_json),
    BuiltInMapping("actionnet", PackageResources.actionnet_json),
    BuiltInMapping("nwb", PackageResources.nwb_json),
    BuiltInMapping("nwb_rate", PackageResources.nwb_rate_json),
    BuiltInMapping("matlab", PackageResources.matlab_json),
    BuiltInMapping("pandas_table", PackageResources.pandas_table_json),
    BuiltInMapping("pandas_fixed", PackageResources.pandas_fixed_json),
    BuiltInMapping("pytables", PackageResources.pytables_json),
    BuiltInMapping("xarray", PackageResources.xarray_json),
  ]

  /// Every mapping of text tables; of those that suit a file, the first is used.
  package static let tables = [
    BuiltInMapping("shimmer", PackageResources.shimmer_json),
    BuiltInMapping("shimmer_low_noise", PackageResources.shimmer_low_noise_json),
    BuiltInMapping("shimmer_sync", PackageResources.shimmer_sync_json),
    BuiltInMapping("shimmer_sync_low_noise", PackageResources.shimmer_sync_low_noise_json),
    BuiltInMapping("shimmer_connect", PackageResources.shimmer_connect_json),
    BuiltInMapping("movella_dot_attitude", PackageResources.movella_dot_attitude_json),
    BuiltInMapping("movella_dot", PackageResources.movella_dot_json),
    BuiltInMapping("blue_trident_high_g", PackageResources.blue_trident_high_g_json),
    BuiltInMapping("blue_trident_low_g", PackageResources.blue_trident_low_g_json),
    BuiltInMapping("metawear_acceleration", PackageResources.metawear_acceleration_json),
    BuiltInMapping("metawear_rotation", PackageResources.metawear_rotation_json),
  ]
}
