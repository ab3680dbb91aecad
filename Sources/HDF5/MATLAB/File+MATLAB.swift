import CHDF5
import SPBasics

extension File {
  /// Opens an HDF5 copy of a MAT-file of a version before 7.3; nil for a file that is not one.
  static func openMATFile(
    _ path: String, links: LinkPolicy, shownAs shown: String
  ) throws(HDF5Error) -> (FileContext, hid_t)? {
    guard let head = try? InputFile(path).read(0..<MATFile.headByteCount), let source = MATFile(head: head, name: path)
    else { return nil }
    let copy = try MATCopy.make(of: path, source, shownAs: shown)
    let opened = try open(shown, "open") { (attempt, _) throws(HDF5Error) in
      FileContext(
        path: shown, links: links, isWritable: false, handle: try attempt.own(H5Freopen(copy.context.handle.id)))
    }
    try copy.close()
    return opened
  }
}
