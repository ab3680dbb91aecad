import SPBasics
import SPBatches
import SPPipelines

/// The output folders that a report covers.
struct ReportFolders {
  /// The folders as the user gave them.
  let paths: [String]
  /// A short, unique name of each folder: the last parts of its path.
  let names: [String]

  /// - Throws: ``ReportBuilder/Fault`` for a folder that is given twice, since its rows would count twice.
  init(_ paths: [String]) throws(ReportBuilder.Fault) {
    self.paths = paths
    let real = paths.map { Folder.realPath($0) }
    for (index, path) in real.enumerated() {
      guard let first = real.prefix(index).firstIndex(of: path) else { continue }
      let given = paths[first] == paths[index] ? "\(paths[index])" : "\(paths[first]) and \(paths[index]), one folder,"
      throw ReportBuilder.Fault(description: "\(given) is given twice; expected each output folder once")
    }
    let parts = real.map { $0.split(separator: "/") }
    let longest = parts.map(\.count).max() ?? 1
    let lengths = 1...max(1, longest)
    let length = lengths.first { length in Set(parts.map { $0.suffix(length) }).count == parts.count } ?? longest
    names = parts.map { $0.suffix(length).joined(separator: "/") }
  }

  /// Checks that rows can be split by a column.
  ///
  /// - Parameter tables: the folders' main tables.
  /// - Throws: ``ReportBuilder/Fault`` for a column that some tables lack, or if all folders lack a main table.
  static func check(_ splitColumn: String, in tables: [EventTable?]) throws(ReportBuilder.Fault) {
    guard let first = tables.compactMap(\.self).first else {
      throw ReportBuilder.Fault(
        description: "--split-by: there is no table whose rows could be split; expected a report without it")
    }
    let names = first.columns.map(\.name).filter { name in
      tables.allSatisfy { $0?.columns.contains { $0.name == name } ?? true }
    }
    guard !names.contains(splitColumn) else { return }
    let advice = NearestName.advice(splitColumn, in: names, otherwise: "expected a column of the table \(first.name)")
    throw ReportBuilder.Fault(description: "--split-by: unknown column \"\(splitColumn)\"; \(advice)")
  }

  /// Divides a number in proportion to counts. The parts add up to the number, or to the sum of the counts if the sum
  /// is less.
  static func parts(of total: Int, inProportionTo counts: [Int]) -> [Int] {
    let all = counts.reduce(0, +)
    let most = min(total, all)
    func upTo(_ count: Int) -> Int { most * count / max(1, all) }
    var before = 0
    return counts.map { count in
      defer { before += count }
      return upTo(before + count) - upTo(before)
    }
  }
}

/// The pipeline that a run stored with its tables, with all options.
package struct KeptPipeline {
  /// The pipeline as JSON; nil if no pipeline was stored, or if it cannot be read.
  let text: String?
  /// The file of the pipeline, for messages.
  private let path: String

  /// Reads the pipeline of the folder. If the recordings had different pipelines, it reads the pipeline of the first
  /// finished recording.
  /// - Throws: the errors of writing JSON.
  init(of status: OutputStatus, in output: OutputFolder) throws {
    let done = status.entries.first { $0.state == .done }
    try self.init(in: output, ofRecording: status.target == nil ? done?.recordingID : nil)
  }

  /// Reads the pipeline of the folder. If no pipeline is stored there, it reads the pipeline of a recording.
  /// - Throws: the errors of writing JSON.
  package init(in output: OutputFolder, ofRecording id: String?) throws {
    let places = [output.pipelinePath] + (id.map { [output.statusPath($0)] } ?? [])
    path = places.first(where: Folder.exists) ?? output.pipelinePath
    let record = try? JSONDocument.parse(String(decoding: WholeFile.read(path), as: UTF8.self), file: path)
    guard let record, record.faults.isEmpty, let pipeline = record.root?.member("pipeline")?.node,
      pipeline.members != nil
    else {
      text = nil
      return
    }
    text = try String(JSONOutput.text(JSONValue(pipeline)).dropLast())
  }

  /// The pipeline, loaded with the stages of a registry.
  /// - Throws: `PipelineError`, for example if a file that an option names does not exist any more.
  package func pipeline(
    _ registry: StageRegistry, overrides: [String] = []
  ) throws(PipelineError) -> Pipeline {
    guard let text else {
      throw PipelineError([Diagnostic(.error, at: .file(path), message: "none was kept")])
    }
    return try Pipeline.load(text: text, file: path, registry: registry, overrides: overrides)
  }
}
