import CExpat
import Glibc

/// Receives the elements of an XML file as they are read.
package protocol XMLVisitor: AnyObject {
  /// Whether blanks and line breaks around texts are removed.
  var trimsBlanks: Bool { get }
  /// The deepest nesting of elements that is allowed.
  var mostDepth: Int { get }
  /// An element begins; its name is without a prefix.
  func began(_ name: String, _ attributes: XMLAttributes)
  /// An element ends.
  /// - Parameters:
  ///   - name: its name, without a prefix.
  ///   - text: its text after its last child.
  func ended(_ name: String, _ text: String)
  /// Why reading must stop; nil as long as it can go on. The reader asks after each beginning and each end.
  var refusal: String? { get }
}

extension XMLVisitor {
  /// Blanks and line breaks are removed.
  package var trimsBlanks: Bool { true }
  /// 64; TCX files need 10.
  package var mostDepth: Int { 64 }
  /// Everything is accepted.
  package var refusal: String? { nil }
}

/// The attributes of an element, valid while it begins. Strings are made only for attributes that are asked for.
package struct XMLAttributes {
  /// The line on which the element begins, from 1.
  package let line: Int
  /// Names and values in turn, up to a null pointer; valid while the element begins.
  fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  /// The value of an attribute by its name without a prefix; nil without such an attribute.
  package subscript(_ name: String) -> String? {
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      if strcmp(key.withoutPrefix, name) == 0 { return String(cString: value) }
      index += 2
    }
    return nil
  }

  /// Whether the element has no attributes.
  package var isEmpty: Bool { pairs?[0] == nil }

  /// All attributes, by their names without prefixes.
  package var all: [String: String] {
    var all: [String: String] = [:]
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      all[String(cString: key.withoutPrefix)] = String(cString: value)
      index += 2
    }
    return all
  }
}

/// Why a text is not well-formed XML, or is not accepted.
package struct XMLFault: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column, from 1.
  package let column: Int
  /// The fault and the expected content.
  package let message: String
}

