/// A kind of picture.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Vector graphics: sharp at any size. Text is drawn as outlines, so that it looks the same without the font.
  case svg
  /// Pixels.
  case png

  /// The kind that a path's extension names, in upper or lower case.
  /// - Throws: ``PlotError/unknownExtension(path:)`` for any other extension, or none.
  public init(path: String) throws(PlotError) {
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")),
      let format = Self(rawValue: String(Substring(name[dot...].dropFirst())).lowercased())
    else { throw .unknownExtension(path: path) }
    self = format
  }
}
