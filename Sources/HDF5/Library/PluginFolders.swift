import CHDF5
import FoundationEssentials
import Glibc

/// The folders in which HDF5 looks for filters, in addition to `HDF5_PLUGIN_PATH`.
enum PluginFolders {
  /// Debian's packages, and the Python package hdf5plugin of the active environment, the user and the system.
  private static var candidates: [String] {
    let environment = ProcessInfo.processInfo.environment
    #if arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "x86_64-linux-gnu"
    #endif
    let debian = ["/usr/lib/\(machine)/hdf5/serial/plugins", "/usr/lib/\(machine)/hdf5/plugins"]
    let home = environment["HOME"].map { ["\($0)/.local"] } ?? []
    let roots = ["VIRTUAL_ENV", "CONDA_PREFIX"].compactMap { environment[$0] } + home
    let python = (roots + ["/usr/local"]).flatMap { root -> [String] in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(root)/lib")) ?? []
      let versions = names.filter { $0.hasPrefix("python3") }.sorted()
      return versions.flatMap { version in
        ["site-packages", "dist-packages"].map { "\(root)/lib/\(version)/\($0)/hdf5plugin/plugins" }
      }
    }
    return debian + python + ["/usr/lib/python3/dist-packages/hdf5plugin/plugins"]
  }

  /// Adds the existing folders, once. Must be called inside the lock.
  static func register() { _ = added }

  private static let added: Void = {
    // Debian's lzf plugin does not declare that it needs this library, and fails to load without it.
    dlopen("liblzf.so.1", RTLD_NOW | RTLD_GLOBAL)
    // HDF5 1.10 stops at the first missing folder, and its default folder is often missing. A folder that the user
    // names stays first.
    let isNamed = ProcessInfo.processInfo.environment["HDF5_PLUGIN_PATH"] != nil
    for folder in isNamed ? candidates : candidates.reversed() where FileManager.default.fileExists(atPath: folder) {
      if isNamed { H5PLappend(folder) } else { H5PLprepend(folder) }
    }
  }()

  /// How to get a filter that is a plugin, as the end of a sentence; empty if no package is known to contain the
  /// filter.
  static func advice(for id: Int) -> String {
    let packages = [
      307: "hdf5-filter-plugin", 32000: "hdf5-plugin-lzf (with liblzf1)", 32001: "hdf5-filter-plugin-blosc-serial",
      32004: "hdf5-filter-plugin", 32013: "hdf5-filter-plugin-zfp-serial",
    ]
    guard packages[id] != nil || [32008, 32015, 32026].contains(id) else { return "" }
    let debian = packages[id].map { "the Debian package \($0)" }
    // h5py contains lzf, and the Python package does not.
    let python = id == 32000 ? nil : "the Python package hdf5plugin"
    return "; \([debian, python].compactMap(\.self).joined(separator: " or ")) has it"
  }
}
