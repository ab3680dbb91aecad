import SPImporting
import Testing

/// Damaged XML that is mended while it passes.
struct XMLRepairTests {
  /// The mended text, delivered in blocks of a size.
  private static func mended(_ bytes: [UInt8], by size: Int) -> (text: [UInt8], repair: XMLRepair) {
    var repair = XMLRepair()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      text += repair.take(Array(bytes[start..<min(start + size, bytes.count)]))
    }
    return (text + repair.finish(), repair)
  }

  /// A damaged text, the same mended, and how many characters and elements were changed.
  private static let texts: [(damaged: String, mended: String, characters: Int, elements: Int)] = [
    ("<a x='1' y=\"&lt;&#65;&#x1F600;\">t&amp;u<!-- & \" --><![CDATA[<&]]></a>", "", 0, 0),
    ("<a x=\"1\u{B}2&#11;3 & 4\">\u{1}é</a>", "<a x=\"1 2     3   4\"> é</a>", 4, 0),
    ("<a>\n<b x=\"%\" y z=\"2\"/>\n</a>", "<a>\n<b              />\n</a>", 0, 1),
    ("<a>\n<b x=\"1\" x=\"2\">t</b>\n</a>", "<a>\n<b            >t</b>\n</a>", 0, 1),
    ("<a><b x=\"1 \n <c/></a>", "<a><b    />\n <c/></a>", 0, 1),
    ("<a><b\u{B}x=\"1\"/></a>", "<a><b x=\"1\"/></a>", 1, 0),
    ("<a>1 <2>3</a>", "<a>1    3</a>", 0, 1),
  ]

  @Test("Only what is damaged changes, whatever the blocks", arguments: texts.indices, [1, 2, 7, 1000])
  func blocks(index: Int, size: Int) {
    let (damaged, wanted, characters, elements) = Self.texts[index]
    let (text, repair) = Self.mended(Array(damaged.utf8), by: size)
    #expect(text.count == damaged.utf8.count)
    #expect(String(decoding: text, as: UTF8.self) == (wanted.isEmpty ? damaged : wanted))
    #expect(repair.replacedCount == characters)
    #expect(repair.emptied.values.reduce(0, +) == elements)
  }

  @Test("Bytes that are not UTF-8 become spaces, unless another encoding is declared; lines are told")
  func encodings() {
    let bytes: [UInt8] = Array("<a>\n".utf8) + [0xC3, 0x28, 0xE2, 0x82] + Array("</a>".utf8)
    let (text, repair) = Self.mended(bytes, by: 3)
    #expect(String(decoding: text, as: UTF8.self) == "<a>\n (  </a>")
    #expect(repair.replacedCount == 3 && repair.firstReplacedLine == 2)
    let latin = Array("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>".utf8) + bytes
    #expect(Self.mended(latin, by: 1000).text == latin)
    let words: [UInt8] = [0xFF, 0xFE, 0x3C, 0x00, 0x0B, 0x00]
    #expect(Self.mended(words, by: 1000).text == words)
  }
}
