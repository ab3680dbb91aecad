import CHDF5

extension Dataset {
  /// Reads all strings of a dataset of strings, without their padding; a scalar gives one.
  /// - Throws: `HDF5Error` of kind `.wrongType` if the elements are not strings or their bytes are invalid.
  public func readStrings() throws(HDF5Error) -> [String] {
    try object.perform("read the strings") { (attempt) throws(HDF5Error) in
      let transfer = StringTransfer(format: try stringFormat(attempt), attempt: attempt)
      let extent = try extent(attempt)
      let type = try attempt.own(H5Dget_type(object.handle.id))
      try validateChunks(of: Hyperslab(all: extent.shape), attempt)
      return try transfer.read(
        count: extent.elementCount, type: type.id, space: extent.handle.id, of: object
      ) { type, memory in
        H5Dread(object.handle.id, type, chdf5_all(), chdf5_all(), chdf5_default(), memory)
      }
    }
  }

  /// Writes all strings of a dataset of strings.
  /// - Throws: `HDF5Error`: `.wrongCount` if the number of strings, or the length of one, does not fit; `.wrongType` if
  ///   the elements are not strings; `.invalidArgument` if a string holds a NUL, or is not ASCII in an ASCII format.
  public func writeStrings(_ strings: [String]) throws(HDF5Error) {
    try object.performWrite("write the strings") { (attempt) throws(HDF5Error) in
      let transfer = StringTransfer(format: try stringFormat(attempt), attempt: attempt)
      let count = try extent(attempt).elementCount
      guard strings.count == count else {
        throw attempt.error(.wrongCount, "the dataset has \(count) elements, but \(strings.count) strings were given")
      }
      let type = try attempt.own(H5Dget_type(object.handle.id))
      try transfer.write(strings) { memory in
        H5Dwrite(object.handle.id, type.id, chdf5_all(), chdf5_all(), chdf5_default(), memory)
      }
    }
  }

  private func stringFormat(_ attempt: Attempt) throws(HDF5Error) -> StringFormat {
    guard case .string(let format) = elementType else {
      throw attempt.error(.wrongType, "its elements are not strings: \(elementType)")
    }
    return format
  }
}
