import FoundationEssentials
import SPBasics

extension OutputTarget.Kind {
  /// A picture of either kind, by its signature: https://www.w3.org/TR/png-3/#5PNG-file-signature, or an SVG's root.
  public static let picture = Self(name: "picture", maxBytes: 4096) { start in
    if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return true }
    return start.starts(with: "<svg".utf8)
      || (start.starts(with: "<?xml".utf8) && start.firstRange(of: Data("<svg".utf8)) != nil)
  }
}
