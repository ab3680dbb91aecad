import Foundation
import SPImporting
import SPWorkouts
import TestSupport

/// Real rides as plain input of the library.
enum Rides {
  /// A ride of a FIT file: its records, timer events, session and laps, or lengths.
  static func fit(_ name: String) throws -> DeviceRecording {
    var recording = DeviceRecording(device: "bike")
    var reader = FITReader([UInt8](try SharedData.data("fit/\(name).fit")))
    let fields: [(Quantity, String)] = [
      (.power, "power"), (.cadence, "cadence"), (.speed, "speed"), (.distance, "distance"), (.heartRate, "heart_rate"),
    ]
    while let message = try reader.next() {
      let time = message.timestamp.flatMap(FITTime.unixS)
      switch message.name {
      case "record":
        guard let time else { continue }
        for (quantity, field) in fields {
          let value = message[field]?.value ?? (quantity == .speed ? message["enhanced_speed"]?.value : nil)
          recording.streams[quantity, default: Samples()].times.append(time)
          recording.streams[quantity, default: Samples()].values.append(value ?? .nan)
        }
      case "event":
        guard let time, message["event"]?.code == "timer", let type = message["event_type"]?.code else { continue }
        recording.events.append(WorkoutEvent(time: time, kind: type == "start" ? .resume : .pause))
      case "session": recording.summary = summary(message)
      case "lap": recording.laps.append(summary(message))
      case "length":
        recording.lengths.append(
          SwimLength(
            startTime: start(message) ?? 0, durationS: message["total_timer_time"]?.value ?? 0,
            strokes: message["total_strokes"]?.value.map { Int($0) }, isActive: message["length_type"]?.code == "active"
          ))
      default: break
      }
    }
    for (quantity, samples) in recording.streams where samples.values.allSatisfy(\.isNaN) {
      recording.streams[quantity] = nil
    }
    return recording
  }

  /// The same ride with its timer as states in place of events, the last stop as the end.
  static func withStates(_ ride: DeviceRecording) -> DeviceRecording {
    var ride = ride
    let last = ride.events.last { $0.kind == .pause }
    ride.states = ride.events.map { event in
      StateChange(time: event.time, state: event.kind == .resume ? .running : event == last ? .stopped : .paused)
    }
    ride.events = []
    return ride
  }

  private static func start(_ message: FITMessage) -> Double? {
    message["start_time"]?.raw?.integer.flatMap(FITTime.unixS)
  }

  private static func summary(_ message: FITMessage) -> DeviceFigures {
    var summary = DeviceFigures(startTime: start(message), endTime: message.timestamp.flatMap(FITTime.unixS))
    summary.timerTimeS = message["total_timer_time"]?.value
    summary.elapsedTimeS = message["total_elapsed_time"]?.value
    summary.distanceM = message["total_distance"]?.value
    summary.meanPowerW = message["avg_power"]?.value
    summary.maxPowerW = message["max_power"]?.value
    summary.normalizedPowerW = message["normalized_power"]?.value
    summary.meanHeartRateBpm = message["avg_heart_rate"]?.value
    summary.meanCadenceRpm = message["avg_cadence"]?.value
    summary.poolLengthM = message["pool_length"]?.value
    return summary
  }

  /// A ride of a CSV file, with the columns `power,cadence,speed,heart_rate,distance` after the timestamp.
  static func csv(_ name: String) throws -> DeviceRecording {
    let style = Date.ISO8601FormatStyle(timeZoneSeparator: .omitted).year().month().day()
      .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
    var recording = DeviceRecording(device: "bike")
    for line in try SharedData.text("cycling/\(name).csv").split(whereSeparator: \.isNewline).dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let time = try Double(fields[0]) ?? style.parse(String(fields[0])).timeIntervalSince1970
      for (place, quantity) in [Quantity.power, .cadence, .speed, .heartRate, .distance].enumerated() {
        recording.streams[quantity, default: Samples()].times.append(time)
        recording.streams[quantity, default: Samples()].values.append(Double(fields[place + 1]) ?? .nan)
      }
    }
    return recording
  }
}
