import CCairo

/// A surface to draw on, with cairo underneath, which becomes the bytes of a picture.
///
/// Coordinates are pixels from the upper left corner. The background is white, or the theme's equivalent. Drawing never
/// fails: coordinates that are not finite are skipped, and `finish()` throws errors of cairo. Only one thread at a time
/// may use a canvas, but different canvases can be drawn at once. With the same machine and fonts, equal calls give
/// equal bytes.
package struct Canvas: ~Copyable {
  /// The width in pixels.
  package let width: Double
  /// The height in pixels.
  package let height: Double
  /// The kind of picture.
  package let format: PictureFormat

  /// The longest side of a picture in device pixels: the limit of cairo's image surfaces.
  static let largestSide = 32767.0

  /// The background, and the conversion of colours for it.
  package let theme: Theme

  private let title: String
  private let description: String
  private let target: CairoTarget

  private var context: OpaquePointer? { target.context }
  var surface: OpaquePointer? { target.surface }

  /// Makes an empty canvas: white, or the theme's equivalent.
  ///
  /// - Parameters:
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  ///   - format: The kind of picture.
  ///   - title: A description of the picture for readers who cannot see it. Screen readers find it in an SVG.
  ///   - description: A longer description, which an SVG contains below the title.
  ///   - theme: The background. Colours are chosen for white, and are converted for other backgrounds.
  ///   - scale: Device pixels per pixel of a PNG, 2 for sharp print and dense displays; ignored for an SVG.
  /// - Throws: ``PlotError/invalidSize(width:height:)``, or ``PlotError/cairo(operation:reason:)`` without memory.
  package init(
    width: Double, height: Double, format: PictureFormat, title: String = "", description: String = "",
    theme: Theme = .light, scale: Double = 1
  ) throws(PlotError) {
    let scale = format == .svg ? 1 : scale
    let deviceWidth = (width * scale).rounded(.up)
    let deviceHeight = (height * scale).rounded(.up)
    let allowed = 1...Self.largestSide
    guard allowed.contains(deviceWidth), allowed.contains(deviceHeight) else {
      throw .invalidSize(width: deviceWidth, height: deviceHeight)
    }
    target = try CairoTarget(width: width, height: height, format: format, scale: scale)
    self.width = width
    self.height = height
    self.format = format
    self.title = title
    self.description = description
    self.theme = theme
    setUp()
  }

  /// Ends the drawing and returns the picture's bytes: the contents of its file.
  /// - Throws: ``PlotError/cairo(operation:reason:)``.
  package consuming func finish() throws(PlotError) -> [UInt8] {
    let bytes = try target.encode()
    return format == .svg ? SVGText.finished(bytes, title: title, description: description) : bytes
  }

  private func setUp() {
    // Hinting fits glyphs to the pixels, which differ between formats and scales. Without hinting, text has the same
    // width in all of them, so one layout works for all.
    let options = cairo.font_options_create()
    cairo.font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
    cairo.font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo.font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo.set_font_options(context, options)
    cairo.font_options_destroy(options)
    cairo.set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    fill(Rect(x: 0, y: 0, width: width, height: height), .white)
  }
}

