import Glibc

/// Finds the unit in which values without a unit in a file were probably written.
///
/// FIT holds metres, milliseconds and millimetres a second. It takes the unit in which the values, within the rounding
/// of the file, have the fewest digits: 321,869 cm are 2 mi.
enum RoundestUnit {
  /// - Parameters:
  ///   - bases: The values in the base unit.
  ///   - step: The rounding step of the file, in the base unit.
  ///   - units: The units to choose from. Of equally good units the first is taken.
  /// - Returns: The values in the unit. If no unit makes the values round, they are exact and in the first unit.
  static func find<Unit: PlanUnit>(_ bases: [Double], step: Double, _ units: [Unit]) -> (values: [Double], unit: Unit) {
    var best: (values: [Double], unit: Unit, digits: Int)?
    for unit in units {
      let found = bases.map { round($0, step: step, unit) }
      let digits = found.reduce(0) { $0 + $1.digits }
      if digits < best?.digits ?? .max { best = (found.map(\.value), unit, digits) }
    }
    guard let best else { preconditionFailure("no unit to choose from") }
    return (best.values, best.unit)
  }

  /// The shortest number in a unit that is within half a step of a value, and how many digits it has.
  private static func round<Unit: PlanUnit>(_ base: Double, step: Double, _ unit: Unit) -> (value: Double, digits: Int)
  {
    let exact = unit.value(ofBase: base)
    for decimals in 0...6 {
      let power = pow(10, Double(decimals))
      // Beyond the range in which doubles hold all whole numbers there is nothing to round.
      guard abs(exact * power) < 0x1p53 else { break }
      let value = (exact * power).rounded() / power
      guard value > 0, abs(unit.base(value) - base) <= step * 0.5000001 else { continue }
      return (value, digits(Int64((exact * power).rounded()), decimals))
    }
    return (exact, 20)
  }

  /// Significant digits of `whole / 10^decimals`, without zeros at the end.
  private static func digits(_ whole: Int64, _ decimals: Int) -> Int {
    var (rest, count) = (whole, 0)
    while rest != 0, rest % 10 == 0 { rest /= 10 }
    while rest != 0 {
      rest /= 10
      count += 1
    }
    return max(count, 1)
  }

  /// A distance in m, stored in cm.
  static func distance(_ metres: Double) -> Measure<DistanceUnit> {
    let units: [DistanceUnit] = metres < 1000 ? [.m, .mi, .yd, .km] : [.km, .mi, .m, .yd]
    let found = find([metres], step: 0.01, units)
    return Measure(found.values[0], found.unit)
  }

  /// A time in s, stored in steps of ms by default.
  static func time(_ seconds: Double, step: Double = 0.001) -> Measure<TimeUnit> {
    let units: [TimeUnit] = seconds < 60 ? [.s, .min] : seconds < 3600 ? [.min, .s] : [.h, .min, .s]
    let found = find([seconds], step: step, units)
    return Measure(found.values[0], found.unit)
  }

  /// Speeds in m/s, stored in mm/s: as a pace for activities on foot.
  static func speeds(_ speeds: [Double], _ activity: Activity) -> (values: [Double], unit: SpeedUnit) {
    let isOnFoot = [.running, .walking, .hiking].contains(activity)
    let paces: [SpeedUnit] = [.minutesPerKilometre, .minutesPerMile]
    let others: [SpeedUnit] = [.kilometresPerHour, .milesPerHour, .metresPerSecond]
    return find(speeds, step: 0.001, isOnFoot ? paces + others : others + paces)
  }
}
