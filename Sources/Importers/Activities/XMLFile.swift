import CExpat
import Files
import Foundation

/// Takes the elements of an XML file as they pass.
protocol XMLVisitor: AnyObject {
  /// An element begins; its name is without a prefix.
  func began(_ name: String, _ attributes: XMLAttributes)
  /// An element ends.
  /// - Parameter text: what stands in it behind its last child, without blanks around it.
  func ended(_ name: String, _ text: String)
  /// Why reading cannot go on, as soon as that shows; nil until then.
  var refusal: String? { get }
}

extension XMLVisitor {
  /// Everything is read.
  var refusal: String? { nil }
}

/// The attributes of an element while it begins; a text is made of those alone that are asked for.
struct XMLAttributes {
  /// Names and values by turns, up to a null pointer; valid while the element begins.
  fileprivate let pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?

  /// The value of an attribute by its name without a prefix; nil where there is none.
  subscript(_ name: String) -> String? {
    var index = 0
    while let pairs, let key = pairs[index], let value = pairs[index + 1] {
      if strcmp(key.withoutPrefix, name) == 0 { return String(cString: value) }
      index += 2
    }
    return nil
  }
}

/// Reads XML files piece by piece, in bounded memory.
///
/// Nothing outside of the file is ever loaded, and a file that declares a document type, by which entities are made that
/// multiply or lead elsewhere, is refused.
final class XMLFile {
  /// Hands the bytes of a file over, block by block, for as long as more are wanted.
  typealias Source = (_ isMoreWanted: ([UInt8]) throws -> Bool) throws -> Void

  private let path: String
  private let parser: XML_Parser
  private let visitor: any XMLVisitor
  private var text = ""
  private var depth = 0
  private var refusal: String?

  /// The deepest nesting: that of TCX is 10.
  private static let mostDepth = 64
  /// The longest text or tag, in bytes.
  private static let longestPart = 1 << 20

  /// Reads a file from its beginning to its end.
  /// - Throws: ``ImportError`` with the line where it is no well-formed XML, or refused; `FileError`.
  static func read(_ path: String, _ visitor: any XMLVisitor) throws {
    try read(path, visitor) { try WholeFile.read(path, blocks: $0) }
  }

  /// Reads what a source hands over.
  /// - Parameter path: what it is called in messages.
  /// - Throws: ``ImportError`` with line and column where it is no well-formed XML, or refused; what the source throws.
  static func read(_ path: String, _ visitor: any XMLVisitor, from source: Source) throws {
    guard let parser = XML_ParserCreate(nil) else { throw FileError(path: path, operation: "read") }
    try XMLFile(path, parser, visitor).read(source)
  }

  private init(_ path: String, _ parser: XML_Parser, _ visitor: any XMLVisitor) {
    self.path = path
    self.parser = parser
    self.visitor = visitor
  }

  deinit { XML_ParserFree(parser) }

  private func read(_ source: Source) throws {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { XMLFile.of($0)?.begin($1, $2) },
      { user, name in XMLFile.of(user)?.end(name) })
    XML_SetCharacterDataHandler(parser) { user, bytes, count in XMLFile.of(user)?.add(bytes, count) }
    XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
      XMLFile.of(user)?.refuse("declares a document type, which could load or make anything; expected none")
    }
    var total = 0
    try source { block in
      try Task.checkCancellation()
      total += block.count
      try self.feed(block, isLast: false)
      // What is not passed on yet is one tag or text.
      if total - Int(XML_GetCurrentByteIndex(parser)) > Self.longestPart + block.count {
        throw fault("has a tag or text of more than \(Self.longestPart) bytes")
      }
      return true
    }
    try feed([], isLast: true)
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
      throw fault("is no well-formed XML: \(reason)")
    }
  }

  private func fault(_ message: String) -> ImportError {
    ImportError(
      path: path, line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
      message)
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> XMLFile? {
    user.map { Unmanaged<XMLFile>.fromOpaque($0).takeUnretainedValue() }
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
    guard depth <= Self.mostDepth else { return refuse("is nested deeper than \(Self.mostDepth) elements") }
    visitor.began(Self.localName(name), XMLAttributes(pairs: pairs))
    if let reason = visitor.refusal { refuse(reason) }
  }

  private func end(_ name: UnsafePointer<XML_Char>?) {
    // An empty element ends even where its beginning was refused.
    guard refusal == nil else { return }
    depth -= 1
    visitor.ended(Self.localName(name), text.trimmingBlanks)
    text = ""
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
  /// The name behind the prefix of a namespace.
  fileprivate var withoutPrefix: UnsafePointer<XML_Char> {
    strrchr(self, Int32(UInt8(ascii: ":"))).map { UnsafePointer($0) + 1 } ?? self
  }
}

extension String {
  /// Without blanks and line breaks around it.
  fileprivate var trimmingBlanks: String {
    let start = drop { $0.isWhitespace }
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
