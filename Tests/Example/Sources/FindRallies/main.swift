import Foundation
import Swingpipe

guard CommandLine.arguments.count > 3 else {
  FileHandle.standardError.write(Data("usage: FindRallies PIPELINE OUTPUT RECORDING_OR_FOLDER...\n".utf8))
  exit(64)
}
do {
  let pipeline = try Pipeline.load(contentsOf: CommandLine.arguments[1], registry: rallyRegistry())
  let report = try await findRallies(
    in: Array(CommandLine.arguments.dropFirst(3)), by: pipeline, output: CommandLine.arguments[2])
  print("\(report.count(.done)) done (\(report.upToDateCount) of them before), \(report.count(.failed)) failed")
  for table in report.merged { print(table.path) }
  if !report.isComplete { exit(1) }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
