import FoundationEssentials
import SPBasics
import SPPipelines
import SPPython
import SPRecordings
import SPSwings
import SPTables

/// Options of `features.python`.
package struct PythonFeatureOptions: PythonStageOptions {
  var code = PythonFunctionOptions()
  var batchSwings = 256

  package init() {}

  package static var fields: [OptionField<Self>] {
    functionFields(example: "Pipelines/Functions/jerk.py") + [
      .integer(
        "batch_swings", \.batchSwings, in: 1...100_000,
        help: "How many swings the function gets at a time. Results do not depend on it.")
    ]
  }
}

/// Adds columns that a function in Python computes to the table of swings.
package struct PythonFeatureStage: PythonStage {
  package static let type: StageType = "features.python"
  package static let summary = "Adds columns to the table of swings that a function in Python computes from samples."
  package static let details = """
    The file declares the function and its columns with the decorator `@swingpipe.features`. The function gets the \
    samples around the anchors of a batch of swings as NumPy arrays, the columns of the table so far, and facts about the \
    recording. It returns one value per swing and column; NaN and None are missing values. `swingpipe help own_features` \
    has an example.

    A value may depend on its swing alone, and not on others of the batch. This is checked: the function is also called \
    with the first swing of its first batch by itself. The content of the file is part of what results depend on, so that \
    a changed file runs again; other files that it imports are not.

    A pipeline with this stage executes code, so it runs only with `--allow-python`, or from the Python module.
    """

  package let function: PythonFunction
  private let batchSwings: Int

  package var addedColumns: [ColumnDescription] { function.columns.map(\.columnDescription) }

  package static func ports(_ options: PythonFeatureOptions) -> Ports {
    Ports(
      reads: [
        .required(.recording), .required(.table), .passing(.labelledSwings),
      ] + options.code.streamPorts(.features), writes: [.required(.table)])
  }

  /// The stage for a file, or a file and a function: `jerk.py:jerk`.
  package static func addition(file: String) -> StageAddition {
    let colon = file.hasSuffix(".py") ? nil : file.lastIndex(of: ":")
    let function = colon.map { JSONValue.string(String(file[file.index(after: $0)...])) } ?? .null
    return StageAddition(
      [
        "id": "python", "type": .string(type.rawValue), "file": .string(colon.map { String(file[..<$0]) } ?? file),
        "function": function,
      ], after: SwingFeatureStage.type, option: "--features \(file)")
  }

  /// Reads the declaration of the function.
  /// - Throws: `OptionFault`.
  package init(_ options: PythonFeatureOptions) throws {
    function = try options.code.declared(.features)
    batchSwings = options.batchSwings
  }

  /// Keeps the samples around swings as they pass, and calls the function at the end.
  package func makeOperator(_ workspace: inout Workspace) throws -> any StageOperator {
    try requirePermission()
    try PythonHosts.prepare(for: function)
    let sources = try function.streams.map { name -> SwingWindows.Source in
      switch name {
      case "acceleration": .vectors(try workspace.source(of: .acceleration))
      case "device_motion": .motion(try workspace.source(of: .deviceMotion))
      default: .vectors(try workspace.source(of: .accelerometer))
      }
    }
    let windows = try SwingWindows(
      workspace.source(of: .labelledSwings), sources, beforeS: function.beforeS, afterS: function.afterS,
      waitingFolder: FileManager.default.temporaryDirectory.path)
    return AtEnd { workspace in
      let table = try workspace.get(.table).table()
      let swings = try workspace.get(.labelledSwings)
      let anchors = swings.map(\.swing.anchorTime)
      // The order of the table's rows.
      let order = swings.indices.sorted { anchors[$0] < anchors[$1] }
      guard table.rowCount == swings.count else {
        throw RowsOfOthers(rows: table.rowCount, swings: swings.count)
      }
      if let twice = function.columns.first(where: { table[$0.name] != nil }) {
        throw RepeatedColumn(name: twice.name)
      }
      let recording = try workspace.get(.recording).identity.json
      var parts = [[ColumnValues]](repeating: [], count: function.columns.count)
      var printed: [String] = []
      // A stream of fewer than two samples has no rate, and no windows.
      let hasWindows = windows.layouts.allSatisfy { $0.rateHz > 0 }
      if !hasWindows {
        parts = function.columns.map { [.missing($0.columnDescription.type, count: swings.count)] }
      }
      for start in stride(from: 0, to: hasWindows ? swings.count : 0, by: batchSwings) {
        let rows = start..<min(start + batchSwings, swings.count)
        let message = try self.message(
          rows.map { swings[order[$0]] }, windows, table, rows, recording: recording)
        let reply = try call(message, workspace.environment)
        for (place, column) in function.columns.enumerated() {
          parts[place].append(try reply.values(of: column, count: rows.count))
        }
        if !reply.printed.isEmpty { printed.append(reply.printed) }
      }
      report(printed, &workspace)
      workspace.note("columns", function.columns.count)
      let added = zip(addedColumns, parts).map { column, parts in
        FeatureTable.Column(description: column, values: ColumnValues(joining: parts, of: column.type))
      }
      try workspace.set(.table, FeatureTable(columns: table.columns + added))
    }
  }

  /// The request for a batch of swings.
  private func message(
    _ swings: [LabelledSwing], _ windows: SwingWindows, _ table: FeatureTable, _ rows: Range<Int>, recording: JSONValue
  ) throws -> PythonMessage {
    var times = windows.layouts.map { _ in [Double]() }
    var values = windows.layouts.map { _ in [Float]() }
    for (place, layout) in windows.layouts.enumerated() {
      times[place].reserveCapacity(swings.count * layout.sampleCount)
      values[place].reserveCapacity(swings.count * layout.sampleCount * layout.channelCount)
    }
    for swing in swings {
      for (stream, window) in try windows.windows(around: swing).enumerated() {
        times[stream] += window.times.map(Double.init)
        values[stream] += window.values
      }
    }
    var arrays: [PythonMessage.Array] = []
    var described: [JSONValue] = []
    for (place, (name, layout)) in zip(function.streams, windows.layouts).enumerated() {
      arrays.append(
        .init(
          "\(name).values", .float32, [swings.count, layout.sampleCount, layout.channelCount], values[place]))
      arrays.append(.init("\(name).times", .float64, [swings.count, layout.sampleCount], times[place]))
      described.append([
        "stream": .string(name), "rate_hz": .number(layout.rateHz),
        "channels": .array(Self.channels(of: name).map { .string($0) }),
        "units": .array(Self.units(of: name).map { .string($0) }),
      ])
    }
    var columns: [JSONValue] = []
    for column in table.columns {
      let (described, array) = column.pythonRow(rows)
      columns.append(described)
      if let array { arrays.append(array) }
    }
    return PythonMessage(
      "features",
      [
        ("count", .integer(swings.count)), ("windows", .array(described)), ("rows", .array(columns)),
        ("recording", recording),
      ], arrays: arrays)
  }

  private static func channels(of stream: String) -> [String] {
    stream == "device_motion" ? MotionLayout.allChannelNames : ["x", "y", "z"]
  }

  private static func units(of stream: String) -> [String] {
    stream == "device_motion" ? MotionLayout.allChannelUnits : ["g", "g", "g"]
  }
}

