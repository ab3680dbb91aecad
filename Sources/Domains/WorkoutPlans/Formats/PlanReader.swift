import SPBasics

extension WorkoutPlan {
  /// Reads a plan from JSON, which may hold comments and trailing commas.
  ///
  /// - Parameters:
  ///   - json: the text.
  ///   - file: the file name used for places.
  /// - Throws: ``PlanError`` with every fault of the text and of the plan, each at its place.
  public init(json: String, file: String) throws(PlanError) {
    let document = JSONDocument.parse(json, file: file)
    let syntax = document.faults.map { PlanFault("", at: $0.location, $0.message, suggestion: $0.suggestion) }
    guard let root = document.root else { throw PlanError(syntax) }
    try self.init(root, faults: syntax)
  }

  /// Reads a plan from a part of a document.
  /// - Parameter faults: the faults of the document, reported together with the plan's.
  init(_ node: JSONNode, faults: [PlanFault] = [], path: String = "") throws(PlanError) {
    var reader = PlanReader(root: path)
    let plan = reader.plan(node)
    var found = faults + reader.faults
    if let plan {
      // A part that could not be read has been reported already, and has a harmless value in the plan.
      let told = Set(reader.faults.map(\.path))
      for fault in plan.faults(knowsActivity: reader.knowsActivity) {
        let full = reader.path(fault.path)
        guard !told.contains(full) else { continue }
        found.append(
          PlanFault(
            full, at: node.deepest(fault.path)?.location ?? node.location, fault.message, suggestion: fault.suggestion))
      }
    }
    guard found.isEmpty, let plan else { throw PlanError(found) }
    self = plan
  }
}

/// Reads the parts of a plan from JSON, and continues after faults with harmless values for unreadable parts.
struct PlanReader {
  private(set) var faults: [PlanFault] = []
  private(set) var knowsActivity = true
  /// The path of the plan in its document.
  private let root: String

  init(root: String) { self.root = root }

  fileprivate func path(_ path: String) -> String {
    root.isEmpty ? path : path.isEmpty ? root : root + "." + path
  }

  mutating func add(_ path: String, at place: SourcePlace, _ message: String, suggestion: String? = nil) {
    faults.append(PlanFault(self.path(path), at: place, message, suggestion: suggestion))
  }

  mutating func expected(_ what: String, _ path: String, _ node: JSONNode, suggestion: String? = nil) {
    guard !node.isInvalid else { return }
    add(path, at: node.location, "expected \(what), found \(node.summary)", suggestion: suggestion)
  }

  // MARK: The plan

  fileprivate mutating func plan(_ node: JSONNode) -> WorkoutPlan? {
    guard node.members != nil else {
      expected("a workout plan, an object", "", node)
      return nil
    }
    if let version = node.member("version")?.node, isNewer(version) { return nil }
    guard let kind = kind(node) else { return nil }
    check(node, PlanFields.common + PlanFields.own(kind), "", kind: kind)
    if let version = node.member("version")?.node, version.number?.integer != PlanFields.version {
      expected("\(PlanFields.version), the version of the format", "version", version)
    }
    let name = string(node, "name", "") ?? " "
    let notes = string(node, "notes", "")
    let extensions = extensions(node)
    return WorkoutPlan(name, notes: notes, workout(kind, node), extensions: extensions)
  }

  private mutating func isNewer(_ node: JSONNode) -> Bool {
    guard let version = node.number?.integer, version > PlanFields.version else { return false }
    add(
      "version", at: node.location,
      "is \(version), of a newer swingpipe; expected \(PlanFields.version), the newest version that this one reads")
    return true
  }

  private mutating func kind(_ node: JSONNode) -> Workout.Kind? {
    guard let member = node.member("kind") else {
      let kinds = Workout.Kind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      // A misspelt key explains why `kind` is missing.
      let near = node.members?.first { NearestName.find($0.key, in: ["kind"]) != nil && $0.key != "name" }
      if let near {
        add(near.key, at: near.keyLocation, "unknown key \"\(near.key)\"", suggestion: "kind")
      } else {
        add("kind", at: node.location, "is missing; expected one of \(kinds)")
      }
      return nil
    }
    if let kind = choice(member.node, "kind", Workout.Kind.allCases) { return kind }
    // The remaining members are checked against the kind that was probably meant.
    let names = Workout.Kind.allCases.map(\.rawValue)
    if let meant = member.node.string.flatMap({ NearestName.find($0, in: names) }) {
      return Workout.Kind(rawValue: meant)
    }
    let present = Set(node.members?.map(\.key) ?? [])
    let counts = Workout.Kind.allCases.map { kind in
      (kind: kind, count: PlanFields.own(kind).count { present.contains($0.name) })
    }
    let most = counts.map(\.count).max() ?? 0
    let fitting = counts.filter { $0.count == most }
    return fitting.count == 1 ? fitting[0].kind : nil
  }

