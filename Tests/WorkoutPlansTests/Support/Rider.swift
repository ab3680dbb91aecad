import SPWorkoutPlans

/// Rides at one speed, power and heart rate after another, and notes when.
struct Rider {
  private(set) var ride = RecordedRide(running: [])
  /// Now, s.
  private(set) var time = 1000.3
  private var metres = 0.0
  private var begun: Double?

  init() {
    ride.secondsStart = 1000
    ride.seconds = [.power: [], .heartRate: [], .speed: []]
    ride.distanceTimes = [time]
    ride.distanceMetres = [0]
  }

  mutating func go(_ seconds: Double, speed: Double = 8, power: Double = 200, heartRate: Double = 120) {
    begun = begun ?? time
    time += seconds
    metres += seconds * speed
    ride.distanceTimes.append(time)
    ride.distanceMetres.append(metres)
    fill([.power: power, .heartRate: heartRate, .speed: speed])
  }

  /// Goes a distance, m.
  mutating func go(metres: Double, speed: Double = 8, power: Double = 200, heartRate: Double = 120) {
    go(metres / speed, speed: speed, power: power, heartRate: heartRate)
  }

  mutating func lap() { ride.laps.append(time) }

  /// Time in which the device covers a few metres all the same.
  mutating func pause(_ seconds: Double) {
    end()
    time += seconds
    metres += 3
    ride.distanceTimes.append(time)
    ride.distanceMetres.append(metres)
    fill([:])
  }

  mutating func end() {
    if let begun { ride.running.append(begun...time) }
    begun = nil
  }

  private mutating func fill(_ values: [RecordedRide.Quantity: Double]) {
    for quantity in ride.seconds.keys {
      while ride.secondsStart + Double(ride.seconds[quantity]?.count ?? 0) + 0.5 < time {
        ride.seconds[quantity]?.append(values[quantity] ?? .nan)
      }
    }
  }
}
