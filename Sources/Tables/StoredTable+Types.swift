extension StoredTable {
  /// The table with the types of its columns as written, or inferred if the format does not keep types.
  ///
  /// A column with a description gets that type, others the narrowest of truth values, whole numbers and numbers that
  /// fits all of their texts; a column with any other text stays text. Times stay text too, as they are written alike
  /// in every format, and so do numbers with leading zeros, which are names, and whole numbers beyond 64 bits, which
  /// would be rounded.
  /// - Parameter descriptions: descriptions of some of the columns. Descriptions in the file take precedence,
  ///   unless they consist of a name, a type and a unit alone.
  public func typed(by descriptions: [ColumnDescription] = []) -> StoredTable {
    var table = self
    let unknown = Set(columnNames).subtracting(self.descriptions.map(\.name))
    table.descriptions = self.descriptions.described(by: descriptions)
    table.descriptions += descriptions.filter { unknown.contains($0.name) }
    let types = Dictionary(table.descriptions.map { ($0.name, $0.type) }) { first, _ in first }
    for (name, values) in columns {
      guard case .string(let texts) = values else { continue }
      table.columns[name] =
        types[name].map { ColumnValues(texts, type: $0) ?? values } ?? ColumnValues(inferredFrom: texts)
    }
    return table
  }
}

extension [ColumnDescription] {
  /// The same columns. Columns without texts get the texts of other descriptions with the same name, type and unit.
  func described(by others: [ColumnDescription]) -> Self {
    guard !others.isEmpty, contains(where: { $0 == $0.withoutTexts }) else { return self }
    let known = Dictionary(others.map { ($0.withoutTexts, $0) }) { first, _ in first }
    return map { known[$0] ?? $0 }
  }
}

extension ColumnValues {
  /// Reads texts as values of a type; nil if any text is not such a value. Times stay text.
  init?(_ texts: [String?], type: ColumnType) {
    switch type {
    case .boolean: self.init(texts, Self.boolean) { $0 == "true" ? true : $0 == "false" ? false : nil }
    case .int32: self.init(numbers: texts, Self.int32) { Int32($0) }
    case .int64: self.init(numbers: texts, Self.int64) { Int64($0) }
    case .float32:
      self.init(numbers: texts, Self.float32) { $0.isDecimal ? Float($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .float64:
      self.init(numbers: texts, Self.float64) { $0.isDecimal ? Double($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .string, .timestamp: self = .string(texts)
    }
  }

  /// Reads texts as values of the narrowest type that fits all of them.
  init(inferredFrom texts: [String?]) {
    let present = texts.compactMap(\.self)
    // `nan` alone is a text: it may be a name.
    let isText = present.allSatisfy(\.isNaN) || present.contains(where: \.hasLeadingZero)
    let types: [ColumnType] =
      isText ? [] : present.contains(where: \.isLargeInteger) ? [.boolean] : [.boolean, .int64, .float64]
    self = types.lazy.compactMap { Self(texts, type: $0) }.first ?? .string(texts)
  }

  /// Reads texts as numbers, of which `nan` is a missing one.
  private init?<Value>(numbers texts: [String?], _ make: ([Value?]) -> Self, _ read: (String) -> Value?) {
    self.init(texts.map { $0.flatMap { $0.isNaN ? nil : $0 } }, make, read)
  }

  private init?<Value>(_ texts: [String?], _ make: ([Value?]) -> Self, _ read: (String) -> Value?) {
    var values: [Value?] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      let value = text.flatMap(read)
      guard value != nil || text == nil else { return nil }
      values.append(value)
    }
    self = make(values)
  }
}

extension String {
  /// Whether it is `nan`, which some programs write for a missing number.
  fileprivate var isNaN: Bool { lowercased() == "nan" }

  /// Whether it has only characters of a decimal number: Swift also reads hexadecimal numbers and words.
  fileprivate var isDecimal: Bool {
    utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
  }

  /// Whether it is a whole number that 64 bits do not hold.
  fileprivate var isLargeInteger: Bool {
    let digits = utf8.first.map { "+-".utf8.contains($0) } == true ? utf8.dropFirst() : utf8[...]
    return digits.count > 18 && Int64(self) == nil
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// Whether it begins like a number that is padded with zeros.
  fileprivate var hasLeadingZero: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.prefix(2)
    return digits.first == UInt8(ascii: "0")
      && digits.dropFirst().contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
