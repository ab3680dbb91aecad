import FoundationEssentials
import SPBasics

/// A kind of picture.
public enum PictureFormat: String, Hashable, Sendable, CaseIterable {
  /// Vector graphics: sharp at any size. Text is drawn as outlines, so that it looks the same without the font.
  case svg
  /// Pixels.
  case png

  /// The kind that a path's extension names, in upper or lower case.
  /// - Throws: ``PlotError/unknownExtension(path:)`` for any other extension, or without an extension.
  package init(path: String) throws(PlotError) {
    let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")),
      let format = Self(rawValue: String(Substring(name[dot...].dropFirst())).lowercased())
    else { throw .unknownExtension(path: path) }
    self = format
  }
}

extension OutputTarget.Kind {
  /// A picture of either kind, by its signature: https://www.w3.org/TR/png-3/#5PNG-file-signature, or an SVG's root.
  package static let picture = Self(name: "picture", maxBytes: 4096) { start in
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
    return start.starts(with: "<svg".utf8)
      || (start.starts(with: "<?xml".utf8) && start.firstRange(of: Data("<svg".utf8)) != nil)
  }
}
