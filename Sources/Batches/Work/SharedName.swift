import Synchronization

/// Names that many items share, such as sports: each item keeps a number of one byte.
enum SharedName {
  private static let names = Mutex<[String]>([])

  /// The number of a name, from 1; 0 for nil, and for a name after 255 others.
  static func number(of name: String?) -> UInt8 {
    guard let name else { return 0 }
    return names.withLock { names in
      if let known = names.firstIndex(of: name) { return UInt8(known + 1) }
      guard names.count < Int(UInt8.max) else { return 0 }
      names.append(name)
      return UInt8(names.count)
    }
  }

  /// The name of a number; nil for 0.
  static func text(_ number: UInt8) -> String? {
    number == 0 ? nil : names.withLock { $0[Int(number) - 1] }
  }
}
