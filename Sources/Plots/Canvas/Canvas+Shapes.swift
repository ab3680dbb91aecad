import CCairo

/// Lines and areas.
extension Canvas {
  /// Draws straight lines from point to point; a single point becomes a dot as wide as the line.
  public func stroke(_ points: [Point], _ style: LineStyle) {
    trace(points)
    apply(style)
    cairo.set_line_cap(context, points.count == 1 ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT)
    if points.count == 1 { cairo.close_path(context) }
    cairo.stroke(context)
  }

  /// Draws a line from left to right, moved to the nearest place where it is sharp.
  public func strokeHorizontal(y: Double, from left: Double, to right: Double, _ style: LineStyle) {
    let y = Self.sharp(y, width: style.width)
    stroke([Point(x: left, y: y), Point(x: right, y: y)], style)
  }

  /// Draws a line from top to bottom, moved to the nearest place where it is sharp.
  public func strokeVertical(x: Double, from top: Double, to bottom: Double, _ style: LineStyle) {
    let x = Self.sharp(x, width: style.width)
    stroke([Point(x: x, y: top), Point(x: x, y: bottom)], style)
  }

  /// Fills a rectangle.
  public func fill(_ rect: Rect, _ color: Color) { fill(all: [rect], color) }

  /// Fills rectangles as one shape.
  public func fill(all rects: [Rect], _ color: Color) {
    cairo.new_path(context)
    for rect in rects where [rect.x, rect.y, rect.width, rect.height].allSatisfy(\.isFinite) {
      cairo.rectangle(
        context, Self.grid(rect.x), Self.grid(rect.y), Self.grid(rect.width), Self.grid(rect.height))
    }
    apply(color)
    cairo.fill(context)
  }

  /// Fills the area that straight lines from point to point enclose.
  public func fill(_ points: [Point], _ color: Color) {
    trace(points)
    cairo.close_path(context)
    apply(color)
    cairo.fill(context)
  }

  /// Fills a rectangle with slanted lines, which differ from an even shade in any colour.
  public func hatch(_ rect: Rect, _ color: Color) {
    guard rect.width > 0, rect.height > 0, rect.width.isFinite, rect.height.isFinite, rect.x.isFinite else { return }
    clipped(to: rect) { canvas in
      // At multiples of the step on the canvas, so that stretches side by side look alike.
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
  public func disc(at center: Point, radius: Double, fill: Color, rim: LineStyle) {
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

  /// Calls `draw` such that nothing is drawn outside of `rect`.
  public func clipped(to rect: Rect, _ draw: (borrowing Canvas) -> Void) {
    cairo.save(context)
    cairo.rectangle(context, rect.x, rect.y, rect.width, rect.height)
    cairo.clip(context)
    draw(self)
    cairo.restore(context)
  }

  func apply(_ color: Color) {
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

  /// The coordinate, rounded to 1/16 pixel: too fine to see, and lines take half the bytes in an SVG that they take at
  /// cairo's 1/256. It is limited to twice the longest side of a picture, since cairo's coordinates end at 2^23.
  private static func grid(_ coordinate: Double) -> Double {
    let near = min(max(coordinate, -2 * largestSide), 2 * largestSide)
    return (near * 16).rounded() / 16
  }

  private static func sharp(_ coordinate: Double, width: Double) -> Double {
    // A line with an odd width in pixels covers whole pixels if its middle is in the middle of a pixel.
    Int(width.rounded(.up)).isMultiple(of: 2) ? coordinate.rounded() : coordinate.rounded(.down) + 0.5
  }
}
