import CHDF5

/// A name in a group, and the object or link with that name.
package struct Child: Sendable, Hashable {
  /// The kinds of objects and links.
  package enum Kind: Sendable, Hashable, CustomStringConvertible {
    /// A group.
    case group
    /// A dataset.
    case dataset
    /// A soft link to a path in the same file, which need not exist.
    case softLink(path: String)
    /// A link to a path in another file, neither of which needs to exist.
    case externalLink(file: String, path: String)
    /// A named type, or something that an application has defined.
    case other

    /// "a group", "a soft link to /x".
    package var description: String {
      switch self {
      case .group: "a group"
      case .dataset: "a dataset"
      case .softLink(let path): "a soft link to \(path)"
      case .externalLink(let file, let path): "an external link to \(path) in the file \(file)"
      case .other: "neither a group nor a dataset"
      }
    }
  }

  /// The name in the group.
  package let name: String
  /// The object or link.
  package let kind: Kind
}

extension Child.Kind {
  /// The kind of the object, if it is not a link.
  init(_ type: H5O_type_t) {
    switch type {
    case H5O_TYPE_GROUP: self = .group
    case H5O_TYPE_DATASET: self = .dataset
    default: self = .other
    }
  }

  /// The kind of the object or link with a name in a group.
  init(of name: String, in group: OpenObject, _ attempt: Attempt) throws(HDF5Error) {
    if let link = try Self.link(name, from: group.handle.id, attempt) {
      self = link
      return
    }
    var type: Int32 = -1
    try attempt.check(chdf5_object_type(group.handle.id, name, &type))
    self.init(H5O_type_t(rawValue: type))
  }
}

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
