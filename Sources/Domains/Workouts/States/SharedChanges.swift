/// The pauses of a session and their ends, each with its records from all devices, and the requests that they answer.
struct SharedChanges {
  /// A request for a pause or its end.
  struct Request {
    /// The device with the request, and its time.
    var device: String
    var time: Double
    /// The result, on the first device that recorded it in time.
    var answer: (device: String, time: Double, state: WorkoutState)?
  }

  /// A change to running or paused.
  private struct Change {
    var state: WorkoutState
    /// Whether it begins or ends a pause on a device.
    var isPause: Bool
    /// The devices that recorded it, by time.
    var members: [(device: Int, time: Double)]
    /// The device that requested it.
    var asked: Int?
  }

  /// The requests of all devices, by time.
  private(set) var requests: [Request] = []
  private let names: [String]
  /// Standard errors of the devices' lags, s.
  private let errors: [Double]
  private var shared: [Change] = []
  /// For each device, the shared change of each of its changes.
  private var places: [[Int: Int]]

  /// - Parameters:
  ///   - devices: the devices of a session.
  ///   - changes: the changes of state of each device.
  init(_ devices: [SessionTimeline.Device], _ changes: [[StateChange]], _ rules: SessionRules) {
    names = devices.map(\.recording.device)
    errors = devices.map { $0.lag.method == .reference ? 0 : $0.lag.uncertaintyS ?? .infinity }
    places = devices.map { _ in [:] }
    fraction(changes, toleranceS: rules.syncToleranceS)
    answer(devices, rules)
  }

  /// Changes of several devices to the same state within the tolerance count as one change.
  private mutating func fraction(_ changes: [[StateChange]], toleranceS: Double) {
    let all = changes.enumerated().flatMap { device, changes in
      changes.indices.map { (device: device, place: $0, time: changes[$0].time) }
    }.sorted { ($0.time, $0.device, $0.place) < ($1.time, $1.device, $1.place) }
    var open: [WorkoutState: Int] = [:]
    for (device, place, time) in all {
      let state = changes[device][place].state
      guard state == .running || state == .paused else { continue }
      let isPause = place > 0 && Set([state, changes[device][place - 1].state]) == [.running, .paused]
      if let index = open[state], time - shared[index].members[0].time <= toleranceS,
        !shared[index].members.contains(where: { $0.device == device })
      {
        shared[index].members.append((device, time))
        shared[index].isPause = shared[index].isPause || isPause
      } else {
        open[state] = shared.count
        shared.append(Change(state: state, isPause: isPause, members: [(device, time)]))
      }
      places[device][place] = open[state]
    }
  }

  /// Each request is answered by the first pause or its end, on any device within the limit, that does not answer an
  /// earlier request.
  ///
  /// On another device its date may precede the request's by the uncertainty of the clocks: three standard errors.
  private mutating func answer(_ devices: [SessionTimeline.Device], _ rules: SessionRules) {
    let asked = devices.enumerated().flatMap { place, device in
      device.recording.events.filter { $0.kind == .pauseOrResumeRequest }.map { (device: place, time: $0.time) }
    }.sorted { ($0.time, $0.device) < ($1.time, $1.device) }
    // For each device, the first change that is not too early for its next request.
    var firsts = [Int](repeating: 0, count: devices.count)
    for (device, time) in asked {
      func isLateEnough(_ member: (device: Int, time: Double)) -> Bool {
        member.time >= time - (member.device == device ? 0 : min(rules.syncToleranceS, error(device, member.device)))
      }
      var place = firsts[device]
      while place < shared.count,
        !shared[place].isPause || shared[place].asked != nil || !shared[place].members.contains(where: isLateEnough)
      {
        place += 1
      }
      firsts[device] = place
      var request = Request(device: names[device], time: time)
      if place < shared.count, let member = shared[place].members.first(where: isLateEnough),
        member.time <= time + rules.requestLimitS
      {
        shared[place].asked = device
        request.answer = (names[member.device], member.time, shared[place].state)
      }
      requests.append(request)
    }
  }

  /// The device from which a change came. It is the device that requested the change, or else the device whose date is
  /// earlier by more than three standard errors of the lag. It is nil if unknown, and for other states.
  func origin(device: Int, place: Int) -> String? {
    guard let index = places[device][place] else { return nil }
    if let asked = shared[index].asked { return names[asked] }
    let members = shared[index].members
    guard members.count > 1 else { return nil }
    return members[1].time - members[0].time > error(members[0].device, members[1].device)
      ? names[members[0].device] : nil
  }

  /// Three standard errors of the difference of two devices' dates, s.
  private func error(_ one: Int, _ other: Int) -> Double { 3 * max(0.05, errors[one], errors[other]) }
}
