import Foundation

/// Times in the form of logs, in coordinated universal time.
public enum UTCTime {
  /// `2026-11-21T09:30:00.123Z`.
  public static func text(_ moment: Date) -> String {
    moment.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// `20261121T093000Z`, for names of files, which sort by time and hold no colon.
  public static func fileName(_ moment: Date) -> String {
    moment.formatted(
      Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted, includingFractionalSeconds: false))
  }
}
