import CHDF5

/// A name in a group, and the object or link with that name.
public struct Child: Sendable, Hashable {
  /// The kinds of objects and links.
  public enum Kind: Sendable, Hashable, CustomStringConvertible {
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
    public var description: String {
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
  public let name: String
  /// The object or link.
  public let kind: Kind
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
