import FoundationEssentials
import SPBasics

extension OutputTarget.Kind {
  /// A page of a ``Report``: its doctype, and the generator that its head names.
  public static let report = Self(name: "report", maxBytes: 4096) { start in
    start.starts(with: "<!doctype html".utf8)
      && start.firstRange(of: Data("name=\"generator\" content=\"swingpipe\"".utf8)) != nil
  }
}
