/// A row of marks above the panels: found, labelled or rejected events, by time.
///
/// Marks differ by their shapes, and have texts only if there is room, so there may be any number of them.
public struct Track: Hashable, Sendable {
  /// The label of the row, such as `found`.
  public var label: String
  /// The marks, in any order.
  public var marks: [Mark]

  /// Makes a row.
  public init(label: String, marks: [Mark]) {
    self.label = label
    self.marks = marks
  }

  /// The shape of a mark.
  public enum Symbol: Hashable, Sendable, CaseIterable {
    /// A filled disc.
    case disc
    /// A circle.
    case ring
    /// Two lines across each other.
    case cross
    /// A square on its corner.
    case diamond
    /// An upright line: for so many marks that other shapes would hide each other.
    case stroke
  }

  /// A moment, or a stretch that ends at a moment.
  public struct Mark: Hashable, Sendable {
    /// The start of the stretch, in s; nil for a single moment.
    public var start: Double?
    /// The moment, in s; a mark outside of the time axis, or not finite, is not drawn.
    public var time: Double
    /// The text next to the mark; empty for none.
    public var label: String
    /// The shape.
    public var symbol: Symbol
    /// The colour.
    public var color: Color
    /// The meaning of the shape, for the figure's legend; nil for no entry.
    public var name: String?

    /// Makes a mark.
    public init(
      start: Double? = nil, time: Double, label: String = "", symbol: Symbol, color: Color = .black, name: String? = nil
    ) {
      self.start = start
      self.time = time
      self.label = label
      self.symbol = symbol
      self.color = color
      self.name = name
    }
  }
}
