/// A row of marks with all positions in pixels.
struct TrackLayout {
  /// A mark with its position.
  struct Place: Hashable {
    var mark: Track.Mark
    /// The stretch's beginning, or the moment itself.
    var start: Double
    /// The moment.
    var x: Double
    /// The text; empty without a text, or without room for it.
    var text: String
    /// The positions at which the text begins and ends.
    var textLeft: Double
    var textRight: Double
  }

  /// The distance between rows, in pixels.
  static let height = 18.0
  /// The extent of symbols from their middle, in pixels.
  static let radius = 4.0
  /// The extent of strokes from their middle, in pixels.
  private static let strokeReach = 5.5
  /// The distance from a symbol's middle to its text, in pixels.
  private static let gap = 8.0

  let track: Track
  /// The middle of the row.
  let y: Double
  /// The marks on the axis, from left to right.
  let places: [Place]

  /// Places the marks that the axis covers. A text is to the right of its mark, if it ends before the next mark.
  init(_ track: Track, y: Double, time: LinearScale, rightEdge: Double, _ ruler: borrowing Canvas) {
    self.track = track
    self.y = y
    let shown = track.marks.filter { time.domain.contains($0.time) }.sorted { $0.time < $1.time }
    let starts = shown.map { mark in
      let start = mark.start ?? mark.time
      return max(time.start, min(time.position(of: start), time.position(of: mark.time)))
    }
    var places: [Place] = []
    for (index, mark) in shown.enumerated() {
      let x = time.position(of: mark.time)
      let left = x + Self.gap
      let right = left + (mark.label.isEmpty ? 0 : ruler.width(of: mark.label, Style.tick))
      // A later mark may begin before the next mark.
      let limit = starts[(index + 1)...].min().map { $0 - Self.radius - 2 } ?? rightEdge
      let fits = !mark.label.isEmpty && right <= min(limit, rightEdge)
      places.append(
        Place(
          mark: mark, start: starts[index], x: x, text: fits ? mark.label : "", textLeft: left,
          textRight: fits ? right : left))
    }
    self.places = places
  }

  /// Draws the row: stretches at the back, then shapes, then texts.
  func draw(on canvas: borrowing Canvas, labelRight: Double, labelWidth: Double) {
    let label = canvas.shortened(track.label, toWidth: labelWidth, Style.label)
    canvas.draw(label, at: Point(x: labelRight, y: y + Style.halfCapital), Style.label, alignment: .trailing)
    for place in places where place.x > place.start {
      canvas.fill(
        Rect(x: place.start, y: y - 2, width: place.x - place.start, height: 4), place.mark.color.opacity(0.45))
    }
    drawStrokes(on: canvas)
    for place in places where place.mark.symbol != .stroke {
      Self.draw(place.mark.symbol, at: Point(x: place.x, y: y), place.mark.color, on: canvas)
    }
    for place in places where !place.text.isEmpty {
      // Hides the row's line behind the text.
      canvas.fill(
        Rect(x: place.textLeft - 3, y: y - 2, width: place.textRight - place.textLeft + 6, height: 4), .white)
      canvas.draw(place.text, at: Point(x: place.textLeft, y: y + Style.halfCapital), Style.tick)
    }
  }

  /// Draws the strokes of each colour as one shape, with at most one stroke per column of pixels.
  private func drawStrokes(on canvas: borrowing Canvas) {
    let strokes = places.filter { $0.mark.symbol == .stroke }
    var colors: [Color] = []
    for stroke in strokes where !colors.contains(stroke.mark.color) { colors.append(stroke.mark.color) }
    for color in colors {
      let columns = Set(strokes.filter { $0.mark.color == color }.map { $0.x.rounded(.down) }).sorted()
      canvas.fill(
        all: columns.map { Rect(x: $0, y: y - Self.strokeReach, width: 1, height: 2 * Self.strokeReach) }, color)
    }
  }

  /// Draws a shape, as in a row and in the legend.
  static func draw(_ symbol: Track.Symbol, at center: Point, _ color: Color, on canvas: borrowing Canvas) {
    let reach = radius
    func point(_ x: Double, _ y: Double) -> Point { Point(x: center.x + x * reach, y: center.y + y * reach) }
    switch symbol {
    case .disc: canvas.disc(at: center, radius: reach, fill: color, rim: LineStyle(.white, width: 1))
    case .ring: canvas.disc(at: center, radius: reach - 0.5, fill: .white, rim: LineStyle(color, width: 1.6))
    case .cross:
      canvas.stroke([point(-0.8, -0.8), point(0.8, 0.8)], LineStyle(color, width: 1.6))
      canvas.stroke([point(-0.8, 0.8), point(0.8, -0.8)], LineStyle(color, width: 1.6))
    case .diamond: canvas.fill([point(0, -1.1), point(1.1, 0), point(0, 1.1), point(-1.1, 0)], color)
    case .stroke:
      canvas.strokeVertical(x: center.x, from: center.y - strokeReach, to: center.y + strokeReach, LineStyle(color))
    }
  }
}
