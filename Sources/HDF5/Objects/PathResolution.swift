import CHDF5

/// A path in a file, taken apart: "a//b/./c" is "a", "b", "c".
struct ObjectPath {
  /// Whether the path starts at the file's root.
  let isAbsolute: Bool
  /// The names on the way; empty for the starting point itself.
  let components: [String]

  /// Takes a path apart; HDF5 knows "." but no "..".
  init(_ text: String) {
    isAbsolute = text.utf8.first == UInt8(ascii: "/")
    components = text.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  /// The path in the form that the library expects.
  var relative: String { components.isEmpty ? "." : components.joined(separator: "/") }

  /// The absolute path, for a path that starts at `base`.
  func absolute(from base: String) -> String {
    components.reduce(isAbsolute ? "/" : base, Self.joined)
  }

  /// A name below an absolute path.
  static func joined(_ base: String, _ name: String) -> String {
    base == "/" ? "/" + name : base + "/" + name
  }
}

/// Whether names may lead through soft and external links.
///
/// One policy covers both kinds, at the end of a path and inside it. The policy ignores hard links, which are ordinary
/// names.
public enum LinkPolicy: String, Sendable, Hashable, CaseIterable {
  /// Every access through a soft or external link is an error that names the link's target.
  ///
  /// A dataset whose values are in other files (external storage, virtual datasets) is also an error. All data is read
  /// from the file itself, under its own name. This is the default: otherwise a file of unknown origin could cause any
  /// other file to be read.
  case refuse
  /// Links are followed. A link that leads nowhere is a separate error.
  case follow
}

/// Where a path leads.
enum Destination {
  /// To an object of the library's type, by its absolute path.
  case object(H5O_type_t)
  /// Nowhere: a group on the way has no such name.
  case missing(name: String, parent: String)
  /// Nowhere: something on the way is not a group.
  case blocked(by: String)
  /// Nowhere: a link on the way has no target.
  case dangling(link: String, target: String, stack: [String])
}

extension OpenObject {
  /// The identifier that a path starts from; to be used inside the lock.
  func start(of path: ObjectPath) -> hid_t { path.isAbsolute ? file.handle.id : handle.id }

  /// Walks a path name by name, so that no link is passed unseen and a missing part is named.
  ///
  /// Each prefix is checked only after all shorter ones were found to be valid.
  func destination(of path: ObjectPath, _ attempt: Attempt) throws(HDF5Error) -> Destination {
    let start = start(of: path)
    var parent = path.isAbsolute ? "/" : self.path
    var prefix = ""
    for (index, name) in path.components.enumerated() {
      prefix += prefix.isEmpty ? name : "/" + name
      let here = ObjectPath.joined(parent, name)
      guard try attempt.check(H5Lexists(start, prefix, chdf5_default())) > 0 else {
        return .missing(name: name, parent: parent)
      }
      if let end = try deadEnd(prefix, from: start, at: here, attempt) { return end }
      if index < path.components.count - 1, try objectType(prefix, from: start, attempt) != H5O_TYPE_GROUP {
        return .blocked(by: here)
      }
      parent = here
    }
    return .object(try objectType(path.relative, from: start, attempt))
  }

  /// The destination of a link that leads nowhere; nil without a link, or if the link can be followed.
  private func deadEnd(
    _ prefix: String, from start: hid_t, at path: String, _ attempt: Attempt
  ) throws(HDF5Error) -> Destination? {
    guard let link = try Child.Kind.link(prefix, from: start, attempt) else { return nil }
    guard file.links == .follow else {
      throw attempt.error(.linkRefused, "\(path) is \(link), and links are not followed")
    }
    let found = H5Oexists_by_name(start, prefix, chdf5_default())
    guard found <= 0 else { return nil }
    return .dangling(link: path, target: link.description, stack: found < 0 ? ErrorStack.current() : [])
  }

  private func objectType(_ path: String, from start: hid_t, _ attempt: Attempt) throws(HDF5Error) -> H5O_type_t {
    var type: Int32 = -1
    try attempt.check(chdf5_object_type(start, path, &type))
    return H5O_type_t(rawValue: type)
  }

  /// The error for a destination that is not an object.
  func noObject(_ destination: Destination, _ attempt: Attempt) -> HDF5Error {
    switch destination {
    case .missing(let name, let parent):
      let names = try? names(in: ObjectPath(parent), attempt)
      return attempt.error(.noSuchObject, NameSuggestions.missing(name, in: parent, names: names))
    case .blocked(let path):
      return attempt.error(.noSuchObject, "\(path) is not a group")
    case .dangling(let link, let target, let stack):
      return attempt.error(.danglingLink, "\(link) is \(target), which leads to no object", stack: stack)
    case .object:
      return attempt.error(.objectExists, "an object of this name exists already")
    }
  }

  /// The names in a group, in the order of their bytes.
  func names(in group: ObjectPath, _ attempt: Attempt) throws(HDF5Error) -> [String] {
    let handle = try attempt.own(H5Gopen2(start(of: group), group.relative, chdf5_default()))
    var names: [String] = []
    let status = withUnsafeMutablePointer(to: &names) { pointer in
      chdf5_each_link(handle.id, collectName, pointer)
    }
    try attempt.check(status)
    return names
  }
}

/// Appends a name to the array that `data` points to.
func collectName(_ name: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?) {
  guard let name, let names = data?.assumingMemoryBound(to: [String].self) else { return }
  names.pointee.append(String(cString: name))
}
