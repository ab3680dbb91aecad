import Dates
import XML

/// The dives of Subsurface's own XML: one for each dive computer of a dive.
///
/// Values have their units behind them, such as `36.01 m`; times of a dive are minutes and seconds, such as `25:50 min`. A
/// sample leaves out what has not changed. Source: Subsurface's sample dives.
final class SubsurfaceLog: XMLVisitor {
  private(set) var dives: [DiveRecord] = []
  private var names: [String] = []
  private var version: String?
  /// The facts about a dive that all its computers share.
  private var shared = DiveRecord()
  private var dive: DiveRecord?
  /// The samples of the present dive computer by their times: gas changes are told before them.
  private var samples: [DiveRecord.Sample] = []
  private var changes: [DiveRecord.Sample] = []
  /// How many dives there were before the present one.
  private var countBefore = 0
  /// What is known of the present dive from a computer without samples.
  private var withoutSamples: DiveRecord?
  private(set) var refusal: String?

  static let root = "divelog"

  func began(_ name: String, _ values: XMLAttributes) {
    names.append(name)
    switch name {
    case "divelog": version = values["version"]
    case "dive": beginDive(values)
    case "cylinder": addCylinder(values)
    case "divetemperature":
      shared.summary[.airTemperature] = quantity(values["air"], "C")
      shared.summary[.waterTemperature] = quantity(values["water"], "C")
    case "divecomputer": beginComputer(values)
    case "depth":
      set(.maxDepth, quantity(values["max"], "m"))
      set(.meanDepth, quantity(values["mean"], "m"))
    case "temperature":
      set(.airTemperature, quantity(values["air"], "C"))
      set(.waterTemperature, quantity(values["water"], "C"))
    case "surface": set(.surfacePressure, quantity(values["pressure"], "bar"))
    case "water": set(.waterDensity, quantity(values["salinity"], "g/l"))
    case "event": addEvent(values)
    case "sample": addSample(values)
    default: break
    }
  }

  func ended(_ name: String, _ text: String) {
    names.removeLast()
    switch name {
    case "divecomputer": endComputer()
    case "dive":
      // Old logs have the samples in the dive itself.
      endComputer()
      // A dive that was entered by hand has none: it is told.
      if dives.count == countBefore, let withoutSamples { append(withoutSamples) }
    default: break
    }
  }

  private func append(_ dive: DiveRecord) {
    dives.append(dive)
    if dives.count > DiveLog.mostDives { refusal = DiveLog.tooMany }
  }

  private func beginDive(_ values: XMLAttributes) {
    countBefore = dives.count
    withoutSamples = nil
    shared = DiveRecord()
    shared.summary[.number] = values["number"].flatMap(Double.init)
    shared.summary[.duration] = seconds(values["duration"])
    setStart(&shared, values)
    beginComputer(nil)
  }

  /// Subsurface stores local times without an offset.
  private func setStart(_ dive: inout DiveRecord, _ values: XMLAttributes) {
    guard let date = values["date"] else { return }
    dive.startS = UTCTime.seconds("\(date)T\(values["time"] ?? "00:00:00")")
    dive.isLocalTime = true
  }

  /// Sets a result of the present dive computer, if it is stated. The value is found before the dive is changed, as what
  /// is wrong with it is counted there, too.
  private func set(_ figure: DiveRecord.Figure, _ value: Double?) {
    if let value { dive?.summary[figure] = value }
  }

  private func addCylinder(_ values: XMLAttributes) {
    let index = Double(shared.tanks.count)
    guard shared.tanks.count < DiveLog.mostGases else { return count("cylinders beyond \(DiveLog.mostGases)") }
    // Without a share of oxygen, it is air.
    var gas: DiveRecord.Row = [.index: index, .oxygen: 20.9, .helium: 0]
    if let oxygen = quantity(values["o2"], "%") { gas[.oxygen] = oxygen }
    if let helium = quantity(values["he"], "%") { gas[.helium] = helium }
    shared.gases.append(gas)
    var tank: DiveRecord.Row = [.index: index, .gas: index]
    tank[.volume] = quantity(values["size"], "l")
    tank[.startPressure] = quantity(values["start"], "bar")
    tank[.endPressure] = quantity(values["end"], "bar")
    shared.tanks.append(tank)
  }

