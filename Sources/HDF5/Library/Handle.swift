import CHDF5

/// An identifier of the HDF5 library that is closed when its owner releases it, on every path out of a scope.
struct Handle: ~Copyable, Sendable {
  /// The library's identifier, valid as long as this handle lives and its file has not been closed.
  let id: hid_t

  /// Takes over an open identifier.
  init(adopting id: hid_t) {
    self.id = id
  }

  deinit {
    Library.release(id)
  }
}