/// Reads XML piece by piece, in bounded memory.
///
/// Nothing outside of the text is ever loaded. A text that declares a document type is not accepted, because such a
/// declaration can define entities that multiply or lead to other files.
package final class XMLReader {
  /// Delivers the bytes block by block, until no more bytes are wanted.
  package typealias Source = (_ isMoreWanted: ([UInt8]) throws -> Bool) throws -> Void

  private let parser: XML_Parser
  private let visitor: any XMLVisitor
  private var text = ""
  private var depth = 0
  private var refusal: String?
  /// The blanks before the text that were left out: lines, and characters of the line on which the text begins.
  private var (leftLines, leftColumns) = (0, 0)
  private var isAtStart = true
  private var repair: XMLRepair?

  /// The longest text or tag, in bytes.
  private static let longestPart = 1 << 20

  /// Reads the bytes that a source delivers.
  /// - Throws: `XMLFault`, `CancellationError`, or the errors of the source.
  package static func read(_ visitor: any XMLVisitor, from source: Source) throws {
    try makeReader(visitor, nil).read(source)
  }

  /// Reads the bytes that a source delivers, after `XMLRepair` has mended them.
  /// - Returns: the repair, with its counts of changes.
  /// - Throws: `XMLFault`, `CancellationError`, or the errors of the source.
  package static func readRepairing(_ visitor: any XMLVisitor, from source: Source) throws -> XMLRepair {
    let reader = try makeReader(visitor, XMLRepair())
    try reader.read(source)
    return reader.repair ?? XMLRepair()
  }

  private static func makeReader(_ visitor: any XMLVisitor, _ repair: XMLRepair?) throws -> XMLReader {
    guard let parser = XML_ParserCreate(nil) else {
      throw XMLFault(line: 1, column: 1, message: "cannot be read: there is no memory")
    }
    return XMLReader(parser, visitor, repair)
  }

  private init(_ parser: XML_Parser, _ visitor: any XMLVisitor, _ repair: XMLRepair?) {
    self.parser = parser
    self.visitor = visitor
    self.repair = repair
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ source: Source) throws {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMLReader.of($0)?.begin($1, $2) },
      { user, name in XMLReader.of(user)?.end(name) })
    XML_SetCharacterDataHandler(parser) { user, bytes, count in XMLReader.of(user)?.add(bytes, count) }
    XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
      XMLReader.of(user)?.refuse(
        "has a document type declaration, which is not accepted: it could load other files or expand without limit")
    }
    var total = 0
    try source { block in
      try Task.checkCancellation()
      let block = withoutLeadingBlanks(repair?.take(block) ?? block)
      total += block.count
      try self.feed(block, isLast: false)
      // The bytes that the parser has not passed on yet belong to one tag or text.
      if total - Int(XML_GetCurrentByteIndex(parser)) > Self.longestPart + block.count {
        throw fault("has a tag or text of more than \(Self.longestPart) bytes")
      }
      return true
    }
    try feed(withoutLeadingBlanks(repair?.finish() ?? []), isLast: true)
  }

  /// The bytes without blanks before the first tag. Some programs write such blanks before the XML declaration, which
  /// XML does not allow.
  private func withoutLeadingBlanks(_ block: [UInt8]) -> [UInt8] {
    guard isAtStart else { return block }
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var rest = block[...]
    if leftLines == 0, leftColumns == 0, rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    let text = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    for byte in rest.prefix(text.startIndex - rest.startIndex) {
      (leftLines, leftColumns) = byte == UInt8(ascii: "\n") ? (leftLines + 1, 0) : (leftLines, leftColumns + 1)
    }
    isAtStart = text.isEmpty
    return Array(text)
  }

  /// The line that is being read, from 1.
  private var line: Int { leftLines + Int(XML_GetCurrentLineNumber(parser)) }

  /// The column that is being read, from 1.
  private var column: Int {
    let isFirstLine = XML_GetCurrentLineNumber(parser) == 1
    return Int(XML_GetCurrentColumnNumber(parser)) + 1 + (isFirstLine ? leftColumns : 0)
  }

  private func feed(_ block: [UInt8], isLast: Bool) throws {
    let status = block.withUnsafeBytes {
      XML_Parse(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), isLast ? 1 : 0)
    }
    if let refusal { throw fault(refusal) }
    guard status == XML_STATUS_OK else {
      let code = XML_GetErrorCode(parser)
      if isLast, depth > 0, [XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN].contains(code) {
        throw fault("ends within an element: it is cut off; expected a whole file")
      }
      let reason = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown"
      throw fault("is not well-formed XML: \(reason)")
    }
  }

  private func fault(_ message: String) -> XMLFault {
    XMLFault(line: line, column: column, message: message)
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> XMLReader? {
    user.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
  }

  private func refuse(_ message: String) {
    refusal = refusal ?? message
    XML_StopParser(parser, 0)
  }

  private static func localName(_ name: UnsafePointer<XML_Char>?) -> String {
    name.map { String(cString: $0.withoutPrefix) } ?? ""
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    depth += 1
    text = ""
    guard depth <= visitor.mostDepth else { return refuse("is nested deeper than \(visitor.mostDepth) elements") }
    visitor.began(Self.localName(name), XMLAttributes(line: line, pairs: pairs))
    if let reason = visitor.refusal { refuse(reason) }
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    // The parser ends an empty element even if it was stopped at its beginning.
    guard refusal == nil else { return }
    depth -= 1
    visitor.ended(Self.localName(name), visitor.trimsBlanks ? text.trimmingBlanks : text)
    text = ""
    if let reason = visitor.refusal { refuse(reason) }
  }

  private func add(_ bytes: UnsafePointer<XML_Char>?, _ count: Int32) {
    guard let bytes else { return }
    guard text.utf8.count + Int(count) <= Self.longestPart else {
      return refuse("has a text of more than \(Self.longestPart) bytes")
    }
    let part = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    text += String(decoding: part, as: UTF8.self)
  }
}

extension UnsafePointer<XML_Char> {
  /// The name without the prefix of a namespace.
  fileprivate var withoutPrefix: UnsafePointer<XML_Char> {
    strrchr(self, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0) + 1 } ?? self
  }
}

extension String {
  /// Without blanks and line breaks around it.
  package var trimmingBlanks: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
