extension StoredTable {
  /// The table with the types of its columns as written, or inferred if the format does not keep types.
  ///
  /// A column with a description gets that type, others the narrowest of truth values, whole numbers and numbers that
  /// fits all of their texts; a column with any other text stays text. Times stay text too, as they are written alike
  /// in every format, and so do numbers with leading zeros, which are names.
  /// - Parameter descriptions: descriptions of some of the columns; those in the file take precedence.
  public func typed(by descriptions: [ColumnDescription] = []) -> StoredTable {
    var table = self
    let known = Set(self.descriptions.map(\.name))
    table.descriptions += descriptions.filter { hasColumn($0.name) && !known.contains($0.name) }
    let types = Dictionary(table.descriptions.map { ($0.name, $0.type) }) { first, _ in first }
    for (name, values) in columns {
      guard case .string(let texts) = values else { continue }
      table.columns[name] =
        types[name].map { ColumnValues(texts, type: $0) ?? values } ?? ColumnValues(inferredFrom: texts)
    }
    return table
  }
}

extension ColumnValues {
  /// Reads texts as values of a type; nil if any text is not such a value. Times stay text.
  init?(_ texts: [String?], type: ColumnType) {
    switch type {
    case .boolean: self.init(texts, Self.boolean) { $0 == "true" ? true : $0 == "false" ? false : nil }
    case .int32: self.init(texts, Self.int32) { Int32($0) }
    case .int64: self.init(texts, Self.int64) { Int64($0) }
    case .float32: self.init(texts, Self.float32) { $0.isDecimal ? Float($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .float64: self.init(texts, Self.float64) { $0.isDecimal ? Double($0).flatMap { $0.isFinite ? $0 : nil } : nil }
    case .string, .timestamp: self = .string(texts)
    }
  }

  /// Reads texts as values of the narrowest type that fits all of them.
  init(inferredFrom texts: [String?]) {
    // A column of only NaN is one of numbers that are all missing.
    let hasOnlyNaN = texts.allSatisfy { $0?.isNaN ?? true }
    let types: [ColumnType] = hasOnlyNaN ? [.float64] : [.boolean, .int64, .float64]
    let isEmpty = texts.allSatisfy { $0 == nil }
    let hasNames = texts.contains { $0?.hasLeadingZero ?? false }
    let found = isEmpty || hasNames ? nil : types.lazy.compactMap { Self(texts, type: $0) }.first
    self = found ?? .string(texts)
  }

  private init?<Value>(_ texts: [String?], _ make: ([Value?]) -> Self, _ read: (String) -> Value?) {
    var values: [Value?] = []
    values.reserveCapacity(texts.count)
    for text in texts {
      guard let text, !text.isNaN else {
        values.append(nil)
        continue
      }
      guard let value = read(text) else { return nil }
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

  /// Whether it begins like a number that is padded with zeros.
  fileprivate var hasLeadingZero: Bool {
    let digits = utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }.prefix(2)
    return digits.first == UInt8(ascii: "0")
      && digits.dropFirst().contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
