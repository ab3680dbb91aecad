import SPHDF5
import SPSignals

/// A mapping that is proposed for a file of an unknown layout, by the names, units and values of its datasets.
///
/// A few thousand rows of each candidate are read. The streams of the proposal are compared with each other, like the
/// streams of any recording, and the proposal is corrected if the data contradict it.
package struct MappingGuess: Sendable {
  /// The proposed mapping; it has no streams if nothing was recognised.
  package private(set) var mapping = RecordingMapping()
  /// The description of what each dataset looks like, by its path.
  package private(set) var looks: [String: String] = [:]
  /// The questions that the user has to decide, and the facts to supply, one sentence each.
  package private(set) var doubts: [String] = []

  /// How late the clock of the device motion is, in s, if the data show it. A mapping cannot correct it: the import
  /// does.
  package private(set) var motionOffsetS = 0.0

  private let file: File
  private let listing: FileListing
  private var times: [Candidate] = []
  /// The candidates in the mapping, by the names of their datasets in the layout.
  private var recognised: [String: Recognised] = [:]

  /// The path of a rotation rate that is taken as rad/s because the file states no unit.
  private var statesNoRotationUnit: String?

  /// A candidate in the mapping, with the unit that applies if the mapping does not state a unit.
  private struct Recognised {
    var candidate: Candidate
    var unit: Unit
    var rateHz: Double?
  }

  /// A table of one quantity.
  private struct Candidate {
    var table: TableMapping
    var quantity: Quantity
    var rowCount: Int
    var unit: String?
    var name: String
    var group: String
    /// The paths that are listed with this guess.
    var paths: [String]
  }

  /// Guesses the mapping of a file.
  /// - Parameters:
  ///   - path: the file.
  ///   - filters: whether plugins are loaded.
  /// - Throws: `HDF5Error`; `CancellationError`.
  package init(_ path: String, filters: FilterPolicy = .builtIn) throws {
    let file = try File(opening: path, filters: filters)
    try self.init(file, FileListing(file))
    try check(path, filters)
  }

  /// Guesses from the names, units and values alone.
  init(_ file: File, _ listing: FileListing) throws {
    self.file = file
    self.listing = listing
    var vectors: [Candidate] = []
    for candidate in Self.candidates(listing) {
      if candidate.quantity == .time { times.append(candidate) } else { vectors.append(candidate) }
    }
    times = times.filter { Self.ascends($0.table, in: file) }
    for quantity in [Quantity.acceleration, .rotationRate, .attitude, .gravity, .userAcceleration] {
      let found = vectors.filter { $0.quantity == quantity && hasComponents($0) }
      guard let first = found.first else { continue }
      if found.count > 1 {
        let others = found.dropFirst().prefix(4).map(\.paths[0]).joined(separator: ", ")
        doubts.append(
          "\(first.paths[0]) and \(others) look like \(quantity.title); the mapping has the first, and a pattern such as "
            + "\"/{sensor}/acc\" in its paths makes a recording of each")
      }
      try add(first)
    }
    if let found = recognised["acceleration"], recognised["gravity"] == nil, recognised["attitude"] == nil {
      doubts.append(
        "without gravity or attitude nothing shows the sign of \(found.candidate.paths[0]): most laboratory sensors read +1 g "
          + "upwards at rest; for these, add \"invert\": true to the mapping")
    }
    if let path = statesNoRotationUnit, recognised["rotation_rate"] != nil, recognised["gravity"] == nil,
      recognised["attitude"] == nil
    {
      doubts.append(
        "\(path) states no unit, and without gravity or attitude its values cannot show it; the mapping has rad/s: if it is deg/s, "
          + "add \"unit\": \"deg/s\" to the mapping")
    }
    for time in times { time.paths.forEach { looks[$0] = looks[$0] ?? "timestamps" } }
  }

  private func hasComponents(_ candidate: Candidate) -> Bool {
    guard let table = try? StoredTable(candidate.table, components: candidate.quantity.components, in: file) else {
      return false
    }
    return table.columns.count == candidate.quantity.components
  }

  // MARK: Candidates

  private static func candidates(_ listing: FileListing) -> [Candidate] {
    var found: [Candidate] = []
    var axes: [String: [(entry: FileListing.Entry, stem: String, axis: Int)]] = [:]
    for entry in listing.entries where entry.fault == nil {
      if let fields = entry.fields {
        found += named(fields.map(\.name), counts: fields.map(\.valueCount), of: entry, isTable: true)
        continue
      }
      let long = entry.shape.filter { $0 != 1 }
      guard entry.isNumeric, let count = long.max(), count >= 16 else { continue }
      if long.count == 1 {
        if Quantity.isTime(entry.name) || isTimeUnit(entry.unit) {
          found.append(candidate(entry, .time, count))
        } else if let (stem, axis) = Quantity.splitAxis(entry.name) {
          axes["\(entry.group)/\(stem)", default: []].append((entry, stem, axis))
        }
      } else if long.count == 2, !entry.columns.isEmpty {
        found += named(entry.columns, counts: entry.columns.map { _ in 1 }, of: entry, isTable: false)
      } else if long.count == 2, let width = long.min(), (3...4).contains(width) {
        guard let quantity = quantity(entry.name, entry.group, entry.unit), quantity.components == width else {
          continue
        }
        found.append(candidate(entry, quantity, count))
      }
    }
    for (_, parts) in axes.sorted(by: { $0.key < $1.key }) {
      let sorted = parts.sorted { ($0.axis + 1) % 4 < ($1.axis + 1) % 4 }
      guard let first = sorted.first, Set(parts.map(\.axis)).count == parts.count,
        let quantity = quantity(first.stem, first.entry.group, first.entry.unit), quantity.components == parts.count
      else { continue }
      var vector = candidate(first.entry, quantity, first.entry.shape.max() ?? 0)
      vector.paths = sorted.map(\.entry.path)
      vector.table.paths = vector.paths
      found.append(vector)
    }
    return found
  }

  private static func candidate(_ entry: FileListing.Entry, _ quantity: Quantity, _ count: Int) -> Candidate {
    Candidate(
      table: TableMapping(path: entry.path), quantity: quantity, rowCount: count, unit: entry.unit, name: entry.name,
      group: entry.group, paths: [entry.path])
  }

  /// The quantities among named columns.
  private static func named(
    _ names: [String], counts: [Int], of entry: FileListing.Entry, isTable: Bool
  ) -> [Candidate] {
    let count = isTable ? entry.shape.first ?? 0 : entry.shape.max() ?? 0
    guard count >= 16 else { return [] }
    var found: [Candidate] = []
    func add(_ quantity: Quantity, _ fields: [String]) {
      var candidate = candidate(entry, quantity, count)
      candidate.table.fields = fields
      found.append(candidate)
    }
    var stems: [String: [Int: String]] = [:]
    var order: [String] = []
    for (name, values) in zip(names, counts) {
      if values == 1, Quantity.isTime(name) {
        add(.time, [name])
      } else if values == 1, let (stem, axis) = Quantity.splitAxis(name) {
        if stems[stem] == nil { order.append(stem) }
        stems[stem, default: [:]][axis] = name
      } else if let quantity = Quantity(named: name), quantity.components == values {
        add(quantity, [name])
      }
    }
    for stem in order {
      guard let axes = stems[stem], let quantity = quantity(stem, entry.path, nil),
        axes.count == quantity.components
      else { continue }
      add(quantity, (quantity == .attitude ? [3, 0, 1, 2] : [0, 1, 2]).compactMap { axes[$0] })
    }
    return found
  }

  /// The quantity that a name means, or else one of its groups from the innermost outwards, or else its unit.
  private static func quantity(_ name: String, _ group: String, _ unit: String?) -> Quantity? {
    for part in [name] + group.split(separator: "/").reversed().map(String.init) {
      if let quantity = Quantity(named: part) { return quantity }
    }
    switch unit.flatMap(Unit.init(symbol:))?.dimension {
    case .acceleration?: return .acceleration
    case .rotationRate?: return .rotationRate
    default: return nil
    }
  }

  private static func isTimeUnit(_ unit: String?) -> Bool {
    guard let unit else { return false }
    let symbol = unit.firstRange(of: " since ").map { String(unit[..<$0.lowerBound]) } ?? unit
    return (Unit(symbol: symbol) ?? Unit(symbol: symbol.lowercased()))?.dimension == .time
  }

  // MARK: Values

  /// Whether the values at the start are numbers that descend once at most, and ascend in more than a sixteenth of the
  /// steps.
  private static func ascends(_ table: TableMapping, in file: File) -> Bool {
    guard let values = try? times(table, in: file), values.count > 2 else { return false }
    let steps = zip(values.dropFirst(), values).map { $0 - $1 }
    // A counter of 32 bits may wrap within the rows that are read.
    return steps.count { $0 < 0 } <= 1 && steps.count { $0 > 0 } * 16 > steps.count
  }

  private static func times(_ table: TableMapping, in file: File) throws -> [Double] {
    let stored = try StoredTable(table, components: 1, in: file)
    let rows = try TableRows<Double>(stored)
    guard stored.columns.count == 1 else { return [] }
    let values = try rows.rows(0..<min(stored.rowCount, 1024))
    return (0..<values.count / rows.width).map { values[$0 * rows.width + stored.columns[0]] }
  }

  /// The magnitudes of rows at a few places.
  private func magnitudes(_ candidate: Candidate) throws -> [Double] {
    let stored = try StoredTable(candidate.table, components: candidate.quantity.components, in: file)
    let rows = try TableRows<Float>(stored)
    let encoding = try ValueEncoding(of: stored.parts[0].dataset, in: file)
    let (places, length) = (4, 512)
    var found: [Double] = []
    for place in 0..<places {
      try Task.checkCancellation()
      let first = max(0, stored.rowCount - length) * place / max(1, places - 1)
      let values = try rows.rows(first..<min(first + length, stored.rowCount))
      for row in 0..<values.count / rows.width {
        let squares = stored.columns.map { encoding.value(Double(values[row * rows.width + $0])) }.map { $0 * $0 }
        let magnitude = squares.reduce(0, +).squareRoot()
        if magnitude.isFinite { found.append(magnitude) }
      }
    }
    return found.sorted()
  }

  /// The unit of values with a median magnitude, at rest or in motion; nil if no unit explains it.
  private static func unit(of quantity: Quantity, median: Double) -> Unit? {
    switch (quantity, median) {
    case (.rotationRate, _), (.attitude, _), (.time, _), (.userAcceleration, _): nil
    case (_, 0.3..<4): .g
    case (_, 4..<40): .metersPerSecondSquared
    case (_, 300..<4000): .milliG
    default: nil
    }
  }

  // MARK: The proposal

  private mutating func add(_ candidate: Candidate) throws {
    guard let (stream, name) = candidate.quantity.dataset, let kind = StreamCatalog.kind(of: name, in: stream) else {
      return
    }
    let title = candidate.quantity.title
    var dataset = DatasetMapping(path: candidate.paths[0])
    dataset.table = candidate.table
    let magnitudes = try magnitudes(candidate)
    guard !magnitudes.isEmpty else {
      doubts.append("\(candidate.paths[0]) has the name of \(title), but no values")
      return
    }
    let median = magnitudes[magnitudes.count / 2]
    let stated = candidate.unit.flatMap(Unit.init(symbol:))
    let measured = Self.unit(of: candidate.quantity, median: median)
    if candidate.quantity == .attitude, abs(median - 1) > 0.05 {
      doubts.append("\(candidate.paths[0]) has the name of an attitude, but no quaternions of length 1")
      return
    }
    if let unit = candidate.unit, stated == nil {
      if measured == nil {
        doubts.append(
          "the unit \"\(unit)\" of \(candidate.paths[0]) is not known; add \"unit\", such as \(kind.unit), to the mapping"
        )
      }
      dataset.unit = measured ?? kind.unit
    } else if let stated, stated.factor(to: kind.unit) == nil {
      doubts.append("\(candidate.paths[0]) has the name of \(title), but the unit \(stated)")
      return
    } else if let stated, let measured, stated != measured, [.acceleration, .gravity].contains(candidate.quantity) {
      doubts.append(
        "\(candidate.paths[0]) states the unit \(stated), but its values look like \(measured) (median \(short(median))); the "
          + "mapping has \(measured)")
      dataset.unit = measured
    } else if stated == nil {
      dataset.unit = measured
      if measured == nil, [.acceleration, .gravity].contains(candidate.quantity) {
        doubts.append(
          "\(candidate.paths[0]) states no unit, and its values (median \(short(median))) suit neither g nor m/s^2; add \"unit\" "
            + "to the mapping")
      }
    }
    if candidate.name.lowercased().contains("xyzw") { dataset.values.isScalarLast = true }
    guard let (time, rateHz) = time(of: candidate) else {
      looks[candidate.paths[0]] = title
      return
    }
    if stated == nil, candidate.quantity == .rotationRate {
      // The largest magnitudes are left out, as a few rows may be damaged.
      dataset.unit = rotationUnit(candidate.paths[0], largest: magnitudes[magnitudes.count * 199 / 200])
    }
    if var known = mapping.streams[stream] {
      guard known.time == time else {
        doubts.append("\(candidate.paths[0]) has other timestamps than the rest of \(stream), and is left out")
        return
      }
      known.datasets[name] = dataset
      mapping.streams[stream] = known
    } else {
      mapping.streams[stream] = StreamMapping(time: time, datasets: [name: dataset])
    }
    recognised[name] = Recognised(candidate: candidate, unit: stated ?? kind.unit, rateHz: rateHz)
    describe(name, dataset)
  }

  /// The unit of rotation rates whose file does not state a unit; nil for the layout's unit. Only gravity can confirm
  /// it, see `check(_:_:)`.
  private mutating func rotationUnit(_ path: String, largest: Double) -> Unit? {
    guard largest > Double(PhysicalLimit(of: "rotation_rate")?.value ?? .infinity) else {
      statesNoRotationUnit = path
      return nil
    }
    doubts.append(
      "\(path) states no unit, and \(short(largest)) rad/s is more than sensors measure; the mapping has deg/s")
    return .degreesPerSecond
  }

  /// Writes the description of a dataset of the mapping to `looks`.
  private mutating func describe(_ name: String, _ dataset: DatasetMapping) {
    guard let found = recognised[name] else { return }
    let quantity = found.candidate.quantity
    let unit = quantity == .attitude ? "" : " in \(dataset.unit ?? found.unit)"
    let rate = found.rateHz.map { " at \(short($0)) Hz" } ?? ""
    for path in found.candidate.paths { looks[path] = quantity.title + unit + rate }
  }

  /// The timestamps of a candidate, or its start and rate; nil, with a doubt, if the file has neither.
  private mutating func time(of candidate: Candidate) -> (TimeMapping, rateHz: Double?)? {
    let near = times.filter { $0.rowCount == candidate.rowCount }.max {
      distance($0, candidate) > distance($1, candidate)
    }
    if let near {
      var timestamps = TimestampMapping(path: near.table.path, unit: nil)
      timestamps.table = near.table
      let steps = (try? Self.times(near.table, in: file)).map { values in
        zip(values.dropFirst(), values).map { $0 - $1 }.filter { $0 > 0 }.sorted()
      }
      guard let steps, !steps.isEmpty else { return (.timestamps(timestamps), nil) }
      // The mean of the usual steps: ticks of a clock make each step a little too long or short.
      let median = steps[steps.count / 2]
      let usual = steps.filter { $0 > median / 2 && $0 < median * 3 / 2 }
      let step = usual.reduce(0, +) / Double(usual.count)
      if Self.isTimeUnit(near.unit) {
        let symbol = near.unit.map { unit in
          unit.firstRange(of: " since ").map { String(unit[..<$0.lowerBound]) } ?? unit
        }
        let unit = symbol.flatMap { Unit(symbol: $0) ?? Unit(symbol: $0.lowercased()) }
        return (.timestamps(timestamps), unit?.factor(to: .seconds).map { 1 / (step * $0) })
      }
      // Rates of sensors of motion are within three decades, so that one unit suits.
      for unit in [Unit.seconds, .milliseconds, .microseconds, .nanoseconds] {
        let rateHz = 1 / (step * (unit.factor(to: .seconds) ?? 1))
        guard rateHz >= 5, rateHz < 5000 else { continue }
        if unit != .seconds { timestamps.unit = unit }
        return (.timestamps(timestamps), rateHz)
      }
      doubts.append(
        "the timestamps \(near.paths[0]) suit no unit from s to ns; add their \"unit\" to the mapping, or a \"rate_hz\""
      )
      return nil
    }
    if let (place, start, rateHz) = rate(near: candidate) {
      return (.regular(start: start.map(MappedNumber.stored) ?? .value(0), rate: .stored(place)), rateHz)
    }
    doubts.append(
      "\(candidate.paths[0]) has \(candidate.rowCount) rows and neither timestamps nor a sampling rate; expected in its "
        + "\"time\" a \"path\", or the \"rate_hz\"")
    return nil
  }

  /// How far timestamps are from a dataset: in the same table, in its group, further outside, elsewhere.
  private func distance(_ time: Candidate, _ other: Candidate) -> Int {
    if time.paths == other.paths { return 0 }
    if time.group == other.group { return 1 }
    return other.group.hasPrefix(time.group + "/") || time.group.isEmpty ? 2 : 3
  }

  private static let rateNames: Set<String> = [
    "rate", "samplingrate", "samplerate", "fs", "sfreq", "samplingfrequency", "samplefrequency", "frequency", "freq",
    "hz", "ratehz", "samplingratehz", "sampleratehz", "nominalratehz",
  ]

  /// The place of a sampling rate, on the dataset or in the groups around it, and of a start time that belongs to it.
  private func rate(near candidate: Candidate) -> (place: String, start: String?, rateHz: Double)? {
    func isRate(_ name: String) -> Bool { Self.rateNames.contains(name.lowercased().filter(\.isLetter)) }
    var places: [(String, start: String?)] = []
    let own = listing.entries.first { $0.path == candidate.paths[0] }
    for attribute in own?.attributes ?? [] where isRate(attribute.name) {
      places.append(("\(candidate.paths[0])@\(attribute.name)", nil))
    }
    var group = candidate.group
    while true {
      let within = listing.entries.filter { $0.group == group && $0.isNumeric && $0.shape.allSatisfy { $0 == 1 } }
      for entry in within {
        if isRate(entry.name) { places.append((entry.path, nil)) }
        // NWB keeps the rate with the start.
        for attribute in entry.attributes where isRate(attribute.name) {
          places.append(("\(entry.path)@\(attribute.name)", start: entry.path))
        }
      }
      for number in listing.numbers where number.hasPrefix("\(group.isEmpty ? "/" : group)@") {
        if isRate(String(number.split(separator: "@").last ?? "")) { places.append((number, nil)) }
      }
      guard let slash = group.lastIndex(of: "/") else { break }
      group = String(group[..<slash])
    }
    for (place, start) in places {
      if let rateHz = try? MappedNumber.stored(place).number(in: file), (1...10_000).contains(rateHz) {
        return (place, start, rateHz)
      }
    }
    return nil
  }

  /// Compares the streams, and corrects the mapping if their data contradict it.
  private mutating func check(_ path: String, _ filters: FilterPolicy) throws {
    guard !mapping.streams.isEmpty else { return }
    for _ in 0..<2 {
      let found: [Contradiction]
      do {
        let recording = try Recording(opening: path, layout: .mapped(mapping), filters: filters)
        found = try recording.contradictions()
        try recording.close()
      } catch let error as CancellationError {
        throw error
      } catch {
        doubts.append("the streams could not be compared: \(error)")
        return
      }
      let conventions = found.corrections.conventions
      if !conventions.isEmpty {
        mapping = mapping.corrected(by: RecordingCorrections(conventions))
        for (name, dataset) in mapping.streams.values.flatMap(\.datasets) { describe(name, dataset) }
        doubts += found.filter { !$0.corrections.conventions.isEmpty }.map {
          "\($0.sentence); the mapping has it right"
        }
      }
      let rest = found.filter { $0.corrections.conventions.isEmpty }
      if conventions.isEmpty || !rest.isEmpty {
        doubts += rest.map(\.sentence)
        motionOffsetS = rest.corrections.motionOffsetS
        return
      }
    }
  }
}
