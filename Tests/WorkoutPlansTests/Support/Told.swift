/// What an error says, a line each; empty where there is none.
func told<Result>(_ body: () throws -> Result) -> [String] {
  do {
    _ = try body()
    return []
  } catch {
    return "\(error)".split(separator: "\n").map(String.init)
  }
}
