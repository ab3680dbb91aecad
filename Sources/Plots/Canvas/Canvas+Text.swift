import CCairo

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
  ///   - alignment: The part of the text that lies at `point`.
  ///   - isUpward: Whether the text runs from bottom to top, as beside a vertical axis.
  ///   - halo: A colour to draw around the glyphs, so that text on top of lines stays readable.
  public func draw(
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
  public func width(of text: String, _ style: TextStyle) -> Double {
    cairo.select_font_face(
      context, Self.family, CAIRO_FONT_SLANT_NORMAL, style.isBold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL)
    cairo.set_font_size(context, style.size)
    var extents = cairo_text_extents_t()
    cairo.text_extents(context, Self.printable(text), &extents)
    return extents.x_advance
  }

  /// The text, or its longest beginning that fits into a width with an ellipsis; empty if none fits.
  public func shortened(_ text: String, toWidth limit: Double, _ style: TextStyle) -> String {
    guard width(of: text, style) > limit else { return text }
    func candidate(_ count: Int) -> String { text.prefix(count) + "…" }
    // Bisects between a length that fits and one that does not.
    var (fits, exceeds) = (0, 1)
    while width(of: candidate(exceeds), style) <= limit { (fits, exceeds) = (exceeds, 2 * exceeds) }
    while exceeds - fits > 1 {
      let middle = (fits + exceeds) / 2
      if width(of: candidate(middle), style) <= limit { fits = middle } else { exceeds = middle }
    }
    return fits > 0 ? candidate(fits) : ""
  }

  /// The text in lines of at most a width, broken at spaces; a longer word is shortened.
  public func wrapped(_ text: String, toWidth limit: Double, _ style: TextStyle) -> [String] {
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
