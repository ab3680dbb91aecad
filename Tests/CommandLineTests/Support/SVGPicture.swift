import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an SVG tells of itself.
struct SVGPicture: Equatable {
  /// The file's text.
  let source: String
  let isWellFormed: Bool
  let title: String
  /// The picture in words.
  let description: String

  init(_ source: String) {
    let reader = Reader()
    let parser = XMLParser(data: Data(source.utf8))
    parser.delegate = reader
    isWellFormed = parser.parse()
    self.source = source
    title = reader.texts["title", default: ""]
    description = reader.texts["desc", default: ""]
  }

  /// Gathers the texts right in the root.
  private final class Reader: NSObject, XMLParserDelegate {
    var texts: [String: String] = [:]
    private var path: [String] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      path.append(name)
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      path.removeLast()
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      if path.count == 2 { texts[path[1], default: ""] += text }
    }
  }
}
