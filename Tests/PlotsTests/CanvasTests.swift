import Foundation
import Testing

@testable import SPPlots

struct PictureFormatTests {
  @Test(arguments: [("a.svg", PictureFormat.svg), ("out.d/b.PNG", .png), ("é.v2.svg", .svg), ("/.svg", .svg)])
  func isToldByTheExtension(path: String, format: PictureFormat) throws {
    #expect(try PictureFormat(path: path) == format)
  }

  @Test(arguments: ["swing", "swing.pdf", "folder.svg/swing", "swing.svg/", "", "svg", "swing."])
  func anyOtherExtensionIsAnErrorThatNamesBoth(path: String) {
    let error = #expect(throws: PlotError.self) { try PictureFormat(path: path) }
    #expect(error?.description == "\(path): the extension sets the format of the picture; expected .svg or .png")
  }
}

struct CanvasTests {
  @Test func aNewCanvasIsWhite() throws {
    let pixels = Pixels(try Canvas(width: 8, height: 4, format: .png))
    #expect(pixels.inked(columns: 0..<8, rows: 0..<4) == 0)
  }

  @Test func fillsWhatItIsToldTo() throws {
    let canvas = try Canvas(width: 10, height: 10, format: .png)
    canvas.fill(Rect(x: 2, y: 3, width: 4, height: 5), .vermillion)
    canvas.fill([Point(x: 8, y: 0), Point(x: 10, y: 0), Point(x: 10, y: 2), Point(x: 8, y: 2)], .blue)
    let pixels = Pixels(canvas)
    #expect(pixels[2, 3] == 0xD55E00)
    #expect(pixels[5, 7] == 0xD55E00)
    #expect(pixels[9, 1] == 0x0072B2)
    #expect(pixels.inked(columns: 0..<10, rows: 0..<10) == 24)
  }

  @Test func linesAreSharpAndAPointIsADot() throws {
    let canvas = try Canvas(width: 10, height: 10, format: .png)
    canvas.strokeHorizontal(y: 2.2, from: 0, to: 10, LineStyle(.black))
    canvas.strokeVertical(x: 4, from: 0, to: 10, LineStyle(.black, width: 2))
    canvas.stroke([Point(x: 8, y: 8)], LineStyle(.black, width: 3))
    let pixels = Pixels(canvas)
    #expect(pixels.inked(columns: 5..<6, rows: 0..<10) == 1)
    #expect(pixels[5, 2] == 0)
    #expect((0..<10).filter { pixels[$0, 5] == 0 } == [3, 4])
    #expect(pixels.inked(columns: 6..<10, rows: 6..<10) > 4)
  }

  @Test func clippingHoldsOnlyWhileItLasts() throws {
    let canvas = try Canvas(width: 10, height: 10, format: .png)
    canvas.clipped(to: Rect(x: 0, y: 0, width: 5, height: 10)) {
      $0.fill(Rect(x: 0, y: 0, width: 10, height: 5), .black)
    }
    canvas.fill(Rect(x: 0, y: 8, width: 10, height: 1), .black)
    let pixels = Pixels(canvas)
    #expect(pixels.inked(columns: 5..<10, rows: 0..<5) == 0)
    #expect(pixels.inked(columns: 0..<10, rows: 0..<10) == 35)
  }

  @Test func textIsAlignedAtItsPoint() throws {
    let style = TextStyle(size: 12, color: .black)
    for (alignment, columns) in [(TextAlignment.leading, 50..<100), (.trailing, 0..<50), (.center, 37..<63)] {
      let canvas = try Canvas(width: 100, height: 20, format: .png)
      canvas.draw("HIH", at: Point(x: 50, y: 15), style, alignment: alignment)
      let pixels = Pixels(canvas)
      #expect(pixels.inked(columns: columns, rows: 0..<20) > 10)
      #expect(pixels.inked(columns: columns, rows: 0..<20) == pixels.inked(columns: 0..<100, rows: 0..<20))
    }
  }

  @Test func upwardTextRunsUp() throws {
    let canvas = try Canvas(width: 60, height: 60, format: .png)
    canvas.draw("HIHIH", at: Point(x: 40, y: 55), TextStyle(size: 12, color: .black), isUpward: true)
    let pixels = Pixels(canvas)
    #expect(pixels.inked(columns: 28..<42, rows: 0..<56) > 10)
    #expect(pixels.inked(columns: 42..<60, rows: 0..<60) == 0)
  }