/// An error for a table that does not have one row per swing.
private struct RowsOfOthers: Error, CustomStringConvertible {
  let rows, swings: Int

  var description: String {
    "the table has \(rows) rows for \(swings) swings; expected the table of features.swing, such as \"reads\": { \"table\": "
      + "\"table.table\" }"
  }
}

/// An error for a column that already exists in the table.
private struct RepeatedColumn: Error, CustomStringConvertible {
  let name: String

  var description: String { "the table has a column \"\(name)\" already; expected another name" }
}

extension PythonFunction.Column {
  /// The column of a table.
  fileprivate var columnDescription: ColumnDescription {
    let type: ColumnType =
      switch kind {
      case .float: .float64
      case .int: .int64
      case .bool: .boolean
      case .str: .string
      }
    return ColumnDescription(name: name, type: type, unit: unit, description: description)
  }
}

extension ColumnValues {
  /// A column of missing values.
  fileprivate static func missing(_ type: ColumnType, count: Int) -> ColumnValues {
    func none<Value>() -> [Value?] { [Value?](repeating: nil, count: count) }
    return switch type {
    case .boolean: .boolean(none())
    case .int32: .int32(none())
    case .int64: .int64(none())
    case .float32: .float32(none())
    case .float64: .float64(none())
    case .string: .string(none())
    case .timestamp: .timestamp(none())
    }
  }
}

extension PythonReply {
  /// The values of a declared column.
  fileprivate func values(of column: PythonFunction.Column, count: Int) throws -> ColumnValues {
    let found: ColumnValues? =
      switch column.kind {
      case .float: array(column.name, as: Double.self).map { .float64($0.map { $0.isFinite ? $0 : nil }) }
      case .int:
        array(column.name, as: Int64.self).map { values in
          let missing = array("\(column.name)?", as: UInt8.self)
          return .int64(values.enumerated().map { missing?[$0] == 1 ? nil : $1 })
        }
      case .bool: array(column.name, as: UInt8.self).map { .boolean($0.map { $0 == 2 ? nil : $0 == 1 }) }
      case .str: texts[column.name].map { .string($0) }
      }
    guard let found, found.count == count else { throw MissingReply(name: column.name) }
    return found
  }
}

/// An error for a reply without the values of a column.
private struct MissingReply: Error, CustomStringConvertible {
  let name: String

  var description: String { "Python sent no values for the column \"\(name)\"; expected one for each swing" }
}

extension FeatureTable.Column {
  /// Some rows of the column for Python: the column's description, and the array of its values unless they are texts.
  fileprivate func pythonRow(_ rows: Range<Int>) -> (JSONValue, PythonMessage.Array?) {
    let name = description.name
    func numbers(_ values: [Double]) -> (JSONValue, PythonMessage.Array?) {
      (
        ["name": .string(name), "kind": "float"], PythonMessage.Array("rows.\(name)", .float64, [rows.count], values)
      )
    }
    switch values {
    case .float64(let values): return numbers(values[rows].map { $0 ?? .nan })
    case .float32(let values): return numbers(values[rows].map { $0.map(Double.init) ?? .nan })
    case .int64(let values): return numbers(values[rows].map { $0.map(Double.init) ?? .nan })
    case .int32(let values): return numbers(values[rows].map { $0.map(Double.init) ?? .nan })
    case .timestamp(let values): return numbers(values[rows].map { $0.map { Double($0.microseconds) / 1e6 } ?? .nan })
    case .boolean(let values):
      let bytes = values[rows].map { $0.map { $0 ? 1 : 0 } ?? 2 as UInt8 }
      return (
        ["name": .string(name), "kind": "bool"], PythonMessage.Array("rows.\(name)", .byte, [rows.count], bytes)
      )
    case .string(let values):
      let texts = values[rows].map { $0.map { JSONValue.string($0) } ?? .null }
      return (["name": .string(name), "kind": "str", "texts": .array(texts)], nil)
    }
  }
}
