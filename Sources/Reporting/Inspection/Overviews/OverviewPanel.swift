import SPPlots
import SPRecordings
import SPSignals

/// A dataset of a stream as a panel of an overview.
struct OverviewPanel {
  let stream: RecordingStream
  let kind: StreamCatalog.DatasetKind

  /// Datasets of vectors whose magnitude is most informative: it shows shocks and swings whatever the sensor's
  /// orientation. Other vectors, such as gravity, change only between the axes.
  private static let drawnByMagnitude: Set = ["acceleration", "rotation_rate", "user_acceleration"]
  private static let colors: [Color] = [.blue, .vermillion, .green, .purple]

  private var isCode: Bool { kind.storage != .float32 }

  /// The panel over a stretch, in s on the recording's clock.
  ///
  /// - Parameters:
  ///   - stretch: the stretch to read.
  ///   - axis: the figure's time axis.
  ///   - columns: the resolution.
  ///   - namingStream: whether the label has to name the stream.
  /// - Throws: the errors of reading the stream.
  func drawn(
    over stretch: ClosedRange<Double>, _ axis: ElapsedTime, columns: Int, namingStream: Bool
  ) throws -> Panel {
    let (signals, names) = try signals()
    let series = try SignalTraces(signals, over: stretch, columns: columns, breaksAtGaps: !isCode).series
    let lines = zip(series, names).enumerated().map { index, line in
      Panel.Line(
        isCode ? axis(line.0).stepped : axis(line.0), color: Self.colors[index % Self.colors.count], hasDots: isCode,
        name: line.1)
    }
    let gaps = try gaps(over: stretch, columns: columns)
    return Panel(
      label: label(namingStream: namingStream), unit: kind.unit == .dimensionless ? "" : kind.unit.symbol, lines: lines,
      spans: gaps.map { .gap(axis($0.lowerBound)...axis($0.upperBound)) },
      namedValues: namedValues(in: series))
  }

  /// The names of the codes that occur in the series; a code without a name keeps its number.
  private func namedValues(in series: [TimeSeries]) -> [Panel.NamedValue] {
    guard !kind.codes.isEmpty else { return [] }
    let drawn = Set(series.flatMap(\.values).compactMap { Int(exactly: $0) })
    return drawn.sorted().map { .init(Double($0), kind.codes[$0] ?? "\($0)") }
  }

  /// The gaps. Codes have no gaps, since a code is valid until the next code.
  func gaps(over stretch: ClosedRange<Double>, columns: Int) throws -> [ClosedRange<Double>] {
    isCode ? [] : SignalTraces.gaps(of: try stream.timeBase, over: stretch, columns: columns)
  }

  /// The lines, each with its entry in the legend.
  private func signals() throws -> (signals: [any Signal], names: [String?]) {
    if Self.drawnByMagnitude.contains(kind.name) {
      let vector = try stream.signals(kind.name)
      return ([NormSignal(Triaxial(x: vector[0], y: vector[1], z: vector[2]))], ["magnitude"])
    }
    let names = kind.componentNames
    return (try stream.signals(kind.name), names)
  }

  /// A code with a name like `state` or `type` is labelled with its stream's name.
  private func label(namingStream: Bool) -> String {
    let isNamedByStream = isCode && ["state", "type"].contains(kind.name)
    let words =
      isNamedByStream ? [stream.name.rawValue] : namingStream ? [stream.name.rawValue, kind.name] : [kind.name]
    return words.joined(separator: " ").replacing("_", with: " ")
  }
}
