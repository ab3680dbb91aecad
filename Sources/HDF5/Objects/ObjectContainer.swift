import CHDF5

/// A container of named groups and datasets: a file (meaning its root group) or a group.
///
/// Paths are names joined by "/". A path that starts with "/" starts at the file's root, any other at the container.
package protocol ObjectContainer: Sendable {
  /// The group whose names are meant: the root of a file, or the group itself.
  var group: Group { get }
}

/// An open group of an HDF5 file.
///
/// It can be shared between threads. It stays usable until it is released or its file is closed.
package final class Group: ObjectContainer {
  /// The open object.
  let object: OpenObject

  init(object: OpenObject) {
    self.object = object
  }

  /// The absolute path that the group was opened by.
  package var path: String { object.path }

  /// The last part of the path; empty for the root.
  package var name: String { ObjectPath(path).components.last ?? "" }

  /// The group itself.
  package var group: Group { self }
}

extension ObjectContainer {
  /// The attributes of the group. A file has the attributes of its root group.
  package var attributes: Attributes { Attributes(object: group.object) }

  /// Whether a path leads to a group, dataset or named type.
  ///
  /// A missing part on the way, a part that is not a group, and a followed link without a target all make it false.
  /// - Throws: `HDF5Error` of kind `.linkRefused` if the path meets a link that the policy refuses.
  package func exists(_ path: String) throws(HDF5Error) -> Bool {
    let object = group.object
    let parts = ObjectPath(path)
    return try object.perform("look up", on: parts.absolute(from: object.path)) { (attempt) throws(HDF5Error) in
      try attempt.validate(name: path, "path")
      guard case .object = try object.destination(of: parts, attempt) else { return false }
      return true
    }
  }

  /// Whether a path leads to a group; false also if it leads nowhere.
  /// - Throws: `HDF5Error` of kind `.linkRefused` if the path meets a link that the policy refuses.
  package func isGroup(_ path: String) throws(HDF5Error) -> Bool {
    let object = group.object
    let parts = ObjectPath(path)
    return try object.perform("look up", on: parts.absolute(from: object.path)) { (attempt) throws(HDF5Error) in
      try attempt.validate(name: path, "path")
      guard case .object(let type) = try object.destination(of: parts, attempt) else { return false }
      return type == H5O_TYPE_GROUP
    }
  }

  /// Opens a group.
  /// - Throws: `HDF5Error`: `.noSuchObject` with the existing names, `.wrongObject` if the path leads to a dataset,
  ///   `.linkRefused` or `.danglingLink`.
  package func openGroup(_ path: String) throws(HDF5Error) -> Group {
    let object = group.object
    let parts = ObjectPath(path)
    let target = parts.absolute(from: object.path)
    return try object.perform("open the group", on: target) { (attempt) throws(HDF5Error) in
      try attempt.validate(name: path, "path")
      try object.require(H5O_TYPE_GROUP, "a group", at: parts, attempt)
      let handle = try attempt.own(H5Gopen2(object.start(of: parts), parts.relative, chdf5_default()))
      return Group(object: OpenObject(file: object.file, path: target, handle: handle))
    }
  }

  /// Creates a group, and missing groups above it.
  /// - Throws: `HDF5Error` of kind `.objectExists` if an object with the name exists.
  @discardableResult
  package func createGroup(_ path: String) throws(HDF5Error) -> Group {
    let object = group.object
    let parts = ObjectPath(path)
    let target = parts.absolute(from: object.path)
    return try object.performWrite("create the group", on: target) { (attempt) throws(HDF5Error) in
      try object.requireVacancy(at: parts, path, attempt)
      try object.makeGroups(above: parts, attempt)
      let links = try PropertyList.linkCreation(for: parts.components.last ?? "", attempt)
      let properties = try PropertyList.groupCreation(attempt)
      let start = object.start(of: parts)
      let id = H5Gcreate2(start, parts.relative, links.id, properties.id, chdf5_default())
      let handle = try attempt.own(id)
      return Group(object: OpenObject(file: object.file, path: target, handle: handle))
    }
  }

  /// Removes a dataset, or a group with all of its content.
  ///
  /// Objects that are created next can reuse its space in the file.
  ///
  /// - Throws: `HDF5Error` of kind `.noSuchObject` with the existing names, or `.linkRefused`.
  package func remove(_ path: String) throws(HDF5Error) {
    let object = group.object
    let parts = ObjectPath(path)
    try object.performWrite("remove", on: parts.absolute(from: object.path)) { (attempt) throws(HDF5Error) in
      try attempt.validate(name: path, "path")
      guard !parts.components.isEmpty else { throw attempt.error(.invalidArgument, "a group cannot remove itself") }
      let destination = try object.destination(of: parts, attempt)
      guard case .object = destination else { throw object.noObject(destination, attempt) }
      try attempt.check(H5Ldelete(object.start(of: parts), parts.relative, chdf5_default()))
    }
  }

  /// The children of the group, in the order of their names' UTF-8 bytes.
  ///
  /// Links are listed as links with any policy, as listing does not follow them.
  /// - Throws: `HDF5Error`: `.closed`, or the error that the library reports for a damaged file.
  package func children() throws(HDF5Error) -> [Child] {
    let object = group.object
    return try object.perform("list the children") { (attempt) throws(HDF5Error) in
      var children: [Child] = []
      for name in try object.names(in: ObjectPath("."), attempt) {
        children.append(Child(name: name, kind: try Child.Kind(of: name, in: object, attempt)))
      }
      return children
    }
  }
}

extension OpenObject {
  /// Rejects a path that does not lead to an object of a type.
  func require(
    _ type: H5O_type_t, _ what: String, at path: ObjectPath, _ attempt: Attempt
  ) throws(HDF5Error) {
    let destination = try destination(of: path, attempt)
    guard case .object(let found) = destination else { throw noObject(destination, attempt) }
    guard found != type else { return }
    throw attempt.error(.wrongObject, "it is \(Child.Kind(found).description), not \(what)")
  }

  /// Creates the missing groups above a vacant path. The library itself would create them with times.
  func makeGroups(above path: ObjectPath, _ attempt: Attempt) throws(HDF5Error) {
    let properties = try PropertyList.groupCreation(attempt)
    let start = start(of: path)
    for count in path.components.indices.dropFirst() {
      let name = path.components.prefix(count).joined(separator: "/")
      guard try attempt.check(H5Lexists(start, name, chdf5_default())) == 0 else { continue }
      let links = try PropertyList.linkCreation(for: path.components[count - 1], attempt)
      _ = try attempt.own(H5Gcreate2(start, name, links.id, properties.id, chdf5_default()))
    }
  }

  /// Rejects a path at which no object can be created.
  func requireVacancy(at path: ObjectPath, _ text: String, _ attempt: Attempt) throws(HDF5Error) {
    try attempt.validate(name: text, "path")
    let destination = try destination(of: path, attempt)
    guard case .missing = destination else { throw noObject(destination, attempt) }
  }
}
