import SPImporting

/// An element of a Zwift workout file. Reading an attribute takes it. The attributes that remain in the end are lost.
struct ZWOElement {
  let name: String
  let line: Int
  /// The elements within it, such as messages to the rider.
  var events: [ZWOElement] = []
  private var attributes: [String: String]

  init(_ name: String, _ attributes: [String: String], line: Int) {
    self.name = name
    self.attributes = attributes
    self.line = line
  }

  /// Takes an attribute. Files disagree on upper and lower case.
  mutating func take(_ name: String) -> String? {
    if let value = attributes.removeValue(forKey: name) { return value }
    let lower = name.lowercased()
    let key = attributes.keys.filter { $0.lowercased() == lower }.min()
    return key.flatMap { attributes.removeValue(forKey: $0) }
  }

  /// Puts an attribute back that another part of the step needs, too.
  mutating func give(_ name: String, _ value: String) { attributes[name] = value }

  /// The attributes not taken, by name.
  var rest: [(name: String, value: String)] { attributes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}

/// Parses a Zwift workout file: texts, and the elements of the workout in their order.
final class ZWOParser: XMLVisitor {
  private(set) var name = ""
  private(set) var notes = ""
  private(set) var sport = "bike"
  /// The kind of durations: `time` in s, or `distance` in m.
  private(set) var durationType = "time"
  /// The threshold power in W that replaces the rider's threshold power.
  private(set) var ftpOverride: (text: String, line: Int)?
  private(set) var elements: [ZWOElement] = []
  private(set) var losses = LossesByLine()

  private var open: [(name: String, line: Int)] = []
  private(set) var refusal: String?
  /// Names keep their blanks.
  let trimsBlanks = false
  let mostDepth = 16

  private init() {}

  /// - Throws: ``PlanError`` with the line, for bytes that are not well-formed XML, or not a Zwift workout.
  static func parse(_ bytes: [UInt8], file: String) throws(PlanError) -> ZWOParser {
    let parser = ZWOParser()
    do {
      try XMLReader.read(parser) { _ = try $0(bytes) }
      return parser
    } catch let fault as XMLFault {
      throw PlanError([
        PlanFault("", at: .position(file: file, line: fault.line, column: fault.column), fault.message)
      ])
    } catch {
      throw PlanError(file, "\(error)")
    }
  }

  /// Whether the innermost open element belongs to the workout.
  private var isInWorkout: Bool { open.count > 1 && open[1].name.lowercased() == "workout" }

  func began(_ name: String, _ values: XMLAttributes) {
    if open.isEmpty, name != "workout_file" {
      refusal = "has the element \"\(name)\" at its root; expected \"workout_file\", as Zwift writes it"
      return
    }
    let element = ZWOElement(name, values.all, line: values.line)
    switch open.count {
    case 2 where isInWorkout: elements.append(element)
    case 3 where isInWorkout: elements[elements.count - 1].events.append(element)
    default: for (key, value) in element.rest { losses.add("\(name) \(key) \"\(value)\" is lost", line: values.line) }
    }
    open.append((name, values.line))
  }

  func ended(_: String, _ text: String) {
    let (name, line) = open.removeLast()
    let trimmed = text.trimmingBlanks
    guard open.count == 1 else {
      if !trimmed.isEmpty {
        losses.add(
          isInWorkout ? "the text \"\(trimmed)\" in \(name) is lost" : "\(name) \"\(trimmed)\" is lost", line: line)
      }
      return
    }
    switch name.lowercased() {
    case "name": self.name = text
    case "description": notes = text
    case "sporttype": sport = trimmed
    case "durationtype": durationType = trimmed
    case "ftpoverride": ftpOverride = (trimmed, line)
    default: if !trimmed.isEmpty { losses.add("\(name) \"\(trimmed)\" is lost", line: line) }
    }
  }
}
