import Foundation
import Swingpipe

guard CommandLine.arguments.count > 3 else {
  FileHandle.standardError.write(Data("usage: FindRallies PIPELINE OUTPUT RECORDING_OR_FOLDER...\n".utf8))
  exit(64)
}
do {
  let urls = CommandLine.arguments.dropFirst().map { URL(filePath: $0) }
  let pipeline = try Pipeline.load(contentsOf: urls[0], registry: rallyRegistry())
  let report = try await findRallies(in: Array(urls.dropFirst(2)), by: pipeline, output: urls[1])
  print("\(report.count(.done)) done (\(report.upToDateCount) of them before), \(report.count(.failed)) failed")
  for table in report.merged { print(table.url.path) }
  if !report.isComplete { exit(1) }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
