import SPSignals

/// A quantity that a motion sensor measures, recognised by the names of datasets and columns.
enum Quantity: Hashable, Sendable {
  case acceleration, userAcceleration, gravity, rotationRate, attitude, time

  /// The dataset of layout version 1, and its stream; nil for timestamps.
  var dataset: (stream: StreamName, name: String)? {
    switch self {
    case .acceleration: (.accelerometer, "acceleration")
    case .userAcceleration: (.deviceMotion, "user_acceleration")
    case .gravity: (.deviceMotion, "gravity")
    case .rotationRate: (.deviceMotion, "rotation_rate")
    case .attitude: (.deviceMotion, "attitude")
    case .time: nil
    }
  }

  /// The number of components.
  var components: Int {
    switch self {
    case .attitude: 4
    case .time: 1
    default: 3
    }
  }

  /// The quantity in words.
  var title: String { dataset?.name.replacing("_", with: " ") ?? "timestamps" }

  /// Recognises the quantity that a name, without its axis, means; nil if the name says nothing.
  init?(named name: String) {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    func has(_ parts: String...) -> Bool { parts.contains { plain.contains($0) } }
    if has("mag", "temp", "press", "baro", "label", "annot") { return nil }
    if has("useracc", "linacc", "linearacc", "freeacc") {
      self = .userAcceleration
    } else if has("acc") || plain == "a" {
      self = .acceleration
    } else if has("grav") {
      self = .gravity
    } else if has("gyr", "rotationrate", "rotrate", "angularvel", "angvel", "omega")
      || ["w", "g", "rot"].contains(plain)
    {
      self = .rotationRate
    } else if has("quat", "orient", "attitude") || plain == "q" {
      self = .attitude
    } else {
      return nil
    }
  }

  /// Whether a name is usual for timestamps.
  static func isTime(_ name: String) -> Bool {
    let plain = name.lowercased()
    return ["time", "stamp", "epoch"].contains { plain.contains($0) }
      || ["ts", "index", "axis1", "seconds", "elapsed", "clock"].contains(plain)
      || plain.first == "t" && plain.dropFirst().allSatisfy { $0.isNumber || $0 == "_" }
  }

  /// A name without the axis at its end or start, and the axis: `acc_x`, `AccX`, `ax`, `x`, `quat w`. Nil without an
  /// axis.
  static func splitAxis(_ name: String) -> (stem: String, axis: Int)? {
    let axes: [Character: Int] = ["w": 3, "x": 0, "y": 1, "z": 2]
    var text = name.lowercased()
    // A unit behind the axis: acc_x_g, ax_m/s/s.
    for suffix in ["_g", "_m/s/s", "_m/s^2", "_deg/s", "_rad/s", "_dps", "(g)", "[g]"] where text.hasSuffix(suffix) {
      text.removeLast(suffix.count)
    }
    guard let last = text.last, let axis = axes[last] else { return nil }
    var stem = text.dropLast()
    while let end = stem.last, "_ -.".contains(end) { stem = stem.dropLast() }
    return (String(stem), axis)
  }
}
