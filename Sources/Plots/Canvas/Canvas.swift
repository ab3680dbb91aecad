import CCairo

/// A surface to draw on, with cairo underneath, which becomes the bytes of a picture.
///
/// Coordinates are pixels from the upper left corner. The background is white, or the theme's equivalent. Drawing never
/// fails: coordinates that are not finite are skipped, and errors of cairo are thrown by ``finish()``. A canvas belongs
/// to one thread at a time, and different canvases can be drawn at once. The same calls give the same bytes, on one
/// machine with one set of fonts.
public struct Canvas: ~Copyable {
  /// The width in pixels.
  public let width: Double
  /// The height in pixels.
  public let height: Double
  /// The kind of picture.
  public let format: PictureFormat

  /// The longest side of a picture in device pixels: the limit of cairo's image surfaces.
  static let largestSide = 32767.0

  /// The background, and the conversion of colours for it.
  public let theme: Theme

  private let title: String
  private let description: String
  private let target: CairoTarget

  var context: OpaquePointer? { target.context }
  var surface: OpaquePointer? { target.surface }

  /// Makes an empty canvas: white, or the theme's equivalent.
  ///
  /// - Parameters:
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  ///   - format: The kind of picture.
  ///   - title: A description of the picture for readers who cannot see it: screen readers find it in an SVG.
  ///   - description: The same at length: an SVG holds it below the title.
  ///   - theme: The background; colours, which are chosen for white, are converted for it.
  ///   - scale: Device pixels per pixel of a PNG, 2 for sharp print and dense displays; ignored for an SVG.
  /// - Throws: ``PlotError/invalidSize(width:height:)``, or ``PlotError/cairo(operation:reason:)`` without memory.
  public init(
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
  public consuming func finish() throws(PlotError) -> [UInt8] {
    let bytes = try target.encode()
    return format == .svg ? SVGText.finished(bytes, title: title, description: description) : bytes
  }

  private func setUp() {
    // Hinting fits glyphs to the pixels, which differ between formats and scales. Without it, text has the same width
    // in all of them, and one layout serves all.
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
