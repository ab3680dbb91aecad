import SPBasics

/// Suggests existing names if a name was not found.
enum NameSuggestions {
  /// The largest number of names that an error lists.
  static let limit = 8

  /// The reason for an error: "there is no "x" in /a, which has: b, c".
  ///
  /// If the parent has more than `limit` names, the reason lists only the nearest names.
  /// - Parameter names: The names in the parent; nil if they could not be listed.
  static func missing(_ name: String, in parent: String, names: [String]?) -> String {
    let start = "there is no \"\(name)\" in \(parent)"
    guard let names else { return start }
    if names.isEmpty { return start + ", which is empty" }
    if names.count <= limit { return start + ", which has: " + names.joined(separator: ", ") }
    let shown = nearest(to: name, in: names).joined(separator: ", ")
    return start + "; the nearest of its \(names.count) names: " + shown
  }

  /// The names that take the fewest edits to reach, at most `limit`. Equally near names keep their order.
  static func nearest(to name: String, in names: [String]) -> [String] {
    let wanted = name.lowercased()
    return names.enumerated()
      .map { (edits: NearestName.distance(wanted, $0.element.lowercased()), position: $0.offset, name: $0.element) }
      .sorted { ($0.edits, $0.position) < ($1.edits, $1.position) }
      .prefix(limit).map(\.name)
  }
}
