import FoundationEssentials
import SPBasics
import SPImporting

/// An activity for plans: one of the activities in `activities.json`.
public struct Activity: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// Its name in files: `table_tennis`.
  public let rawValue: String

  /// The activity with a name; nil for an unknown name.
  public init?(rawValue: String) {
    guard ActivitySupport.byName[rawValue] != nil else { return nil }
    self.rawValue = rawValue
  }

  /// Makes an activity that is in the table, which a test checks.
  init(known name: String) { rawValue = name }

  /// Its name in files.
  public var description: String { rawValue }

  /// All activities, by name.
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
  package static let hiking = Activity(known: "hiking")
  /// Any activity without a name here.
  public static let other = Activity(known: "other")
  /// Running.
  package static let running = Activity(known: "running")
  /// Swimming, then cycling, then running.
  package static let swimBikeRun = Activity(known: "swim_bike_run")
  /// Swimming.
  package static let swimming = Activity(known: "swimming")
  /// Walking.
  package static let walking = Activity(known: "walking")
}

/// The parts that plans for an activity may have: one row of `activities.json`, which gives the sources of
/// its columns.
public struct ActivitySupport: Hashable, Sendable {
  /// A quantity that can be measured in an activity, in addition to time and energy.
  public enum Measure: String, CaseIterable, Codable, Hashable, Sendable {
    /// The distance covered.
    case distance
    /// The speed, or its reciprocal, the pace.
    case speed
    /// Turns of a crank or steps per minute.
    case cadence
    /// Power at the crank.
    case power
    /// The heart rate, which is measured for all activities.
    case heartRate = "heart_rate"
  }

  private let name: String
  /// Its name for people.
  public let title: String
  /// Its number in binary files.
  public let code: Int
  /// Where it can take place.
  public let locations: [Location]
  /// The quantities that can be measured.
  public let measures: [Measure]
  /// The kinds of plans possible for it.
  public let kinds: [Workout.Kind]
  /// An easy speed in m/s, to estimate times in previews; nil if no distance is measured.
  public let typicalSpeedMetresPerSecond: Double?
  /// Its numbers in FIT files; nil if FIT does not have the activity.
  public let fit: FITSport?

  /// The numbers of an activity in FIT files: types `sport` and `sub_sport` of the FIT Global Profile.
  public struct FITSport: Hashable, Sendable, Decodable {
    /// The sport.
    public let sport: Int
    /// The sub-sport if no location is stated.
    public let subSport: Int?
    private let indoor: Int?
    private let outdoor: Int?
    private let pool: Int?
    private let openWater: Int?

    private enum CodingKeys: String, CodingKey {
      case sport, indoor, outdoor, pool
      case subSport = "sub_sport"
      case openWater = "open_water"
    }

    /// The sub-sport at a location; nil if FIT has no number for it.
    package func subSport(at location: Location) -> Int? {
      switch location {
      case .indoor: indoor
      case .outdoor: outdoor
      case .pool: pool
      case .openWater: openWater
      }
    }
  }

  /// The activity.
  public var activity: Activity { Activity(known: name) }

  /// Whether a quantity is measured for the activity.
  package func measures(_ measure: Measure) -> Bool { measures.contains(measure) }

  /// Whether a recording of a sport may be a recording of the activity.
  ///
  /// - Parameter sport: the name of an activity, which fits only that activity, or of a sport of the FIT Global
  ///   Profile: `training` fits yoga and other activities that FIT classifies as training.
  package func fits(sport: String) -> Bool {
    guard Activity(rawValue: sport) == nil else { return sport == name }
    return fit.flatMap { Self.fitSports?[Int64($0.sport)] } == sport
  }

  /// The names of FIT's sports.
  private static let fitSports = FITProfile.standard.message(named: "sport")?.fields[0]?.codes

  /// All rows, by name.
  public static let all: [ActivitySupport] = table.rows.sorted { $0.activity.rawValue < $1.activity.rawValue }

  /// Where each column comes from.
  public static var sources: [Source] { table.sources }

  /// Where a column of the table comes from.
  public struct Source: Hashable, Sendable, Codable {
    /// The column.
    public let column: String
    /// `published`, or `derived` if nothing is published.
    public let basis: String
    /// The publication, or the origin of the derivation.
    public let says: String
  }

  static let byName = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.name, $0) })

  static let byCode = Dictionary(uniqueKeysWithValues: table.rows.map { ($0.code, $0) })

  /// The file is part of the program: an invalid file is a fault of the build, which tests find, not of the input.
  private static let table: (rows: [ActivitySupport], sources: [Source]) = {
    do {
      let file = try JSONDecoder().decode(File.self, from: Data(PackageResources.activities_json))
      precondition(file.version == 1, "activities.json: expected version 1")
      return (file.activities, file.sources)
    } catch {
      preconditionFailure("activities.json: \(error)")
    }
  }()

  private struct File: Decodable {
    let version: Int
    let sources: [Source]
    let activities: [ActivitySupport]
  }
}

extension ActivitySupport: Decodable {
  private enum CodingKeys: String, CodingKey {
    case name, title, code, locations, measures, kinds, fit
    case typicalSpeed = "typical_speed_m_s"
  }

  /// Reads a row of the table.
  public init(from decoder: any Decoder) throws {
    let row = try decoder.container(keyedBy: CodingKeys.self)
    name = try row.decode(String.self, forKey: .name)
    title = try row.decode(String.self, forKey: .title)
    code = try row.decode(Int.self, forKey: .code)
    locations = try row.decode([Location].self, forKey: .locations)
    measures = try row.decode([Measure].self, forKey: .measures) + [.heartRate]
    kinds = try row.decode([Workout.Kind].self, forKey: .kinds)
    typicalSpeedMetresPerSecond = try row.decodeIfPresent(Double.self, forKey: .typicalSpeed)
    fit = try row.decodeIfPresent(FITSport.self, forKey: .fit)
  }
}

extension Location: Codable {}
extension Workout.Kind: Codable {}

extension ActivitySupport {
  /// All activities, and where each column of the table comes from, as JSON.
  public static var json: String {
    func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    let activities = all.map { row -> JSONValue in
      [
        "name": .string(row.activity.rawValue), "title": .string(row.title), "code": .integer(row.code),
        "kinds": texts(row.kinds.map(\.rawValue)), "measures": texts(row.measures.map(\.rawValue)),
        "locations": texts(row.locations.map(\.rawValue)),
      ]
    }
    let sources = sources.map { source -> JSONValue in
      ["column": .string(source.column), "basis": .string(source.basis), "says": .string(source.says)]
    }
    let value: JSONValue = ["activities": .array(activities), "sources": .array(sources)]
    return value.pretty + "\n"
  }
}
