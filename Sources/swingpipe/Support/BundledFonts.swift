import Glibc

/// The font that a bundle of the tool contains: on systems without fonts, pictures would have no text.
enum BundledFonts {
  /// Makes fontconfig read the bundle's configuration if there is one and FONTCONFIG_FILE is not set. Changes the
  /// environment, so it must be called before any other thread is started.
  static func use() {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard readlink("/proc/self/exe", &path, path.count - 1) > 0 else { return }
    let folder = String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let end = folder.lastIndex(of: "/") else { return }
    let configuration = folder[..<end] + "/../share/swingpipe/fonts/fonts.conf"
    if access(String(configuration), R_OK) == 0 { setenv("FONTCONFIG_FILE", String(configuration), 0) }
  }
}
