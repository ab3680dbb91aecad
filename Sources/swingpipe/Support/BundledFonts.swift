import Foundation

/// The font that a bundle brings along, for systems without any: without one, pictures would have no text.
enum BundledFonts {
  /// Has fontconfig read the bundle's configuration, where the tool is of a bundle and the user has chosen no other.
  /// To be called before there is any other thread, as the environment changes.
  static func use() {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return }
    let folder = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let end = folder.lastIndex(of: "/") else { return }
    let configuration = folder[..<end] + "/../share/swingpipe/fonts/fonts.conf"
    if access(String(configuration), R_OK) == 0 { setenv("FONTCONFIG_FILE", String(configuration), 0) }
  }
}
