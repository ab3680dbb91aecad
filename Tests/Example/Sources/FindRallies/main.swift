import Foundation
import Pipelines
import Stages

guard CommandLine.arguments.count > 3 else {
  FileHandle.standardError.write(Data("usage: FindRallies PIPELINE OUTPUT RECORDING...\n".utf8))
  exit(64)
}
do {
  let registry = try StageRegistry(stages: StandardStages.all + [RallyStage.self])
  let pipeline = try Pipeline.load(contentsOf: CommandLine.arguments[1], registry: registry)
  let environment = RunEnvironment(outputFolder: CommandLine.arguments[2])
  for path in CommandLine.arguments.dropFirst(3) {
    let result = try pipeline.run(on: path, environment: environment)
    for table in result.writtenTables { print(table.path) }
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
