import XML

/// Parses a Zwift workout file: texts, and the elements of the workout in their order.
final class ZWOParser: XMLVisitor {
  /// An element within `workout`.
  struct Element {
    var name: String
    var attributes: [String: String]
    var line: Int
  }

  private(set) var name = ""
  private(set) var notes = ""
  private(set) var sport = "bike"
  /// What durations are: `time` in s, or `distance` in m.
  private(set) var durationType = "time"
  private(set) var elements: [Element] = []
  /// Names of ignored elements: those within elements of the workout, such as messages to the rider, and non-empty ones
  /// beside it, such as the author.
  private(set) var passedOver: Set<String> = []
  private static let known: Set<String> = ["name", "description", "sportType", "durationType", "workout"]

  private var open: [String] = []
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

  func began(_ name: String, _ values: XMLAttributes) {
    if open.isEmpty, name != "workout_file" {
      refusal = "has the element \"\(name)\" at its root; expected \"workout_file\", as Zwift writes it"
      return
    }
    let attributes = values.all
    if open == ["workout_file", "workout"] {
      elements.append(Element(name: name, attributes: attributes, line: values.line))
    } else if open.count > 2, open[1] == "workout" {
      passedOver.insert(name)
    } else if open.count == 1, !attributes.isEmpty {
      passOver(name)
    } else if open.count == 2 {
      passOver(open[1])
    }
    open.append(name)
  }

  func ended(_: String, _ text: String) {
    switch open {
    case ["workout_file", "name"]: name = text
    case ["workout_file", "description"]: notes = text
    case ["workout_file", "sportType"]: sport = text.trimmingBlanks
    case ["workout_file", "durationType"]: durationType = text.trimmingBlanks
    default: if open.count == 2, !text.allSatisfy(\.isWhitespace) { passOver(open[1]) }
    }
    open.removeLast()
  }

  private func passOver(_ name: String) {
    if !Self.known.contains(name) { passedOver.insert(name) }
  }
}
