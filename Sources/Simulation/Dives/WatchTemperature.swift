import Glibc

/// The temperature of a watch: under water it approaches the water's temperature, and in air the wrist's.
struct WatchTemperature: Sendable {
  /// The approach to a temperature from a given time, in s.
  private struct Phase: Sendable {
    var start: Double
    var startDegC: Double
    var endDegC: Double
    var timeConstantS: Double
  }

  let waterDegC: Double
  private var phases: [Phase]

  init(_ settings: DiveSettings, _ course: DiveCourse) {
    var random = settings.random(.temperature)
    waterDegC = settings.profile == .coldWater ? random.uniform(2...6) : random.uniform(12...28)
    let wristDegC = random.uniform(29...33)
    let inWaterS = random.uniform(40...120)
    phases = [Phase(start: 0, startDegC: wristDegC, endDegC: wristDegC, timeConstantS: 300)]
    for stay in course.stays {
      add(from: stay.start, towards: waterDegC, timeConstantS: inWaterS)
      add(from: stay.end, towards: wristDegC, timeConstantS: 300)
    }
  }

  private mutating func add(from start: Double, towards degC: Double, timeConstantS: Double) {
    let now = Self.degC(at: start, in: phases[phases.count - 1])
    phases.append(Phase(start: start, startDegC: now, endDegC: degC, timeConstantS: timeConstantS))
  }

  /// The temperature at a time. Times must not go back from one call to the next.
  func degC(at time: Double, _ phase: inout Int) -> Double {
    while phase + 1 < phases.count, phases[phase + 1].start <= time { phase += 1 }
    return Self.degC(at: time, in: phases[phase])
  }

  private static func degC(at time: Double, in phase: Phase) -> Double {
    phase.endDegC + (phase.startDegC - phase.endDegC) * exp(-(time - phase.start) / phase.timeConstantS)
  }
}
