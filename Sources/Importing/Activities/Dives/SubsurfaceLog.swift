import SPBasics

/// The dives of Subsurface's own XML: one for each dive computer of a dive.
///
/// Values have their units after them, such as `36.01 m`. Times of a dive are minutes and seconds, such as `25:50 min`.
/// A sample leaves out values that have not changed. Sources: Subsurface's sample dives, and `save_sample` of its
/// `core/save-xml.cpp`.
final class SubsurfaceLog: XMLVisitor {
  private(set) var dives: [DiveRecord] = []
  private var names: [String] = []
  private var version: String?
  /// The facts about a dive that all its computers share.
  private var shared = DiveRecord()
  private var dive: DiveRecord?
  /// The samples of the current dive computer by their times. The log lists gas changes before samples.
  private var samples: [DiveRecord.Sample] = []
  /// The values of the last sample. The next sample leaves out values that are the same.
  private var unchanged = DiveRecord.Sample()
  /// The tank that a sample named last. Pressures without a tank's number belong to this tank.
  private var sensor = 0.0
  private var changes: [DiveRecord.Sample] = []
  /// The number of dives before the present dive.
  private var countBefore = 0
  /// The facts of the current dive from a computer without samples.
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
      guard dives.count == countBefore else { break }
      // A dive that was entered by hand has no samples. It is kept, so that its import says so.
      if withoutSamples == nil {
        beginComputer(nil)
        endComputer()
      }
      if let withoutSamples { append(withoutSamples) }
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
    dive = nil
  }

  /// Subsurface stores local times without an offset.
  private func setStart(_ dive: inout DiveRecord, _ values: XMLAttributes) {
    guard let date = values["date"] else { return }
    dive.startS = UTCTime.seconds("\(date)T\(values["time"] ?? "00:00:00")")
    dive.isLocalTime = dive.startS != nil
  }

  /// Sets a result, if the log states it: of the present dive computer or, before the first computer, of the dive. The
  /// value is an argument, since reading it may count a fault in the same dive.
  private func set(_ figure: DiveRecord.Figure, _ value: Double?) {
    guard let value else { return }
    if dive != nil { dive?.summary[figure] = value } else { shared.summary[figure] = value }
  }

  private func addCylinder(_ values: XMLAttributes) {
    let index = Double(shared.tanks.count)
    guard shared.tanks.count < DiveLog.mostGases else { return count("cylinders beyond \(DiveLog.mostGases)") }
    // A cylinder without a share of oxygen contains air.
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
    endComputer()
    dive = shared
    samples = []
    unchanged = DiveRecord.Sample()
    sensor = 0
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
    if dive == nil { beginComputer(nil) }
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
    if dive == nil { beginComputer(nil) }
    guard samples.count < DiveLog.mostSamples else { return refusal = DiveLog.tooManySamples }
    var sample = DiveRecord.Sample()
    sample.temperatureDegC = unchanged.temperatureDegC
    sample.heartRateBPM = unchanged.heartRateBPM
    var stops: DiveRecord.Row = [:]
    let values = values.all
    if let text = values["cylinderindex"] ?? values["sensor"] { sensor = Double(text) ?? sensor }
    for (name, text) in values.sorted(by: { $0.key < $1.key }) {
      switch name {
      case "time": sample.timeS = seconds(text)
      case "depth": sample.depthM = quantity(text, "m")
      case "temp": sample.temperatureDegC = quantity(text, "C") ?? unchanged.temperatureDegC
      case "heartbeat": sample.heartRateBPM = Double(text)
      case "cylinderindex", "sensor": break
      case "ndl": stops[.noStopTime] = seconds(text)
      case "tts": stops[.timeToSurface] = seconds(text)
      case "stoptime": stops[.stopTime] = seconds(text)
      case "stopdepth": stops[.stopDepth] = quantity(text, "m")
      case "cns": stops[.oxygenToxicity] = quantity(text, "%")
      case "po2": stops[.oxygenPressure] = quantity(text, "bar")
      default:
        let tank = name.hasPrefix("pressure") ? name.dropFirst("pressure".count) : nil
        guard let tank, let number = tank.isEmpty ? sensor : Double(tank) else {
          count(name)
          continue
        }
        if let bar = quantity(text, "bar") { sample.tankPressuresBar.append((number, bar)) }
      }
    }
    // A row contains all values that are valid from its time on.
    unchanged.decompression.merge(stops) { $1 }
    unchanged.temperatureDegC = sample.temperatureDegC
    unchanged.heartRateBPM = sample.heartRateBPM
    if !stops.isEmpty { sample.decompression = unchanged.decompression }
    samples.append(sample)
  }

  /// The number before a unit; nil without a text. A text with another form or unit is counted and gives nil.
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
    // If there are three parts, the first part is hours.
    return parts.count == 3 ? 3600 * first + 60 * rest[0] + rest[1] : 60 * first + (rest.first ?? 0)
  }

  private func count(_ what: String) {
    if dive != nil { dive?.left[what, default: 0] += 1 } else { shared.left[what, default: 0] += 1 }
  }

  /// The dives as activities.
  var activities: [Activity] { dives.map { $0.finish(software: "Subsurface") } }
}
