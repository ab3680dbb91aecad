import Files
import Foundation
import Tables

/// A table that would be written over what is none.
struct PathOccupied: Error, Hashable, CustomStringConvertible {
  /// The table's file.
  let path: String

  /// What is there, and what to do.
  var description: String {
    "\(path): cannot be written: an HDF5 file is there that is no table of swingpipe, a recording perhaps; "
      + "expected another output folder, or another \"folder\" of the writer"
  }
}

extension OutputFolder {
  /// Refuses to put an HDF5 table in the place of a recording, which has the same extension.
  /// - Throws: ``PathOccupied``.
  func requireReplaceable(_ path: String) throws {
    guard TableFormat(path: path) == .hdf5, Folder.exists(path) else { return }
    let content = HDF5Table.content(of: path)
    if content == .other || content == .foreignTable { throw PathOccupied(path: path) }
  }

  /// Removes the same table in other formats, which readers of whole folders stumble over.
  func removeOtherFormats(of path: String) {
    guard let format = TableFormat(path: path) else { return }
    let stem = String(decoding: path.utf8.dropLast(format.fileExtension.utf8.count), as: UTF8.self)
    for other in TableFormat.allCases where other != format {
      // Where tables and recordings share a folder, it may be one of those.
      if other == .hdf5, HDF5Table.content(of: stem + other.fileExtension) != .table { continue }
      _ = unlink(stem + other.fileExtension)
    }
  }
}
