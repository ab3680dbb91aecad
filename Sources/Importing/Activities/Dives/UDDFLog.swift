import SPBasics

/// The dives of a UDDF file (Universal Dive Data Format 3.2, streit.cc/uddf).
///
/// Values are in SI units (m, s, K, Pa, m^3), shares of gases are fractions, and the load of oxygen is in percent.
final class UDDFLog: XMLVisitor {
  private(set) var dives: [DiveRecord] = []
  private var software: String?
  private var names: [String] = []
  private var dive: DiveRecord?
  private var sample: DiveRecord.Sample?
  private var sampleCount = 0
  private var tank: DiveRecord.Row = [:]
  private var mix: (id: String, row: DiveRecord.Row) = ("", [:])
  /// The gases of the file. `mixPlaces` has their places by their identifiers.
  private var mixes: [DiveRecord.Row] = []
  private var mixPlaces: [String: Int] = [:]
  /// The tanks of the dive by their identifiers.
  private var tankIDs: [String?] = []
  /// The identifier of the tank that the present pressure belongs to.
  private var tankPressureID: String?
  private(set) var refusal: String?

  static let root = "uddf"

  func began(_ name: String, _ values: XMLAttributes) {
    let parent = names.last
    names.append(name)
    switch name {
    case "mix": mix = (values["id"] ?? "", [:])
    case "dive":
      dive = DiveRecord()
      sampleCount = 0
      tankIDs = []
    case "tankdata":
      tank = [:]
      tankIDs.append(values["id"])
    case "link" where parent == "tankdata":
      if let gas = number(ofMix: values["ref"]) { tank[.gas] = gas }
    case "waypoint":
      sampleCount += 1
      if sampleCount > DiveLog.mostSamples { refusal = DiveLog.tooManySamples }
      sample = .init()
    case "switchmix": if let gas = number(ofMix: values["ref"]) { sample?.gas = gas } else { count("switchmix") }
    case "tankpressure": tankPressureID = values["ref"]
    case "decostop":
      sample?.decompression[.stopDepth] = values["decodepth"].flatMap(Double.init)
      sample?.decompression[.stopTime] = values["duration"].flatMap(Double.init)
    default: break
    }
  }

  func ended(_ name: String, _ text: String) {
    names.removeLast()
    switch name {
    case "mix":
      if mixPlaces[mix.id] == nil { mixPlaces[mix.id] = mixes.count }
      mixes.append(mix.row.merging([.index: Double(mixes.count)]) { own, _ in own })
      if mixes.count > DiveLog.mostGases { refusal = "has more than \(DiveLog.mostGases) gases; expected fewer" }
    case "dive":
      if var dive {
        let used = dive.usedGases
        // A simple dive names no gas. It then has all gases of the file.
        dive.gases = used.isEmpty ? mixes : mixes.filter { $0[.index].map(used.contains) == true }
        dives.append(dive)
        if dives.count > DiveLog.mostDives { refusal = DiveLog.tooMany }
      }
      dive = nil
    case "waypoint":
      if let sample { dive?.add(sample) }
      sample = nil
    case "tankdata":
      if !tank.isEmpty { dive?.tanks.append(tank.merging([.index: Double(tankIDs.count - 1)]) { own, _ in own }) }
    case "name" where names.last == "generator": software = text
    case "setmarker", "alarm": sample?.isMarked = true
    default: if !text.isEmpty { take(name, text, in: names.last) }
    }
  }

  private func take(_ name: String, _ text: String, in parent: String?) {
    if name == "datetime", parent == "informationbeforedive" {
      let startS = UTCTime.seconds(text)
      dive?.startS = startS
      dive?.isLocalTime = startS != nil && UTCTime.seconds(text, needsZone: true) == nil
      if startS == nil { count("datetime that is no date") }
      return
    }
    guard let value = Double(text), value.isFinite else {
      if sample != nil { count("values that are no numbers") }
      return
    }
    if parent == "mix" {
      if name == "o2" { mix.row[.oxygen] = 100 * value }
      if name == "he" { mix.row[.helium] = 100 * value }
    } else if sample != nil {
      take(sampled: name, value)
    } else if parent == "tankdata", let figure = Self.ofTank[name] {
      tank[figure.figure] = value / figure.unit
    } else if dive != nil, let figure = Self.ofDive[name] {
      // Convert before changing the dive: the conversion notes an odd temperature in the dive.
      let value = Self.temperatures.contains(figure) ? celsius(value) : value
      dive?.summary[figure] = value
    } else if dive != nil, name == "passedtime" {
      dive?.summary[.surfaceInterval] = value
    }
  }

  private func take(sampled name: String, _ value: Double) {
    switch name {
    case "divetime": sample?.timeS = value
    case "depth": sample?.depthM = value
    case "temperature": sample?.temperatureDegC = celsius(value)
    case "pulserate", "heartrate": sample?.heartRateBPM = value
    case "tankpressure":
      let place = tankIDs.prefix(DiveLog.mostGases).firstIndex { $0 != nil && $0 == tankPressureID }
      sample?.tankPressuresBar.append((place.map(Double.init), value / Self.pascalPerBar))
    case "nodecotime": sample?.decompression[.noStopTime] = value
    case "cns": sample?.decompression[.oxygenToxicity] = value
    case "measuredpo2", "calculatedpo2":
      // Many programs write bar instead of Pa: no diver breathes oxygen at less than 10 Pa, or more than 10 bar.
      sample?.decompression[.oxygenPressure] = value > 10 ? value / Self.pascalPerBar : value
    default: count(name)
    }
  }

  private static let pascalPerBar = 1e5
  private static let ofTank: [String: (figure: DiveRecord.Figure, unit: Double)] = [
    "tankvolume": (.volume, 0.001), "tankpressurebegin": (.startPressure, pascalPerBar),
    "tankpressureend": (.endPressure, pascalPerBar),
  ]
  private static let ofDive: [String: DiveRecord.Figure] = [
    "divenumber": .number, "greatestdepth": .maxDepth, "averagedepth": .meanDepth, "diveduration": .duration,
    "airtemperature": .airTemperature, "lowesttemperature": .waterTemperature, "surfacepressure": .surfacePressure,
  ]
  private static let temperatures: Set<DiveRecord.Figure> = [.airTemperature, .waterTemperature]

  /// Converts kelvin to degrees Celsius. Some programs write degrees Celsius, which is noted.
  private func celsius(_ kelvin: Double) -> Double {
    guard kelvin < Self.leastKelvin else { return kelvin - 273.15 }
    dive?.hasCelsius = true
    return kelvin
  }

  /// The lowest plausible temperature of water or air, in K.
  private static let leastKelvin = 150.0

  private func number(ofMix id: String?) -> Double? {
    id.flatMap { mixPlaces[$0] }.map(Double.init)
  }

  private func count(_ what: String) { dive?.left[what, default: 0] += 1 }

  /// The dives as activities.
  var activities: [Activity] { dives.map { $0.finish(software: software) } }
}
