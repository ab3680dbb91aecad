/// A count with its noun, in the plural unless the count is one: `1 row`, `2 rows`, `3 batches`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(inflected(noun, for: Double(count)))" }

/// A noun in the plural, unless the count is one.
package func inflected(_ noun: String, for count: Double) -> String {
  count == 1 ? noun : noun + (noun.hasSuffix("s") || noun.hasSuffix("ch") ? "es" : "s")
}
