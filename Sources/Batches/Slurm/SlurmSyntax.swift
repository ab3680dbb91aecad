/// The accepted values of options of sbatch: those that can stand in an `#SBATCH` line without quotes.
public enum SlurmSyntax: Hashable, Sendable {
  /// A time: minutes, hours:minutes:seconds, or days-hours:minutes:seconds.
  case time
  /// An amount of memory.
  case memory
  /// A name, for example of a partition or a job.
  case name

  /// Whether a text has this syntax.
  public func matches(_ text: String) -> Bool {
    switch self {
    case .time: text.wholeMatch(of: /(\d+-)?\d+(:\d+){0,2}/) != nil
    case .memory: text.wholeMatch(of: /\d+[KMGT]?/) != nil
    case .name: text.wholeMatch(of: /[A-Za-z0-9_.,:@+-]+/) != nil
    }
  }

  /// The expected syntax, for messages.
  public var expectation: String {
    switch self {
    case .time: "minutes, hours:minutes:seconds, or days-hours:minutes:seconds"
    case .memory: "megabytes, or a number with K, M, G or T, as in 2G"
    case .name: "letters, digits, and any of _ . , : @ + -"
    }
  }
}
