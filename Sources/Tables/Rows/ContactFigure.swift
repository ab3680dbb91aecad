/// Acceleration and rotation around a moment of contact.
public struct ContactFigure: Hashable, Sendable, Codable {
  /// The column with the start, if any, in s.
  public var startColumn: String?
  /// The column with the onset of the shock, in s.
  public var onsetColumn: String
  /// The column with the peak of the shock, in s.
  public var peakColumn: String
  /// The group whose rows have a contact; nil if all rows with a peak have a contact.
  public var contactGroup: String?
  /// The time at which rows are aligned, such as `contact`.
  public var moment: String
  /// The time at which rows of a group without a contact are aligned.
  public var otherwise: Otherwise?
  /// The heading of the typical motion of each group; nil for none.
  public var typicalTitle: String?
  /// The part that a slow sensor shows instead of the shock, such as `the swing`.
  public var slowMotion: String
  /// Columns by which rows can be sorted, in addition to time.
  public var orderColumns: [String]
  /// The column with the height of the peak, which the text of a picture states; nil for none.
  public var peakValueColumn: String?
  /// A column of fractions, from 0 to 1, of which a range can be chosen; nil for none.
  public var rangeColumn: String?
  /// The words in pictures; nil for words that suit any motion.
  public var words: ContactWords?

  /// Describes the picture.
  public init(
    startColumn: String? = nil, onsetColumn: String, peakColumn: String, contactGroup: String? = nil, moment: String,
    otherwise: Otherwise? = nil, typicalTitle: String? = nil, slowMotion: String, orderColumns: [String] = [],
    peakValueColumn: String? = nil, rangeColumn: String? = nil, words: ContactWords? = nil
  ) {
    self.startColumn = startColumn
    self.onsetColumn = onsetColumn
    self.peakColumn = peakColumn
    self.contactGroup = contactGroup
    self.moment = moment
    self.otherwise = otherwise
    self.typicalTitle = typicalTitle
    self.slowMotion = slowMotion
    self.orderColumns = orderColumns
    self.peakValueColumn = peakValueColumn
    self.rangeColumn = rangeColumn
    self.words = words
  }

  /// The time used for a group whose rows have no contact.
  public struct Otherwise: Hashable, Sendable, Codable {
    /// The group.
    public var group: String
    /// The moment, such as `its fastest turn`.
    public var moment: String

    /// Names the group and the moment.
    public init(group: String, moment: String) {
      self.group = group
      self.moment = moment
    }
  }

  /// The name of the shock's peak: from the words, or else the name of the moment.
  public var peakName: String { words?.peak ?? moment }

  /// The name of the moment at which rows without a contact are aligned.
  public var otherwiseName: String { words?.otherwise ?? otherwise?.moment ?? moment }

  private enum CodingKeys: String, CodingKey {
    case moment, otherwise, words
    case startColumn = "start_column"
    case onsetColumn = "onset_column"
    case peakColumn = "peak_column"
    case contactGroup = "contact_group"
    case typicalTitle = "typical_title"
    case slowMotion = "slow_motion"
    case orderColumns = "order_columns"
    case peakValueColumn = "peak_value_column"
    case rangeColumn = "range_column"
  }
}

/// The words of a picture of motion around a contact.
public struct ContactWords: Hashable, Sendable, Codable {
  /// The name of the shock's peak, such as `impact`.
  public var peak: String
  /// The name of the moment at which rows without a contact are aligned, such as `fastest turn`; nil without such rows.
  public var otherwise: String?
  /// The name of the rotation, such as `turn of the wrist`; nil for the word alone.
  public var rotation: String?
  /// Where the axes of the sensor point, by their names, such as `out of the watch’s face` for `z`.
  public var directions: [String: String]
  /// The sentences about a row in addition to its times, in order.
  public var sentences: [Sentence]

  /// Gathers words.
  public init(
    peak: String, otherwise: String? = nil, rotation: String? = nil, directions: [String: String] = [:],
    sentences: [Sentence] = []
  ) {
    self.peak = peak
    self.otherwise = otherwise
    self.rotation = rotation
    self.directions = directions
    self.sentences = sentences
  }

  /// A sentence with a number of a row; it is left out if the number is missing.
  public struct Sentence: Hashable, Sendable, Codable {
    /// The column of the number.
    public var column: String
    /// The sentence, with `{}` in the place of the number and its unit.
    public var text: String

    /// Makes a sentence.
    public init(_ column: String, _ text: String) {
      self.column = column
      self.text = text
    }
  }
}
