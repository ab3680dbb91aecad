import Foundation
import Swingpipe

/// Imports all that a folder holds, and returns the history of each recording.
public func importFolder(_ folder: URL, to output: URL) throws -> [String] {
  var histories: [String] = []
  let importer = Importer(ImportOptions(), toolVersion: "1.0.0")
  for source in try ImportSource.sources(in: [folder]) {
    let outcome = try importer.run(source, to: output.appending(path: "\(source.recordingID).h5"))
    histories.append(outcome.record.historyLine)
  }
  return histories
}
