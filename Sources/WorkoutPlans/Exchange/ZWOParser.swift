import CExpat

/// Takes a Zwift workout file apart: texts, and the elements of the workout in their order.
///
/// expat loads nothing from outside; a file that declares a document type, by which entities are made that multiply, is
/// refused.
final class ZWOParser {
  /// An element within `workout`.
  struct Element {
    var name: String
    var attributes: [String: String]
    var line: Int
  }

  private(set) var name = ""
  private(set) var notes = ""
  private(set) var sport = "bike"
  private(set) var elements: [Element] = []
  /// Names of elements that are passed over: those within the ones of the workout, such as messages to the rider, and
  /// those beside it that are not empty, such as the author.
  private(set) var passedOver: Set<String> = []
  private static let known: Set<String> = ["name", "description", "sportType", "workout"]

  private let parser: XML_Parser
  private var open: [String] = []
  private var text = ""
  private var refusal: String?

  private init(_ parser: XML_Parser) { self.parser = parser }

  deinit { XML_ParserFree(parser) }

  /// - Throws: ``PlanError`` with the line where the bytes are no well-formed XML, or no Zwift workout.
  static func parse(_ bytes: [UInt8], file: String) throws(PlanError) -> ZWOParser {
    guard let handle = XML_ParserCreate(nil) else { throw PlanError(file, "there is no memory to read it") }
    let parser = ZWOParser(handle)
    XML_SetUserData(handle, Unmanaged.passUnretained(parser).toOpaque())
    XML_SetElementHandler(
      handle, { ZWOParser.of($0)?.begin($1, $2) }, { user, name in ZWOParser.of(user)?.end() })
    XML_SetCharacterDataHandler(handle) { user, bytes, count in
      guard let bytes else { return }
      ZWOParser.of(user)?.text += String(
        decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    }
    XML_SetStartDoctypeDeclHandler(handle) { user, _, _, _, _ in
      ZWOParser.of(user)?.refuse("declares a document type, which could make anything; expected none")
    }
    let status = bytes.withUnsafeBytes {
      XML_Parse(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), 1)
    }
    let line = Int(XML_GetCurrentLineNumber(handle))
    func fault(_ message: String) -> PlanError {
      PlanError([PlanFault("", at: .position(file: file, line: line, column: 1), message)])
    }
    if let refusal = parser.refusal { throw fault(refusal) }
    guard status == XML_STATUS_OK else {
      let reason = XML_ErrorString(XML_GetErrorCode(handle)).map { String(cString: $0) } ?? "unknown"
      throw fault("is no well-formed XML: \(reason)")
    }
    return parser
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> ZWOParser? {
    user.map { Unmanaged<ZWOParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ message: String) {
    refusal = refusal ?? message
    XML_StopParser(parser, 0)
  }

  private func begin(_ name: UnsafePointer<XML_Char>?, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
    let name = name.map { String(cString: $0) } ?? ""
    if open.isEmpty, name != "workout_file" {
      return refuse("has the element \"\(name)\" at its root; expected \"workout_file\", as Zwift writes it")
    }
    guard open.count < 16 else { return refuse("is nested deeper than 16 elements; expected a Zwift workout") }
    var attributes: [String: String] = [:]
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      attributes[String(cString: key)] = String(cString: value)
      index += 2
    }
    if open == ["workout_file", "workout"] {
      elements.append(Element(name: name, attributes: attributes, line: Int(XML_GetCurrentLineNumber(parser))))
    } else if open.count > 2, open[1] == "workout" {
      passedOver.insert(name)
    } else if open.count == 1, !attributes.isEmpty {
      passOver(name)
    } else if open.count == 2 {
      passOver(open[1])
    }
    open.append(name)
    text = ""
  }

  private func end() {
    // An empty element ends even where its beginning was refused.
    guard refusal == nil else { return }
    switch open {
    case ["workout_file", "name"]: name = text
    case ["workout_file", "description"]: notes = text
    case ["workout_file", "sportType"]: sport = text
    default: if open.count == 2, !text.allSatisfy(\.isWhitespace) { passOver(open[1]) }
    }
    open.removeLast()
    text = ""
  }

  private func passOver(_ name: String) {
    if !Self.known.contains(name) { passedOver.insert(name) }
  }
}
