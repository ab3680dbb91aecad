import CHDF5

extension Child.Kind {
  /// The target of the link with a name, nil for a hard link; the names before it must be valid.
  static func link(_ name: String, from start: hid_t, _ attempt: Attempt) throws(HDF5Error) -> Child.Kind? {
    var kind: Int32 = 0
    var byteCount = 0
    try attempt.check(chdf5_link_info(start, name, &kind, &byteCount))
    switch H5L_type_t(rawValue: kind) {
    case H5L_TYPE_HARD: return nil
    case H5L_TYPE_SOFT: return try soft(linkValue(name, byteCount, from: start, attempt))
    case H5L_TYPE_EXTERNAL: return try external(linkValue(name, byteCount, from: start, attempt), attempt)
    default: return .other
    }
  }

  /// The stored value, and a NUL behind it so that a text in it always ends.
  private static func linkValue(
    _ name: String, _ byteCount: Int, from start: hid_t, _ attempt: Attempt
  ) throws(HDF5Error) -> [CChar] {
    var value = [CChar](repeating: 0, count: byteCount + 1)
    try attempt.check(H5Lget_val(start, name, &value, byteCount, chdf5_default()))
    return value
  }

  private static func soft(_ value: [CChar]) -> Child.Kind {
    .softLink(path: String(decoding: value.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  private static func external(_ value: [CChar], _ attempt: Attempt) throws(HDF5Error) -> Child.Kind {
    try value.withUnsafeBufferPointer { (bytes) throws(HDF5Error) -> Child.Kind in
      var flags: UInt32 = 0
      var file: UnsafePointer<CChar>?
      var path: UnsafePointer<CChar>?
      try attempt.check(H5Lunpack_elink_val(bytes.baseAddress, bytes.count - 1, &flags, &file, &path))
      guard let file, let path else { return .other }
      return .externalLink(file: String(cString: file), path: String(cString: path))
    }
  }
}
