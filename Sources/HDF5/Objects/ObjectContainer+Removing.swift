import CHDF5

extension ObjectContainer {
  /// Removes a group with all that it holds, or a dataset.
  ///
  /// Objects that are created next can reuse its space in the file.
  ///
  /// - Throws: `HDF5Error` of kind `.noSuchObject` with the names that there are, or `.linkRefused`.
  public func remove(_ path: String) throws(HDF5Error) {
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
}