  private mutating func workout(_ kind: Workout.Kind, _ node: JSONNode) -> Workout {
    switch kind {
    case .swimBikeRun:
      return .swimBikeRun(SwimBikeRunWorkout(list(node, "activities", "").compactMap { leg($0.node, $0.path) }))
    case .singleGoal:
      let (activity, location) = place(node, kind)
      let goal = node.member("goal").flatMap { self.goal($0.node, "goal") }
      return .singleGoal(SingleGoalWorkout(activity, location, goal: goal ?? .open))
    case .pacer:
      let (activity, location) = place(node, kind)
      let distance = node.member("distance").flatMap { measure($0.node, "distance", DistanceUnit.self) }
      let time = node.member("time").flatMap { measure($0.node, "time", TimeUnit.self) }
      return .pacer(
        PacerWorkout(activity, location, distance: distance ?? Measure(1, .km), time: time ?? Measure(1, .h)))
    case .custom:
      let (activity, location) = place(node, kind)
      let warmup = node.member("warmup").map { step($0.node, "warmup", PlanFields.step) }
      let blocks = list(node, "blocks", "").map { block($0.node, $0.path) }
      let cooldown = node.member("cooldown").map { step($0.node, "cooldown", PlanFields.step) }
      return .custom(CustomWorkout(activity, location, warmup: warmup, blocks: blocks, cooldown: cooldown))
    }
  }

  private mutating func place(_ node: JSONNode, _ kind: Workout.Kind) -> (Activity, Location?) {
    let location = node.member("location").flatMap { choice($0.node, "location", Location.allCases) }
    guard let member = node.member("activity"),
      let activity = activity(member.node, "activity", among: Activity.all)
    else {
      knowsActivity = false
      return (.other, location)
    }
    return (activity, location)
  }

  private mutating func activity(_ node: JSONNode, _ path: String, among activities: [Activity]) -> Activity? {
    if let activity = node.string.flatMap(Activity.init(rawValue:)), activities.contains(activity) { return activity }
    let names = activities.map(\.rawValue)
    let nearest = node.string.flatMap { NearestName.find($0, in: names) }
    let few = names.count > 5 ? "an activity; \"swingpipe workout-plan activities\" lists them" : nil
    expected(
      few ?? "one of " + names.map { "\"\($0)\"" }.joined(separator: ", "), path, node, suggestion: nearest)
    return nil
  }

  private mutating func leg(_ node: JSONNode, _ path: String) -> SwimBikeRunWorkout.Leg? {
    // A stand-in, so that the number of activities stays as written.
    let standIn = SwimBikeRunWorkout.Leg.running(.outdoor)
    guard check(node, PlanFields.leg, path) else { return standIn }
    guard let member = node.member("activity"), let place = node.member("location"),
      let activity = activity(member.node, path + ".activity", among: PlanFields.legActivities),
      let location = choice(place.node, path + ".location", Location.allCases)
    else { return standIn }
    if let leg = SwimBikeRunWorkout.Leg(activity, location) { return leg }
    let places = activity.support.locations.map { "\"\($0.rawValue)\"" }.joined(separator: " or ")
    add(
      path + ".location", at: place.node.location,
      "\(activity) has no location \"\(location.rawValue)\"; expected \(places)")
    return standIn
  }

  // MARK: Blocks and steps

  private mutating func block(_ node: JSONNode, _ path: String) -> PlanBlock {
    guard check(node, PlanFields.block, path) else {
      return PlanBlock([.work(.open)])
    }
    var iterations = 1
    if let value = node.member("iterations")?.node {
      if let number = value.number?.integer {
        iterations = number
      } else {
        expected("a whole number", path + ".iterations", value)
      }
    }
    let steps = list(node, "steps", path).map { item in
      let purpose = item.node.member("purpose").flatMap {
        choice($0.node, item.path + ".purpose", IntervalStep.Purpose.allCases)
      }
      return IntervalStep(purpose ?? .work, step(item.node, item.path, PlanFields.intervalStep))
    }
    return PlanBlock(iterations: iterations, steps)
  }

