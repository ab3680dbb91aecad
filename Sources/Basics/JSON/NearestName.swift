/// Finds the name that the user probably meant, for "did you mean".
package enum NearestName {
  /// The candidate nearest to a name; nil if no candidate is near.
  ///
  /// Letter case is ignored. A candidate is near if it only adds or omits a whole part at its end (`cutoff` for
  /// `cutoff_hz`). A candidate is also near if it begins with the name, and the name has three letters or more (`accel`
  /// for `acceleration`). A name of four letters or more may contain one slip (`tabel` for `table_tennis`). Otherwise
  /// the distance may be a third of the longer name's length, at least 1. If candidates are equally near, the first is
  /// returned.
  package static func find(_ name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = name.lowercased()
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let offered = candidate.lowercased()
      let limit = max(1, max(wanted.count, offered.count) / 3)
      var distance = self.distance(wanted, offered)
      if offered.hasPrefix(wanted + "_") || wanted.hasPrefix(offered + "_") {
        distance = min(distance, 1)
      }
      // An abbreviation is near, but not nearer than a typing error.
      if wanted.count >= 3, offered.hasPrefix(wanted) { distance = min(distance, limit) }
      // An abbreviation may contain a single slip: "tabel" for "table_tennis".
      if wanted.count >= 4, self.distance(wanted, String(offered.prefix(wanted.count))) <= 1 {
        distance = min(distance, limit)
      }
      // A single letter has distance 1 to every other letter, which must not count as near.
      guard distance <= limit, distance < max(wanted.count, offered.count) else { continue }
      if distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The advice for a name that is not among the candidates: `did you mean "cutoff_hz"?`.
  ///
  /// - Parameters:
  ///   - name: The unknown name.
  ///   - candidates: The names that exist.
  ///   - otherwise: The text if no candidate is near; by default `expected one of` with the candidates.
  package static func advice(_ name: String, in candidates: [String], otherwise: String? = nil) -> String {
    find(name, in: candidates).map { "did you mean \"\($0)\"?" }
      ?? otherwise ?? "expected one of \(candidates.joined(separator: ", "))"
  }

  /// The least number of insertions, deletions, substitutions and swaps of neighbours between two strings.
  ///
  /// Damerau-Levenshtein distance in its restricted form (optimal string alignment): no part is edited twice.
  /// Source: Boytsov, "Indexing methods for approximate dictionary searching", ACM JEA 16 (2011), section 2.
  package static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var twoBack = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var row = [Int](repeating: i, count: b.count + 1)
      for j in 1...b.count {
        let substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(previous[j] + 1, row[j - 1] + 1, substitution)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], twoBack[j - 2] + 1)
        }
      }
      (twoBack, previous) = (previous, row)
    }
    return previous[b.count]
  }
}