  @Test func textIsAsWideOnEveryCanvas() throws {
    let style = TextStyle(size: 11.5, color: .black)
    let svg = try Canvas(width: 10, height: 10, format: .svg)
    let dense = try Canvas(width: 10, height: 10, format: .png, scale: 3)
    for text in ["0.25", "rotation along gravity (rad/s)", "−124 ms", ""] {
      #expect(abs(svg.width(of: text, style) - dense.width(of: text, style)) < 0.01)
    }
    #expect(svg.width(of: "0000", style) == svg.width(of: "1111", style), "digits are tabular")
  }

  @Test func longTextIsShortenedOrWrapped() throws {
    let canvas = try Canvas(width: 10, height: 10, format: .png)
    let style = TextStyle(size: 12, color: .black)
    let text = "a recording with a very long name"
    let short = canvas.shortened(text, toWidth: 100, style)
    #expect(short.hasPrefix("a rec") && short.hasSuffix("…"))
    #expect(canvas.width(of: short, style) <= 100)
    #expect(canvas.shortened(text, toWidth: 1000, style) == text)
    #expect(canvas.shortened(text, toWidth: 1, style) == "")
    let lines = canvas.wrapped(text, toWidth: 100, style)
    #expect(lines.count > 1)
    #expect(lines.joined(separator: " ") == text)
    #expect(canvas.wrapped(" \n ", toWidth: 100, style).isEmpty)
  }

  @Test func nothingBreaksADrawing() throws {
    for format in PictureFormat.allCases {
      let canvas = try Canvas(width: 20, height: 20, format: format, title: "<&\u{0}\u{8}>")
      canvas.stroke([Point(x: .nan, y: 1), Point(x: 1e300, y: -1e300), Point(x: .infinity, y: 0)], LineStyle(.black))
      canvas.stroke([], LineStyle(.black))
      canvas.fill([], .black)
      canvas.fill(Rect(x: .nan, y: 0, width: 1, height: 1), .black)
      canvas.disc(at: Point(x: 1e30, y: 1), radius: -1, fill: .black, rim: LineStyle(.black))
      canvas.draw("a\u{0}b\nc \u{1F3D3} 網球", at: Point(x: 0, y: 10), TextStyle(size: 12, color: .black))
      canvas.draw("x", at: Point(x: .nan, y: 10), TextStyle(size: 12, color: .black))
      #expect(try canvas.finish().count > 50)
    }
  }

  @Test(arguments: [(0.0, 5.0), (5, .nan), (.infinity, 5), (40_000, 5), (-1, 5)])
  func impossibleSizesAreRefused(width: Double, height: Double) {
    for format in PictureFormat.allCases {
      let error = #expect(throws: PlotError.self) {
        _ = try Canvas(width: width, height: height, format: format).finish()
      }
      #expect(error?.description.hasSuffix("is not possible; expected 1 to 32767 on each side") == true)
    }
  }

  @Test func whatCairoRefusesIsThrownAtTheEnd() {
    let error = #expect(throws: PlotError.self) {
      let canvas = try Canvas(width: 5, height: 5, format: .png)
      canvas.stroke([Point(x: 0, y: 0), Point(x: 5, y: 5)], LineStyle(.black, dashes: [-1]))
      _ = try canvas.finish()
    }
    guard case .cairo(operation: "draw the picture", let reason) = error else {
      Issue.record("not cairo's error: \(String(describing: error))")
      return
    }
    #expect(reason.contains("dash"))
  }

  @Test func aPNGHasTheSizeThatWasAskedFor() throws {
    let bytes = try Canvas(width: 30, height: 20.4, format: .png, scale: 2).finish()
    // https://www.w3.org/TR/png-3/#5PNG-file-signature and #11IHDR: big-endian width and height after length and type.
    #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    #expect(Array(bytes[12..<16]) == Array("IHDR".utf8))
    #expect(Array(bytes[16..<24]) == [0, 0, 0, 60, 0, 0, 0, 41])
    #expect(Array(bytes.suffix(8).prefix(4)) == Array("IEND".utf8))
  }

  @Test func anSVGSaysItsSizeInPixelsAndItsTitle() throws {
    let xml = DrawnXML(try Canvas(width: 90, height: 20, format: .svg, title: "hit & \"miss\" <1>\u{1}").finish())
    #expect(xml.isWellFormed)
    #expect(xml.root["width"] == "90px" || xml.root["width"] == "90")
    #expect(xml.root["viewBox"] == "0 0 90 20")
    #expect(xml.root["role"] == "img")
    #expect(xml.title == "hit & \"miss\" <1> ")
  }
}
