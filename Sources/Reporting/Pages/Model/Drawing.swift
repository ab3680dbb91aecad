/// A drawing of a row, or of all rows of a recording.
public struct Drawing: Hashable, Sendable {
  /// The name of the table.
  public var table: String
  /// Its title, such as `dive 0 of morning`.
  public var title: String
  /// The name of its recording, unless the title has it.
  public var recording: String?
  /// The drawing, as SVG.
  public var svg: [UInt8]
  /// A description of its content.
  public var words: String

  /// Makes a drawing.
  public init(table: String, title: String, recording: String? = nil, svg: [UInt8], words: String) {
    self.table = table
    self.title = title
    self.recording = recording
    self.svg = svg
    self.words = words
  }
}
