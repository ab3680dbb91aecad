import ArgumentParser
import Glibc
import SPBasics
import SPBatches
import SPImportBatches
import SPPipelines
import SPStages

/// The pipeline of a command, and the values that override its options.
struct PipelineArguments: ParsableArguments {
  @Argument(
    help: """
      Pipeline file, or a built-in name such as tennis. The file is JSON; comments and trailing commas are allowed.
      """,
    completion: .custom(Completions.pipelines))
  var pipeline: String

  @Option(
    name: .customLong("set"), parsing: .singleValue, help: Self.overrideHelp)
  var overrides: [String] = []

  static let overrideHelp = ArgumentHelp(
    "Override an option of a stage, as in hit.threshold_g=2; may be repeated.",
    valueName: "id.option=value")

  /// Arguments before parsing, as the parser requires.
  init() {}

  /// A pipeline by its file or built-in name.
  ///
  /// - Parameter isPractice: whether the recordings are known to be practice.
  init(of file: String, overrides: [String] = [], isPractice: Bool = false) {
    pipeline = file
    self.overrides = overrides
    self.isPractice = isPractice
  }

  /// Whether the recordings are known to be practice. Not every command has such an option.
  var isPractice = false

  /// A mapping file for the files that the pipeline reads. Not every command has such an option.
  var mapping: String?

  /// A file in Python with a function that adds columns to the table of swings. Not every command has such an option.
  var features: String?

  private enum CodingKeys: CodingKey {
    case pipeline, overrides
  }

  /// Loads the pipeline; its warnings go to standard error.
  ///
  /// - Throws: `ExitCode.pipelineFault`, or another code for the error, after every fault was written to standard
  ///   error.
  func load(quiet: Bool = false) throws -> Pipeline {
    let pipeline = try telling { try checked() }
    if !quiet { pipeline.warnings.forEach { StandardStreams.error("\($0)") } }
    return pipeline
  }

  /// Loads the pipeline without writing any message.
  ///
  /// - Throws: `PipelineError` with every fault.
  func checked() throws -> Pipeline {
    var overrides = overrides
    let additions = features.map { [PythonFeatureStage.addition(file: $0)] } ?? []
    var loaded = try StandardPipelines.load(pipeline, overrides: overrides, adding: additions)
    if let mapping {
      let readers = loaded.stages.filter { $0.type == HDF5Reader.type }
      guard !readers.isEmpty else {
        throw PipelineError([
          Diagnostic(.error, at: .override("--mapping \(mapping)"), message: "the pipeline has no stage readers.hdf5")
        ])
      }
      let options = try MappingFile.readerOptions(mapping)
      overrides += readers.flatMap { reader in options.map { "\(reader.id).\($0.key)=\($0.value.canonical)" } }
      loaded = try StandardPipelines.load(pipeline, overrides: overrides, adding: additions)
    }
    let detectors = isPractice ? loaded.stages.filter { $0.type == AirSwingStage.type } : []
    guard !detectors.isEmpty else { return loaded }
    return try StandardPipelines.load(
      pipeline, overrides: overrides + detectors.map { "\($0.id).practice=true" },
      adding: additions)
  }
}

extension Pipeline {
  /// Whether a stage looks for evidence of play.
  var looksForPlay: Bool { stages.contains { $0.type == AirSwingStage.type } }
}

/// The recordings of a command that takes any number of them.
struct InputArguments: ParsableArguments {
  static let help = ArgumentHelp(
    """
    Recordings, folders, or patterns in quotes: 'data/*/p{1,2}-*.h5'. Folders are searched for .h5, .hdf5, .mat, .nc \
    and .nwb files.
    """,
    valueName: "input")

  @Argument(help: Self.help, completion: .file(extensions: ["h5", "hdf5"]))
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "File with more recordings and folders, one per line. '-' is standard input. Paths may also be separated by NUL, "
        + "as 'find -print0' writes them. They are not patterns. A missing path fails alone.",
      valueName: "file"),
    completion: .file())
  var filesFrom: String?

  /// Whether inputs or a list of them are given.
  var areGiven: Bool { !inputs.isEmpty || filesFrom != nil }

  /// Requires inputs or a list of them.
  /// - Throws: `ValidationError` if neither is given.
  func checkGiven() throws {
    if !areGiven {
      throw ValidationError("no recording is given; expected inputs, or --files-from with a list of them")
    }
  }

  func validate() throws {
    if filesFrom?.isEmpty == true {
      throw ValidationError("--files-from is empty; expected a file, or - for standard input")
    }
  }

  /// The recordings of the inputs and of the list, including all files in folders and all matches of patterns.
  /// - Throws: `ExitCode`, after everything at fault was named on standard error.
  func recordings() throws -> [String] {
    let listed = try filesFrom.map { path in try telling(option: "--files-from", as: .usage) { try PathList.read(path) }
    }
    return try Self.recordings(in: inputs, listed: listed ?? [])
  }

  /// The recordings of the inputs, including all files in folders and all matches of patterns.
  /// - Throws: `ExitCode`, after every input at fault was named on standard error.
  static func recordings(in inputs: [String], listed: [String] = []) throws -> [String] {
    try telling { try InputSearch.recordings(in: inputs, listed: listed) }
  }

  /// The file that a path names. A pattern must match exactly one file.
  /// - Throws: `ExitCode`, after the reason was written to standard error.
  static func recording(_ path: String) throws -> String {
    let found = try recordings(in: [path])
    guard found.count == 1, !Folder.isFolder(path) else {
      let fault = Folder.isFolder(path) ? "is a folder" : "matches \(found.count) recordings"
      StandardStreams.error("error: \(path) \(fault); expected one recording")
      throw ExitCode.usage
    }
    return found[0]
  }
}

/// The folder that a command writes to.
enum OutputArgument {
  /// Requires a path that is not an input.
  /// - Throws: `ValidationError` for an empty path, which would mean the root folder, and for the folder of an input.
  static func validate(_ path: String, option: String = "--output", apartFrom inputs: [String] = []) throws {
    if path.isEmpty { throw ValidationError("\(option) is empty; expected a folder") }
    if let input = inputs.first(where: { Folder.isFolder($0) && Folder.realPath($0) == Folder.realPath(path) }) {
      throw ValidationError(
        "\(option) is \(path), and so is the input \(input); expected another folder, which keeps results and inputs apart"
      )
    }
  }

  /// Makes the folder, and checks that it can be written into.
  /// - Throws: `ExitCode.usage`, or `ExitCode.temporary` for a full disk and the like, after the reason was written to
  ///   standard error.
  static func create(_ path: String, option: String = "--output") throws {
    try telling(option: option) {
      try Folder.create(path)
      guard access(path, W_OK | X_OK) == 0 else { throw FileError(path: path, operation: "write into") }
    }
  }
}
