import Files
import FoundationEssentials

extension OutputTarget.Kind {
  /// A WAV file, by the identifier and the type of its outermost chunk.
  public static let sound = Self(name: "WAV file", maxBytes: 12) { start in
    start.starts(with: "RIFF".utf8) && start.suffix(4).elementsEqual("WAVE".utf8)
  }

  /// A label track of Audacity, by its first line: two numbers and a text.
  public static let labelTrack = Self(name: "label track", maxBytes: 256) { start in
    let line = String(decoding: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    return start.isEmpty || (fields.count == 3 && fields.prefix(2).allSatisfy { Double($0) != nil })
  }

  /// A stream as CSV, by the first column of its header.
  public static let streamTable = Self(name: "table of a stream", maxBytes: 16) { start in
    start.starts(with: "\(StreamCatalog.timeColumn),".utf8) || start == Data("\(StreamCatalog.timeColumn)\n".utf8)
  }
}
