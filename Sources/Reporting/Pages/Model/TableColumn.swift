/// The numbers of a column, in 8 bytes each, or 4 if single precision is enough. A missing number is nil.
public struct NumberColumn: RandomAccessCollection, Sendable {
  private enum Storage: Sendable {
    case single([Float])
    case double([Double])
  }

  /// NaN where a number is missing.
  private var storage: Storage

  /// Makes a column of numbers.
  /// - Parameters:
  ///   - numbers: the numbers; nil for each missing number.
  ///   - isSingle: whether the numbers are in single precision.
  public init(_ numbers: some Sequence<Double?>, isSingle: Bool = false) {
    storage = isSingle ? .single([]) : .double([])
    append(numbers)
  }

  /// Makes a column of numbers without missing numbers.
  public init(_ numbers: [Double]) { storage = .double(numbers) }

  /// Adds numbers at the end.
  mutating func append(_ numbers: some Sequence<Double?>) {
    switch storage {
    case .single(var values):
      storage = .single([])
      values.append(contentsOf: numbers.lazy.map { $0.map { Float($0) } ?? .nan })
      storage = .single(values)
    case .double(var values):
      storage = .double([])
      values.append(contentsOf: numbers.lazy.map { $0 ?? .nan })
      storage = .double(values)
    }
  }

  /// The numbers after a change of each number, in double precision.
  func mapped(_ change: (Double) -> Double) -> NumberColumn { NumberColumn(map { $0.map(change) }) }

  /// The first row.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int {
    switch storage {
    case .single(let values): values.count
    case .double(let values): values.count
    }
  }

  /// The number of a row.
  public subscript(position: Int) -> Double? {
    let value =
      switch storage {
      case .single(let values): Double(values[position])
      case .double(let values): values[position]
      }
    return value.isNaN ? nil : value
  }
}

/// The texts of a column. A missing text is nil, and rows with equal texts share one copy.
public struct TextColumn: RandomAccessCollection, Sendable {
  /// The position of each row's text in `texts`, from 1; 0 for a missing text.
  private var numbers: [UInt32] = []
  private var texts: [String] = []
  private var known: [String: UInt32] = [:]

  /// Makes a column of texts.
  public init(_ texts: some Sequence<String?>) { append(texts) }

  /// Adds texts at the end.
  mutating func append(_ added: some Sequence<String?>) {
    for text in added {
      guard let text else {
        numbers.append(0)
        continue
      }
      // Texts are compared by their bytes, since texts that look alike may differ.
      if let number = known[text], texts[Int(number) - 1].utf8.elementsEqual(text.utf8) {
        numbers.append(number)
      } else {
        texts.append(text)
        numbers.append(UInt32(texts.count))
        known[text] = UInt32(texts.count)
      }
    }
  }

  /// The same texts, without the index that is only needed to add texts.
  var complete: TextColumn {
    var column = self
    column.known = [:]
    return column
  }

  /// The first row.
  public var startIndex: Int { 0 }
  /// The number of rows.
  public var endIndex: Int { numbers.count }
  /// The text of a row.
  public subscript(position: Int) -> String? {
    let number = numbers[position]
    return number == 0 ? nil : texts[Int(number) - 1]
  }
}

extension NumberColumn: ExpressibleByArrayLiteral, Equatable {
  /// Takes numbers in double precision.
  public init(arrayLiteral numbers: Double?...) { self.init(numbers) }

  /// Whether all numbers are equal, whatever their precision.
  public static func == (one: NumberColumn, other: NumberColumn) -> Bool { one.elementsEqual(other) }
}

extension TextColumn: ExpressibleByArrayLiteral {
  /// Takes texts.
  public init(arrayLiteral texts: String?...) { self.init(texts) }
}
