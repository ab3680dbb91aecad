import SPSimulation
import SPWorkouts

/// Simulated workouts as plain input of the library.
enum SimulatedSessions {
  /// The recordings of both devices.
  static func recordings(_ workout: SimulatedWorkout) -> [DeviceRecording] {
    // The order of the files says nothing.
    [recording(workout.phone), recording(workout.watch)]
  }

  static func recording(_ device: SimulatedWorkout.Device) -> DeviceRecording {
    func samples(_ name: String) -> Samples? {
      device.streams[name].map { Samples(times: $0.times, values: $0.values) }
    }
    var recording = DeviceRecording(device: device.name)
    recording.streams = [
      .power: samples("cycling/power"), .cadence: samples("cycling/cadence"), .speed: samples("cycling/speed"),
      .distance: samples("cycling/distance"), .heartRate: samples("heart_rate/heart_rate"),
      .waterVolume: samples("water_intake/volume"),
    ].compactMapValues { $0 }
    recording.states = device.states.compactMap { mark in
      WorkoutState(rawValue: mark.code).map { StateChange(time: mark.time, state: $0) }
    }
    recording.events = device.events.compactMap { mark in
      WorkoutEventKind(rawValue: mark.code).map { WorkoutEvent(time: mark.time, kind: $0) }
    }
    return recording
  }
}
