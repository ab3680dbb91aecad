/// An open group of an HDF5 file.
///
/// It can be shared between threads. It stays usable until it is released or its file is closed.
public final class Group: ObjectContainer {
  /// The open object.
  let object: OpenObject

  init(object: OpenObject) {
    self.object = object
  }

  /// The absolute path that the group was opened by.
  public var path: String { object.path }

  /// The last part of the path; empty for the root.
  public var name: String { ObjectPath(path).components.last ?? "" }

  /// The group itself.
  public var group: Group { self }
}
