import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an SVG's XML holds, by a parser that knows nothing of cairo.
final class DrawnXML: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private(set) var elements: [String: Int] = [:]
  private(set) var root: [String: String] = [:]
  private(set) var title = ""
  /// The description.
  private(set) var text = ""
  private var path: [String] = []

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    if path.isEmpty { root = attributes }
    path.append(name)
    elements[name, default: 0] += 1
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    path.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if path == ["svg", "title"] { title += text }
    if path == ["svg", "desc"] { self.text += text }
  }
}
