/// Makes SVG smaller without a visible change, for pages with many pictures.
///
/// cairo writes absolute coordinates with six decimals. Here straight lines get relative coordinates in tenths of a
/// pixel. They are computed from rounded absolute coordinates, so that errors do not add up. Paths with curves or
/// closed shapes, such as outlines of letters, keep absolute coordinates, rounded to hundredths.
package enum CompactSVG {
  /// The SVG with shortened paths; everything else is unchanged.
  package static func text(_ svg: [UInt8]) -> [UInt8] {
    let opening = Array(" d=\"".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(svg.count / 2)
    var place = 0
    while place < svg.count {
      if svg[place] == opening[0], svg[place...].starts(with: opening) {
        let start = place + opening.count
        let end = svg[start...].firstIndex(of: UInt8(ascii: "\"")) ?? svg.count
        result += opening
        result += path(svg[start..<end]) ?? Array(svg[start..<end])
        place = end
      } else {
        result.append(svg[place])
        place += 1
      }
    }
    return result
  }

  /// A path in fewer characters; nil for a path with commands or numbers that cairo does not write.
  private static func path(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let words = text.split(separator: UInt8(ascii: " "))
    let isLine = !words.contains { $0.count == 1 && ($0.first == UInt8(ascii: "C") || $0.first == UInt8(ascii: "Z")) }
    var result: [UInt8] = []
    var last = (x: 0, y: 0)
    var place = 0
    while place < words.count {
      guard words[place].count == 1, let command = words[place].first else { return nil }
      let numbers = [UInt8(ascii: "M"): 2, UInt8(ascii: "L"): 2, UInt8(ascii: "C"): 6, UInt8(ascii: "Z"): 0][command]
      guard let count = numbers, place + count < words.count else { return nil }
      let values = words[(place + 1)...].prefix(count).compactMap { Double(String(decoding: $0, as: UTF8.self)) }
      guard values.count == count, values.allSatisfy({ abs($0) < 1e6 }) else { return nil }
      place += count + 1
      guard isLine else {
        result.append(command)
        for (index, value) in values.enumerated() {
          append(Int((value * 100).rounded()), decimals: 2, to: &result, isFirst: index == 0)
        }
        continue
      }
      let next = (x: Int((values[0] * 10).rounded()), y: Int((values[1] * 10).rounded()))
      let isMove = command == UInt8(ascii: "M")
      if isMove { result.append(command) }
      append(isMove ? next.x : next.x - last.x, decimals: 1, to: &result, isFirst: result.last.map(isLetter) ?? true)
      append(isMove ? next.y : next.y - last.y, decimals: 1, to: &result, isFirst: false)
      // The pairs of numbers after an `l` are all relative line segments.
      if isMove, place < words.count, words[place].first == UInt8(ascii: "L") { result.append(UInt8(ascii: "l")) }
      last = next
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") }

  /// Appends a number given in tenths or hundredths, without superfluous zeros.
  private static func append(_ number: Int, decimals: Int, to result: inout [UInt8], isFirst: Bool) {
    if number < 0 { result.append(UInt8(ascii: "-")) } else if !isFirst { result.append(UInt8(ascii: " ")) }
    let scale = decimals == 1 ? 10 : 100
    let (whole, rest) = abs(number).quotientAndRemainder(dividingBy: scale)
    if whole > 0 || rest == 0 { result += Array(String(whole).utf8) }
    guard rest > 0 else { return }
    result.append(UInt8(ascii: "."))
    let digits = decimals == 2 && rest < 10 ? "0\(rest)" : "\(rest)"
    result += Array((digits.hasSuffix("0") ? String(digits.dropLast()) : digits).utf8)
  }
}
