import CHDF5
import Foundation
import Testing

@testable import SPHDF5

/// Runs a test with a folder of its own, which is removed afterwards.
func withFolder<Result>(_ body: (Folder) throws -> Result) throws -> Result {
  let folder = try Folder()
  defer { folder.remove() }
  return try body(folder)
}

/// A folder for a test's files.
struct Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("hdf5-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The bytes of a file.
func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

/// Writes the bytes of a file.
func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

/// The error that a body throws, recorded as a failure where it throws none.
func error(from body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) throws -> HDF5Error {
  try #require(throws: HDF5Error.self, sourceLocation: location, performing: body)
}

/// What other makers' files hold and the library does not write: made through the C library.
enum Raw {
  /// Runs calls of the C library on a file that is closed afterwards.
  static func edit(_ path: String, _ body: (hid_t) throws -> Void) throws {
    let result = Library.catching {
      var id = H5Fopen(path, chdf5_read_write(), 0)
      // A process that another test has just forked still has the file open, and its lock, as `File` knows, too.
      for _ in 0..<50 where id < 0 {
        usleep(10_000)
        id = H5Fopen(path, chdf5_read_write(), 0)
      }
      try #require(id >= 0)
      defer { H5Fclose(id) }
      try body(id)
    }
    try result.get()
  }

  /// Creates a dataset of a file type and fills it from memory of another.
  static func dataset<Element: BitwiseCopyable>(
    _ name: String, in file: hid_t, type: hid_t, memory: hid_t, shape: [Int], values: [Element],
    properties: hid_t = 0
  ) throws {
    let space =
      shape.isEmpty ? H5Screate(H5S_SCALAR) : H5Screate_simple(Int32(shape.count), shape.map(UInt64.init), nil)
    defer { H5Sclose(space) }
    let id = H5Dcreate2(file, name, type, space, 0, properties, 0)
    try #require(id >= 0)
    defer { H5Dclose(id) }
    try #require(H5Dwrite(id, memory, 0, 0, 0, values) >= 0)
  }

  /// Creates an attribute of a type on the root; without values its dataspace is empty.
  static func attribute<Element: BitwiseCopyable>(
    _ name: String, in file: hid_t, type: hid_t, memory: hid_t, shape: [Int]?, values: [Element]
  ) throws {
    let space =
      switch shape {
      case nil: H5Screate(H5S_NULL)
      case []: H5Screate(H5S_SCALAR)
      case .some(let shape): H5Screate_simple(Int32(shape.count), shape.map(UInt64.init), nil)
      }
    defer { H5Sclose(space) }
    let id = H5Acreate2(file, name, type, space, 0, 0)
    try #require(id >= 0)
    defer { H5Aclose(id) }
    if shape != nil { try #require(H5Awrite(id, memory, values) >= 0) }
  }

  /// A string type of a fixed size.
  static func stringType(byteCount: Int, padding: H5T_str_t, set: H5T_cset_t) -> hid_t {
    let type = H5Tcopy(chdf5_c_string())
    H5Tset_size(type, byteCount)
    H5Tset_strpad(type, padding)
    H5Tset_cset(type, set)
    return type
  }
}

extension Library {
  /// Runs a body that throws anything with the library to itself.
  static func catching(_ body: () throws -> Void) -> Result<Void, any Error> {
    var result: Result<Void, any Error> = .success(())
    do {
      try locked { result = Result { try body() } }
    } catch {
      result = .failure(error)
    }
    return result
  }
}
