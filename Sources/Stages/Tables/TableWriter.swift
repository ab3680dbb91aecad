import SPPipelines
import SPTables

/// Options of `writers.table`.
package struct TableWriterOptions: StageOptions {
  /// File format.
  package var format = TableFormat.parquet
  /// The compression of Parquet tables. Other formats ignore it.
  package var compression = ParquetOptions.Codec.zstd
  /// Folder below the output folder.
  package var folder = "swings"

  package init() {}

  package static var fields: [OptionField<Self>] {
    [
      .choice("format", \.format, help: "File format."),
      .choice(
        "compression", \.compression,
        help: "How parquet is compressed; gzip and none are for readers that lack Zstandard."),
      .string(
        "folder", \.folder, isEmptyAllowed: false,
        help: "Folder of the tables below the output folder, and name of the joined one: small letters, digits and _."),
    ]
  }

  /// The folder's name must be a plain name. A compression is allowed only for formats that have a choice.
  package func faults() -> [OptionFault] {
    var faults = OptionFault.folder(folder).map { [$0] } ?? []
    if format != .parquet, compression != .zstd {
      faults.append(
        OptionFault(
          "compression",
          "goes with the format parquet alone; leave it out beside \(format.rawValue)"
        ))
    }
    return faults
  }
}

/// Writes a table as one file per recording.
package struct TableWriter: Stage {
  package static let type: StageType = "writers.table"
  package static let summary = "Writes a table to OUTPUT/<folder>/<recording_id>, one file per recording."
  package static let details = """
    Each recording has its own file, `OUTPUT/<folder>/<recording_id>.parquet`. A run joins these tables, sorted by \
    recording, into `OUTPUT/merged/<folder>.parquet`. Files appear whole or not at all; the recording's earlier table \
    in another format is removed. A recording without rows gives a table with its columns alone. Names, types, units \
    and descriptions of the columns are in `OUTPUT/_meta/schema.json`.

    `parquet` keeps types and units in the file, and descriptions in the joined table; it is compressed (zstd). A missing \
    value is null, never NaN. In `csv` a missing value is empty, and numbers are in the shortest form that reads back to the same value.

    `hdf5` (`.h5`) is one compound dataset, named like the folder, compressed (gzip), with types, units and \
    descriptions as attributes. A missing number is NaN, a missing integer or instant the least number (which is NumPy's \
    NaT), a missing truth value -1, a missing text `nan`. The attribute `column_missing_values` says so: a column \
    that holds such a value itself uses another.

    A pipeline that writes several tables gives each table a separate folder.
    """

  private let options: TableWriterOptions

  /// The slots that it reads.
  package static func ports(_ options: TableWriterOptions) -> Ports {
    Ports(reads: [.required(.table), .required(.recording)])
  }

  /// The folder's name.
  package var tableNames: [String] { [options.folder] }

  package init(_ options: TableWriterOptions) { self.options = options }

  /// Adds the table to the files to be written, if the run has an output folder.
  package func run(_ workspace: inout Workspace) throws {
    let rows: TableRows = try workspace.get(.table)
    workspace.note("rows", rows.rowCount)
    guard let output = workspace.environment.outputFolder else { return }
    let id = try workspace.get(.recording).identity.recordingID
    let path = "\(output)/\(options.folder)/\(RecordingFileName(id).text).\(options.format.fileExtension)"
    var layout = ParquetOptions(codec: options.compression)
    layout.describesColumns = false
    let file = try rows.file(at: path, as: options.format, name: options.folder, options: layout)
    workspace.write(file, table: options.folder)
  }
}

extension OptionFault {
  /// The fault of a writer's folder; nil for a plain name.
  static func folder(_ name: String) -> OptionFault? {
    guard !StageType.isSnakeCase(name) || name == "merged" else { return nil }
    return OptionFault(
      "folder", "expected small letters, digits and _ from a letter on, and not \"merged\", found \"\(name)\"")
  }
}
