/// A rule for all years, as the environment's `TZ` has it: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, section 8.3, with the
/// hours below 0 and above 24 of RFC 9636).
struct ZoneRule: Sendable {
  private let standard: Int
  /// Summer time: its offset, its first moment and its last moment; nil without summer time.
  private var summer: (offset: Int, start: Change, end: Change)?

  /// A day of each year, and the time by the clocks before the change, in s.
  private struct Change {
    enum Day {
      /// Month, week of it (5 for the last) and day of the week, from Sunday.
      case weekday(month: Int, week: Int, day: Int)
      /// From 1, without 29 February.
      case withoutLeapDay(Int)
      /// From 0, with 29 February.
      case ofYear(Int)
    }
    var day: Day
    var seconds: Int

    /// The seconds since 1970 by the clock itself, in a year.
    func moment(in year: Int) -> Int? {
      guard let first = CalendarDay(year: year, month: 1, day: 1) else { return nil }
      let number: Int
      switch day {
      case .ofYear(let day): number = first.number + day
      case .withoutLeapDay(let day):
        let isLeap = CalendarDay(year: year, month: 2, day: 29) != nil
        number = first.number + day - 1 + (isLeap && day >= 60 ? 1 : 0)
      case .weekday(let month, let week, let day):
        guard let begin = CalendarDay(year: year, month: month, day: 1) else { return nil }
        // 1970-01-01 was a Thursday.
        let ahead = ((day - (begin.number + 4)) % 7 + 7) % 7
        let found = begin.number + ahead + 7 * (week - 1)
        // The fifth may be in the next month already.
        number = CalendarDay(number: found).civil.month == month ? found : found - 7
      }
      return number * 86_400 + seconds
    }
  }

  /// Reads a rule; nil for any other text.
  init?(_ text: String) {
    var text = Substring(text)
    guard Self.name(&text), let west = Self.time(&text) else { return nil }
    standard = -west
    guard !text.isEmpty else { return }
    guard Self.name(&text) else { return nil }
    let offset = text.first == "," ? standard + 3600 : Self.time(&text).map { -$0 }
    guard let offset, let start = Self.change(&text), let end = Self.change(&text), text.isEmpty else { return nil }
    summer = (offset, start, end)
  }

  /// The offset at a moment: local time minus GMT, in s.
  func offset(at moment: Int) -> Int {
    guard let summer else { return standard }
    let local = moment + standard
    let year = CalendarDay(number: local >= 0 ? local / 86_400 : (local - 86_399) / 86_400).civil.year
    guard let start = summer.start.moment(in: year), let end = summer.end.moment(in: year) else { return standard }
    let (first, last) = (start - standard, end - summer.offset)
    // South of the equator summer goes over the turn of the year.
    let isSummer = first < last ? (first..<last).contains(moment) : !(last..<first).contains(moment)
    return isSummer ? summer.offset : standard
  }

  private static func name(_ text: inout Substring) -> Bool {
    if text.first == "<" {
      guard let end = text.firstIndex(of: ">") else { return false }
      text = text[text.index(after: end)...]
      return true
    }
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    text = text[letters.endIndex...]
    return letters.count >= 3
  }

  /// `[+-]hours[:minutes[:seconds]]`, in s.
  private static func time(_ text: inout Substring) -> Int? {
    let sign = text.first == "-" ? -1 : 1
    if text.first == "-" || text.first == "+" { text.removeFirst() }
    var seconds = 0
    var unit = 3600
    repeat {
      guard let number = number(&text) else { return nil }
      seconds += number * unit
      unit /= 60
    } while unit > 0 && skip(":", &text)
    return sign * seconds
  }

  /// `,day[/time]`, at two o'clock without a time.
  private static func change(_ text: inout Substring) -> Change? {
    guard skip(",", &text) else { return nil }
    let day: Change.Day
    if skip("M", &text) {
      guard let month = number(&text), skip(".", &text), let week = number(&text), skip(".", &text),
        let weekday = number(&text), (1...12).contains(month), (1...5).contains(week), weekday < 7
      else { return nil }
      day = .weekday(month: month, week: week, day: weekday)
    } else if skip("J", &text) {
      guard let number = number(&text), (1...365).contains(number) else { return nil }
      day = .withoutLeapDay(number)
    } else {
      guard let number = number(&text), number < 366 else { return nil }
      day = .ofYear(number)
    }
    guard skip("/", &text) else { return Change(day: day, seconds: 7200) }
    return time(&text).map { Change(day: day, seconds: $0) }
  }

  private static func number(_ text: inout Substring) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    text = text[digits.endIndex...]
    return digits.count < 4 ? Int(digits) : nil
  }

  private static func skip(_ character: Character, _ text: inout Substring) -> Bool {
    guard text.first == character else { return false }
    text.removeFirst()
    return true
  }
}
