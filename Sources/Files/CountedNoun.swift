/// A count with its noun, in the plural unless the count is one: `1 row`, `2 rows`, `3 batches`.
package func counted(_ count: Int, _ noun: String) -> String {
  let ending = count == 1 ? "" : noun.hasSuffix("s") || noun.hasSuffix("ch") ? "es" : "s"
  return "\(count) \(noun)\(ending)"
}
