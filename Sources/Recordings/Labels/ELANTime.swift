/// Times in the forms in which ELAN exports them:
/// https://www.mpi.nl/tools/elan/docs/manual/Sec_Exporting_a_document_as_a_tab_delimited_text_file.html.
enum ELANTime {
  /// How far begin plus duration may be from end, in s: each is rounded to whole milliseconds.
  static let roundingS = 0.0021

  /// The form of a time, in order of preference.
  enum Form: Hashable, CaseIterable {
    case milliseconds, seconds, clock, frames

    /// The form that a column's heading gives after the name of the time, in any language: `Begin Time -
    /// ss.msec`.
    init?(heading: String) {
      guard let dash = heading.ranges(of: " - ").last else { return nil }
      switch heading[dash.upperBound...].lowercased() {
      case "msec": self = .milliseconds
      case "ss.msec": self = .seconds
      case "hh:mm:ss.ms": self = .clock
      case let form where form.hasPrefix("hh:mm:ss:ff"): self = .frames
      default: return nil
      }
    }

    /// The form of a cell; nil if it is not a time.
    init?(cell: String) {
      if cell.wholeMatch(of: /\d+/) != nil {
        self = .milliseconds
      } else if cell.wholeMatch(of: /\d+[.,]\d+/) != nil {
        self = .seconds
      } else if cell.wholeMatch(of: /\d+:\d\d:\d\d[.,]\d+/) != nil {
        self = .clock
      } else if cell.wholeMatch(of: /\d+:\d\d:\d\d[:;]\d\d/) != nil {
        self = .frames
      } else {
        return nil
      }
    }

    /// The form shared by a whole column; nil if its cells share none.
    init?(column: some Sequence<String>) {
      let forms = Set(column.map { Form(cell: $0) })
      // Seconds without a fraction look like milliseconds.
      guard let form = forms == [.seconds, .milliseconds] ? .seconds : forms.count == 1 ? forms.first ?? nil : nil
      else {
        return nil
      }
      self = form
    }

    /// Whether only a time can have this form.
    var hasColons: Bool { self == .clock || self == .frames }

    /// The value of a cell in this form, in s; nil for a cell in another form, and for frames.
    func seconds(_ cell: String) -> Double? {
      switch self {
      case .milliseconds: return LabelNumber.value(cell, decimalComma: false).map { $0 / 1000 }
      case .seconds: return LabelNumber.value(cell, decimalComma: true)
      case .clock:
        guard Form(cell: cell) == .clock else { return nil }
        let parts = cell.split(separator: ":").compactMap { LabelNumber.value(String($0), decimalComma: true) }
        return parts.count == 3 ? 3600 * parts[0] + 60 * parts[1] + parts[2] : nil
      case .frames: return nil
      }
    }
  }

  /// A column of times.
  struct Column {
    var index: Int
    var form: Form

    /// The preferred one of several columns with the same times; nil if all count frames.
    static func best(_ columns: [Column]) -> Column? {
      Form.allCases.filter { $0 != .frames }.lazy.compactMap { form in columns.first { $0.form == form } }.first
    }
  }
}