/// Lines and areas.
extension Canvas {
  /// Draws straight lines from point to point; a single point becomes a dot as wide as the line.
  package func stroke(_ points: [Point], _ style: LineStyle) {
    trace(points)
    apply(style)
    cairo.set_line_cap(context, points.count == 1 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    if points.count == 1 { cairo.close_path(context) }
    cairo.stroke(context)
  }

  /// Draws a line from left to right, moved to the nearest sharp position.
  package func strokeHorizontal(y: Double, from left: Double, to right: Double, _ style: LineStyle) {
    let y = Self.sharp(y, width: style.width)
    stroke([Point(x: left, y: y), Point(x: right, y: y)], style)
  }

  /// Draws a line from top to bottom, moved to the nearest sharp position.
  package func strokeVertical(x: Double, from top: Double, to bottom: Double, _ style: LineStyle) {
    let x = Self.sharp(x, width: style.width)
    stroke([Point(x: x, y: top), Point(x: x, y: bottom)], style)
  }

  /// Fills a rectangle.
  package func fill(_ rect: Rect, _ color: Color) { fill(all: [rect], color) }

  /// Fills rectangles as one shape.
  package func fill(all rects: [Rect], _ color: Color) {
    cairo.new_path(context)
    for rect in rects where [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) {
      cairo.rectangle(
        context, Self.grid(rect.x), Self.grid(rect.y), Self.grid(rect.width), Self.grid(rect.height))
    }
    apply(color)
    cairo.fill(context)
  }

  /// Fills the area that straight lines from point to point enclose.
  package func fill(_ points: [Point], _ color: Color) {
    trace(points)
    cairo.close_path(context)
    apply(color)
    cairo.fill(context)
  }

  /// Fills a rectangle with slanted lines, which differ from an even shade in any colour.
  package func hatch(_ rect: Rect, _ color: Color) {
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite, rect.x.isFinite else { return }
    clipped(to: rect) { canvas in
      // The lines are at multiples of the step on the canvas, so that neighbouring areas look alike.
      var foot = (rect.x / Self.hatchStep).rounded(.down) * Self.hatchStep
      while foot < rect.maxX + rect.height {
        canvas.stroke(
          [Point(x: foot, y: rect.y), Point(x: foot - rect.height, y: rect.maxY)], LineStyle(color, width: 1))
        foot += Self.hatchStep
      }
    }
  }

  /// The horizontal distance between the lines of a hatching, in pixels.
  private static var hatchStep: Double { 5 }

  /// Draws a disc with a rim.
  package func disc(at center: Point, radius: Double, fill: Color, rim: LineStyle) {
    guard center.x.isFinite, center.y.isFinite, radius.isFinite, radius > 0 else { return }
    cairo.new_path(context)
    cairo.arc(context, Self.grid(center.x), Self.grid(center.y), radius, 0, 2 * .pi)
    apply(fill)
    cairo.fill_preserve(context)
    apply(rim)
    cairo.stroke(context)
  }

  /// Draws the dot of a sample on its line.
  func dot(at center: Point, _ color: Color) {
    disc(at: center, radius: 2.2, fill: color, rim: LineStyle(.white, width: 0.6))
  }

  /// Calls `draw`, and draws nothing outside of `rect`.
  package func clipped(to rect: Rect, _ draw: (borrowing Canvas) -> Void) {
    cairo.save(context)
    cairo.rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo.clip(context)
    draw(self)
    cairo.restore(context)
  }

  private func apply(_ color: Color) {
    let color = theme.shown(color)
    cairo.set_source_rgba(context, color.red, color.green, color.blue, color.alpha)
  }

  private func apply(_ style: LineStyle) {
    apply(style.color)
    cairo.set_line_width(context, style.width)
    cairo.set_dash(context, style.dashes, Int32(style.dashes.count), 0)
  }

  private func trace(_ points: [Point]) {
    cairo.new_path(context)
    for point in points where point.x.isFinite && point.y.isFinite {
      cairo.line_to(context, Self.grid(point.x), Self.grid(point.y))
    }
  }

  /// The coordinate, rounded to 1/16 pixel. The difference is too fine to see, and lines take half the bytes in an SVG
  /// that they take at cairo's 1/256. The coordinate is limited to twice the longest side of a picture, because cairo's
  /// coordinates end at 2^23.
  private static func grid(_ coordinate: Double) -> Double {
    let near = min(max(coordinate, -2 * largestSide), 2 * largestSide)
    return (near * 16).rounded() / 16
  }

  private static func sharp(_ coordinate: Double, width: Double) -> Double {
    // A line with an odd width in pixels covers whole pixels if its middle is in the middle of a pixel.
    Int(width.rounded(.up)).isMultiple(of: 2) ? coordinate.rounded() : coordinate.rounded(.down) + 0.5
  }
}

/// Text.
extension Canvas {
  /// The font's family; if it is missing, fontconfig chooses the most similar one.
  ///
  /// Its digits all have the same width, it comes with cairo on Debian, and it has scientific symbols.
  private static let family = "DejaVu Sans"

  /// Draws one line of text.
  ///
  /// - Parameters:
  ///   - text: The text; line breaks and other control characters become spaces.
  ///   - point: A point on the baseline, at the text's beginning, middle or end as `alignment` says.
  ///   - style: The font's size, colour and weight.
  ///   - alignment: The part of the text that is at `point`.
  ///   - isUpward: Whether the text runs from bottom to top, as next to a vertical axis.
  ///   - halo: A colour to draw around the glyphs, so that text on top of lines stays readable.
  package func draw(
    _ text: String, at point: Point, _ style: TextStyle, alignment: TextAlignment = .leading, isUpward: Bool = false,
    halo: Color? = nil
  ) {
    let text = Self.printable(text)
    guard point.x.isFinite, point.y.isFinite, !text.isEmpty else { return }
    let width = width(of: text, style)
    let shift =
      switch alignment {
      case .leading: 0.0
      case .center: -width / 2
      case .trailing: -width
      }
    cairo.save(context)
    cairo.translate(context, point.x, point.y)
    if isUpward { cairo.rotate(context, -.pi / 2) }
    cairo.move_to(context, shift, 0)
    if let halo {
      cairo.text_path(context, text)
      apply(halo)
      cairo.set_line_width(context, 3)
      cairo.set_dash(context, nil, 0, 0)
      cairo.stroke(context)
      cairo.move_to(context, shift, 0)
    }
    apply(style.color)
    cairo.show_text(context, text)
    cairo.new_path(context)
    cairo.restore(context)
  }

  /// The width of a line of text in pixels.
  package func width(of text: String, _ style: TextStyle) -> Double {
    cairo.select_font_face(
      context, Self.family, CAIRO_FONT_SLANT_NORMAL, style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo.set_font_size(context, style.size)
    var extents = cairo_text_extents_t()
    cairo.text_extents(context, Self.printable(text), &extents)
    return extents.x_advance
  }

  /// The text, or its longest beginning that fits into a width with an ellipsis; empty if no beginning fits.
  package func shortened(_ text: String, toWidth limit: Double, _ style: TextStyle) -> String {
    guard width(of: text, style) > limit else { return text }
    func candidate(_ count: Int) -> String { text.prefix(count) + "…" }
    // Bisects between a length that fits and a length that is too long.
    var (fits, exceeds) = (0, 1)
    while width(of: candidate(exceeds), style) <= limit { (fits, exceeds) = (exceeds, 2 * exceeds) }
    while exceeds - fits > 1 {
      let middle = (fits + exceeds) / 2
      if width(of: candidate(middle), style) <= limit { fits = middle } else { exceeds = middle }
    }
    return fits > 0 ? candidate(fits) : ""
  }

  /// The text in lines of at most a width, broken at spaces; a longer word is shortened.
  package func wrapped(_ text: String, toWidth limit: Double, _ style: TextStyle) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if let last = lines.last, width(of: last + " " + word, style) <= limit {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(shortened(String(word), toWidth: limit, style))
      }
    }
    return lines
  }

  private static func printable(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
    }
    return String(scalars)
  }
}
