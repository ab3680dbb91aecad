import CMatio
import Glibc

/// Reads the variables of a MAT-file one after another by libmatio; to be used inside the lock, as libmatio may crash on
/// a damaged file, like HDF5.
final class MATReader {
  private let file: OpaquePointer
  private let attempt: Attempt
  /// The library's last message; only used inside the lock.
  nonisolated(unsafe) private static var message = ""

  init(_ path: String, _ attempt: Attempt) throws(HDF5Error) {
    Self.message = ""
    Mat_LogInitFunc(nil) { _, text in
      if let text { MATReader.message = String(cString: text) }
    }
    guard let file = Mat_Open(path, Int32(MAT_ACC_RDONLY.rawValue)) else {
      throw Self.error("its head cannot be read", attempt)
    }
    self.file = file
    self.attempt = attempt
  }

  deinit { Mat_Close(file) }

  /// The next variable without its values; the caller has to free it.
  /// - Parameter number: its number from 1, for messages.
  func next(_ number: Int) throws(HDF5Error) -> UnsafeMutablePointer<matvar_t> {
    guard let variable = Mat_VarReadNextInfo(file) else {
      throw Self.error("its variable \(number) cannot be read", attempt)
    }
    return variable
  }

  /// Reads the values of a variable, or of a field of a structure.
  func readValues(of variable: UnsafeMutablePointer<matvar_t>, at path: String) throws(HDF5Error) {
    guard Mat_VarReadDataAll(file, variable) == 0 else { throw Self.error("\(path) cannot be read", attempt) }
  }

  private static func error(_ what: String, _ attempt: Attempt) -> HDF5Error {
    let said = message.isEmpty ? "" : " (libmatio: \(message))"
    return attempt.error(.damaged, "\(what)\(said); copy or save it again")
  }
}
