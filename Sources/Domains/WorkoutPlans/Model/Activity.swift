/// An activity for plans: one of those in `activities.json`.
public struct Activity: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// Its name in files: `table_tennis`.
  public let rawValue: String

  /// The activity of that name; nil if there is none.
  public init?(rawValue: String) {
    guard ActivitySupport.byName[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Makes an activity that is in the table, which a test checks.
  init(known name: String) { rawValue = name }

  /// Its name in files.
  public var description: String { rawValue }

  /// All of them, by name.
  public static var all: [Activity] { ActivitySupport.all.map(\.activity) }

  /// The parts that plans for it may have.
  public var support: ActivitySupport {
    guard let support = ActivitySupport.byName[rawValue] else {
      preconditionFailure("activities.json has no \(rawValue)")
    }
    return support
  }

  /// Cycling, on a road or a trainer.
  public static let cycling = Activity(known: "cycling")
  /// Golf.
  public static let golf = Activity(known: "golf")
  /// Hiking.
  public static let hiking = Activity(known: "hiking")
  /// Any activity without a name here.
  public static let other = Activity(known: "other")
  /// Running.
  public static let running = Activity(known: "running")
  /// Swimming, then cycling, then running.
  public static let swimBikeRun = Activity(known: "swim_bike_run")
  /// Swimming.
  public static let swimming = Activity(known: "swimming")
  /// Walking.
  public static let walking = Activity(known: "walking")
}