  private mutating func step(_ node: JSONNode, _ path: String, _ fields: [PlanField]) -> PlanStep {
    guard check(node, fields, path) else { return PlanStep(.open) }
    let goal = node.member("goal").flatMap { stepGoal($0.node, path + ".goal") }
    let alert = node.member("alert").flatMap { self.alert($0.node, path + ".alert") }
    return PlanStep(goal ?? .open, alert: alert, name: string(node, "name", path))
  }

  private mutating func extensions(_ node: JSONNode) -> [PlanExtension] {
    list(node, "extensions", "").compactMap { item in
      guard check(item.node, PlanFields.extensions, item.path) else { return nil }
      let tag = item.node.member("tag")?.node.number?.integer ?? 0
      let bytes = string(item.node, "bytes", item.path).flatMap(Self.bytes)
      guard let bytes, let part = PlanExtension(tag: tag, bytes: bytes) else {
        add(
          item.path, at: item.node.location,
          "expected an odd \"tag\" from 5 on and \"bytes\", two hexadecimal digits each")
        return nil
      }
      return part
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(String(UnicodeScalar($0)), radix: 16) }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    let values = digits.compactMap(\.self)
    return stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
  }

  // MARK: Objects, lists and texts of any part

  /// Whether a node is an object; reports missing and unexpected members.
  @discardableResult
  mutating func check(_ node: JSONNode, _ fields: [PlanField], _ path: String, kind: Workout.Kind? = nil) -> Bool {
    guard let members = node.members else {
      expected(
        "an object with " + fields.filter(\.isRequired).map { "\"\($0.name)\"" }.joined(separator: ", "), path, node)
      return false
    }
    let names = fields.map(\.name)
    let present = Set(members.map(\.key))
    let free = names.filter { !present.contains($0) }
    for member in members where !names.contains(member.key) {
      let full = path.isEmpty ? member.key : "\(path).\(member.key)"
      if let message = misplaced(member.key, in: kind) {
        add(full, at: member.keyLocation, message)
        continue
      }
      let nearest = NearestName.find(member.key, in: free)
      let others = nearest == nil ? "; expected one of " + names.map { "\"\($0)\"" }.joined(separator: ", ") : ""
      add(full, at: member.keyLocation, "unknown key \"\(member.key)\"" + others, suggestion: nearest)
    }
    for field in fields where field.isRequired && node.member(field.name) == nil {
      add(
        path.isEmpty ? field.name : "\(path).\(field.name)", at: node.location,
        "is missing; expected \(field.expectation)")
    }
    return true
  }

  /// The message for a member that only plans of another kind have.
  private func misplaced(_ key: String, in kind: Workout.Kind?) -> String? {
    guard let kind else { return nil }
    if key == "alert" {
      return "a plan of kind \"\(kind.rawValue)\" has no alerts; expected none, or a plan of kind \"custom\", whose "
        + "steps have them"
    }
    let others = Workout.Kind.allCases.filter { $0 != kind && PlanFields.own($0).contains { $0.name == key } }
    guard !others.isEmpty else { return nil }
    let names = others.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return "a plan of kind \"\(kind.rawValue)\" has no \"\(key)\"; expected none, or a plan of kind \(names)"
  }

  mutating func list(_ node: JSONNode, _ key: String, _ path: String) -> [(node: JSONNode, path: String)] {
    guard let member = node.member(key) else { return [] }
    let full = path.isEmpty ? key : "\(path).\(key)"
    guard let elements = member.node.elements else {
      expected("a list", full, member.node)
      return []
    }
    return elements.enumerated().map { ($1, "\(full)[\($0)]") }
  }

  mutating func string(_ node: JSONNode, _ key: String, _ path: String) -> String? {
    guard let member = node.member(key) else { return nil }
    if let text = member.node.string { return text }
    expected("a text", path.isEmpty ? key : "\(path).\(key)", member.node)
    return nil
  }

  mutating func choice<Value: RawRepresentable<String>>(
    _ node: JSONNode, _ path: String, _ values: [Value]
  ) -> Value? {
    if let value = node.string.flatMap(Value.init(rawValue:)) { return value }
    let names = values.map(\.rawValue)
    expected(
      "one of " + names.map { "\"\($0)\"" }.joined(separator: ", "), path, node,
      suggestion: node.string.flatMap { NearestName.find($0, in: names) })
    return nil
  }
}

extension JSONNode {
  /// The number; nil for any other value.
  var number: JSONNumber? {
    if case .number(let number) = value { number } else { nil }
  }
}