  private func beginComputer(_ values: XMLAttributes?) {
    // What was told before the first computer is of the dive.
    dive = shared
    samples = []
    changes = []
    guard let values, var dive else { return }
    dive.deviceModel = values["model"]
    setStart(&dive, values)
    self.dive = dive
  }

  private func endComputer() {
    guard var dive else { return }
    self.dive = nil
    dive.gases = shared.gases
    dive.tanks = shared.tanks
    for (figure, value) in shared.summary where dive.summary[figure] == nil { dive.summary[figure] = value }
    let all = (changes + samples).enumerated().sorted {
      ($0.element.timeS ?? .infinity, $0.offset) < ($1.element.timeS ?? .infinity, $1.offset)
    }
    for (_, sample) in all { dive.add(sample) }
    if samples.isEmpty { withoutSamples = dive } else { append(dive) }
  }

  private func addEvent(_ values: XMLAttributes) {
    var change = DiveRecord.Sample()
    change.timeS = seconds(values["time"])
    switch values["name"] {
    case "gaschange":
      guard let cylinder = values["cylinder"].flatMap(Double.init) else {
        return count("gas changes without a cylinder")
      }
      change.gas = cylinder
    case "bookmark": change.isMarked = true
    default: return count("event \(values["name"] ?? "")")
    }
    changes.append(change)
  }

  private func addSample(_ values: XMLAttributes) {
    var sample = DiveRecord.Sample()
    sample.timeS = seconds(values["time"])
    sample.depthM = quantity(values["depth"], "m")
    sample.temperatureDegC = quantity(values["temp"], "C")
    sample.heartRateBPM = values["heartbeat"].flatMap(Double.init)
    for (name, tank) in [
      ("pressure", values["cylinderindex"] ?? values["sensor"]), ("pressure0", "0"), ("pressure1", "1"),
    ] {
      if let bar = quantity(values[name], "bar") {
        sample.tankPressuresBar.append((tank.flatMap(Double.init) ?? 0, bar))
      }
    }
    var decompression: DiveRecord.Row = [:]
    decompression[.noStopTime] = seconds(values["ndl"])
    decompression[.timeToSurface] = seconds(values["tts"])
    decompression[.stopTime] = seconds(values["stoptime"])
    decompression[.stopDepth] = quantity(values["stopdepth"], "m")
    decompression[.oxygenToxicity] = quantity(values["cns"], "%")
    decompression[.oxygenPressure] = quantity(values["po2"], "bar")
    sample.decompression = decompression
    samples.append(sample)
  }

  /// The number before a unit; nil without one. One with another unit is counted.
  private func quantity(_ text: String?, _ unit: String) -> Double? {
    guard let text else { return nil }
    let parts = text.hasSuffix("%") ? [text.dropLast(), "%"] : text.split(separator: " ")
    guard parts.count == 2, parts[1] == unit, let value = Double(parts[0]), value.isFinite else {
      count("values that are not in \(unit)")
      return nil
    }
    return value
  }

  /// The seconds of a time such as `25:50 min`.
  private func seconds(_ text: String?) -> Double? {
    guard let text else { return nil }
    let parts = text.split(separator: " ").first?.split(separator: ":").map { Double($0) } ?? []
    guard (1...3).contains(parts.count), text.hasSuffix(" min"), let first = parts[0] else {
      count("times that are not in min")
      return nil
    }
    let rest = parts.dropFirst().compactMap(\.self)
    guard rest.count == parts.count - 1 else {
      count("times that are not in min")
      return nil
    }
    // With three parts the first are hours.
    return parts.count == 3 ? 3600 * first + 60 * rest[0] + rest[1] : 60 * first + (rest.first ?? 0)
  }

  private func count(_ what: String) {
    if dive != nil { dive?.left[what, default: 0] += 1 } else { shared.left[what, default: 0] += 1 }
  }

  /// The dives as activities.
  var activities: [Activity] { dives.map { $0.finish(software: "Subsurface") } }
}
