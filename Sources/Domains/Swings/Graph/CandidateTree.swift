import SPSignals

/// A step that measures each candidate while its samples are in the windows.
protocol MeasuringStep: AnyObject {
  /// The part of a record that the step fills in.
  var part: CandidatePart { get }
  /// Prepares to measure in the samples held now; the closure runs on any processor.
  func prepared() throws -> @Sendable (inout SwingCandidate) throws -> Void
}

/// The parts of a record that are measured one by one, each from the previous parts; only the features of impacts need
/// no other part.
enum CandidatePart: Int {
  case start, lobe, contact, features, impactFeatures
  /// Samples around the candidate, which are kept outside of the record. Any number of steps may keep them.
  case windows

  /// Whether another part may be measured after this part, in the same record.
  func precedes(_ other: CandidatePart) -> Bool {
    if other == .windows { return true }
    return self != other && (self == .impactFeatures || other == .impactFeatures || rawValue < other.rawValue)
  }
}

/// The candidates of one detector, with the measurements of all steps behind it.
///
/// Steps form a tree, mostly a single chain. If two steps measure the same part, as two classifiers do, the tree
/// branches, and each branch has its own records from there on.
final class CandidateTree {
  /// A place in the tree: a step and its records.
  final class Node {
    fileprivate let step: (any MeasuringStep)?
    fileprivate var children: [Node] = []
    fileprivate var records = Chunks<SwingCandidate>()
    fileprivate var observers: [(SwingCandidate) -> Void] = []
    fileprivate unowned let tree: CandidateTree

    fileprivate init(_ step: (any MeasuringStep)?, in tree: CandidateTree) { (self.step, self.tree) = (step, tree) }

    /// The end of the first branch behind this step. Its records hold the measurements of this step.
    fileprivate var leaf: Node { children.first?.leaf ?? self }

    /// The candidates, in the order of their samples once all are known.
    var candidates: Chunks<SwingCandidate> { leaf.records }

    /// Adds a step behind this step. It extends the first branch if it may come after all steps there; otherwise it
    /// begins a new branch.
    fileprivate func adding(_ step: any MeasuringStep) -> Node {
      var place = self
      while let next = place.children.first {
        guard next.step?.part.precedes(step.part) ?? false else {
          place = self
          break
        }
        place = next
      }
      let node = Node(step, in: tree)
      if place.children.isEmpty {
        // Nothing has been measured yet, so the observers can move to the end of the new branch.
        node.observers = place.observers
        place.observers = []
      }
      place.children.append(node)
      tree.leaves = tree.root.leaves
      return node
    }

    /// Calls an observer with each candidate once it is measured.
    fileprivate func observe(_ observer: @escaping (SwingCandidate) -> Void) { leaf.observers.append(observer) }

    fileprivate var leaves: [Node] { children.isEmpty ? [self] : children.flatMap(\.leaves) }
  }

  /// The tree, prepared to measure in the samples held at one moment.
  struct Prepared: Sendable {
    /// The steps up to the next branching.
    private var steps: [@Sendable (inout SwingCandidate) throws -> Void] = []
    private var branches: [Prepared] = []

    fileprivate init(_ node: Node) throws {
      var node = node
      while true {
        if let step = node.step { steps.append(try step.prepared()) }
        guard node.children.count == 1 else { break }
        node = node.children[0]
      }
      branches = try node.children.map { try Prepared($0) }
    }

    /// The records of a candidate, one for each end of the tree.
    func records(of candidate: SwingCandidate) throws -> [SwingCandidate] {
      var candidate = candidate
      for measure in steps { try measure(&candidate) }
      return branches.isEmpty ? [candidate] : try branches.flatMap { try $0.records(of: candidate) }
    }
  }

  private(set) var root: Node!
  /// The ends of all branches.
  private var leaves: [Node] = []
  fileprivate var users = 0

  init() {
    root = Node(nil, in: self)
    leaves = [root]
  }

  fileprivate func release() {
    users -= 1
    if users == 0, leaves.count == 1 { leaves[0].records = Chunks() }
  }

  /// Prepares to measure in the samples held now.
  func prepared() throws -> Prepared { try Prepared(root) }

  /// Takes the records of a candidate.
  func add(_ records: [SwingCandidate]) {
    for (leaf, record) in zip(leaves, records) {
      leaf.records.append(record)
      for observer in leaf.observers { observer(record) }
    }
  }

  /// Sorts the records by their samples; they are nearly sorted already.
  func sort() {
    for leaf in leaves { leaf.records.sort { $0.sample } }
  }
}

/// Candidates for swings as they pass from stage to stage: impacts, and also bursts once a detector of swings without
/// an impact has run.
public final class CandidateFlow {
  /// Selects the candidates of a flow.
  enum Selection {
    case all
    /// Impacts that reach their threshold.
    case strong
    /// Weak impacts.
    case weak

    func includes(_ candidate: SwingCandidate) -> Bool {
      self == .all || candidate.isWeak == (self == .weak)
    }
  }

  let sources: [any CandidateSource]
  private let nodes: [CandidateTree.Node]
  let selection: Selection

  init(_ sources: [any CandidateSource], _ nodes: [CandidateTree.Node], _ selection: Selection = .all) {
    (self.sources, self.nodes, self.selection) = (sources, nodes, selection)
  }

  /// The flow behind a step.
  func adding(_ step: any MeasuringStep) -> CandidateFlow {
    CandidateFlow(sources, nodes.map { $0.adding(step) }, selection)
  }

  /// The candidates of both flows.
  func joined(with other: CandidateFlow) -> CandidateFlow {
    CandidateFlow(sources + other.sources, nodes + other.nodes, selection)
  }

  /// Calls an observer with each selected candidate once it is measured.
  func observe(_ observer: @escaping (SwingCandidate) -> Void) {
    for node in nodes { node.observe { [selection] in if selection.includes($0) { observer($0) } } }
  }

  /// The candidates of the last detector, in the order of their samples.
  var candidates: Chunks<SwingCandidate> { nodes.last?.candidates ?? Chunks() }

  /// Notes one more user of the records. Each user calls `release()` when it no longer needs them.
  func retain() { nodes.last?.tree.users += 1 }

  /// Drops the records if they have no users left. A day has too many records to keep in memory together with the
  /// decisions.
  func release() { nodes.last?.tree.release() }

  /// The swings with the measurements of the steps up to here.
  ///
  /// - Parameter other: the flow that the swings were decided from.
  func measured(_ swings: [Swing], from other: CandidateFlow) -> [Swing] {
    guard !sharesRecords(with: other) else { return swings }
    let wanted = Set(swings.map(\.candidate.identity))
    var known: [SwingCandidate.Identity: SwingCandidate] = [:]
    for candidates in nodes.map(\.candidates) {
      for place in candidates.indices where wanted.contains(candidates[place].identity) {
        known[candidates[place].identity] = candidates[place]
      }
    }
    return swings.map { swing in
      var swing = swing
      if let measured = known[swing.candidate.identity] { swing.candidate = measured }
      return swing
    }
  }

  /// Whether events decided from another flow hold the measurements of the steps up to here; mostly they do.
  func sharesRecords(with other: CandidateFlow) -> Bool {
    !sources.contains { $0 is GivenCandidates } && zip(nodes, other.nodes).allSatisfy { $0.leaf === $1.leaf }
  }

  /// Whether a candidate may still be found at or before a time, in s, or waits to be measured.
  func isOpen(upTo time: Double) -> Bool { sources.contains { $0.isOpen(upTo: time) } }

  /// The streams of acceleration in which impacts are found.
  var accelerations: [FlowStream] { sources.flatMap(\.accelerations) }
  /// The axis that impacts are found on; nil for candidates that exist already.
  var axis: Int? { sources.lazy.compactMap(\.axis).first }

  /// Makes impacts wait for another stream.
  func wait(for stream: FlowStream) {
    for source in sources { source.wait(for: stream) }
  }

  /// Sorts the candidates by their samples. Call it once all samples have passed.
  package func sort() {
    for source in sources { source.sort() }
  }
}

/// A detector in a graph: it proposes candidates, and measures each once its samples have arrived.
protocol CandidateSource: Dataflow.Node {
  /// Whether a candidate may still be found at or before a time, in s, or waits to be measured.
  func isOpen(upTo time: Double) -> Bool
  /// The streams of acceleration in which it finds impacts.
  var accelerations: [FlowStream] { get }
  /// The axis on which it finds impacts; nil if it does not find impacts itself.
  var axis: Int? { get }
  /// Makes impacts wait for another stream.
  func wait(for stream: FlowStream)
  /// Sorts the candidates by their samples.
  func sort()
}

/// Candidates that are measured on samples frozen at one moment. A spare worker measures them while more samples come;
/// otherwise they are measured on request.
final class CandidateBatch: Sendable {
  /// The time of the first candidate, in s.
  let firstTime: Double?
  private let work: WorkedAhead<[[SwingCandidate]]>

  /// Offers the measuring to spare workers.
  init<Found: Sendable>(
    _ found: [Found], firstTime: Double?, blocksOf length: Int,
    _ records: @escaping @Sendable (Found) throws -> [SwingCandidate]
  ) {
    self.firstTime = firstTime
    work = WorkedAhead { _ in try InOrder.map(found, blocksOf: length) { _, found in try records(found) } }
  }

  /// Whether a worker measures the candidates, or may do so before the records are requested.
  var isHelped: Bool { work.isHelped }

  // Measuring stops when the batch is released.
  deinit { work.stop() }

  /// The records of each candidate.
  ///
  /// - Throws: the errors of measuring, or `CancellationError`.
  func records() throws -> [[SwingCandidate]] { try work.value() }
}

/// Candidates that exist already, measured as the samples around them pass.
final class GivenCandidates: CandidateSource {
  private let tree = CandidateTree()
  private var pending: [SwingCandidate]
  private unowned let dataflow: Dataflow
  let accelerations: [FlowStream] = []
  let axis: Int? = nil

  /// Adds candidates to a graph.
  init(_ candidates: [SwingCandidate], in dataflow: Dataflow) {
    pending = candidates.sorted { $0.time < $1.time }
    self.dataflow = dataflow
    dataflow.add(self)
  }

  var root: CandidateTree.Node { tree.root }

  func measure(leavesWork: Bool) throws -> Bool {
    let ready = pending.prefix { candidate in
      dataflow.streams.allSatisfy { stream in
        guard !stream.isEnded else { return true }
        guard stream.covers(candidate.time, afterS: stream.history.afterS) else { return false }
        return (try? stream.ring.index(atOrAfter: candidate.time)).map { stream.covers(sample: $0) } ?? false
      }
    }
    guard !ready.isEmpty else { return false }
    let prepared = try tree.prepared()
    for candidate in ready { tree.add(try prepared.records(of: candidate)) }
    pending.removeFirst(ready.count)
    return true
  }

  var neededFrom: Double? { pending.first?.time ?? .infinity }
  var isWaiting: Bool { !pending.isEmpty }
  func isOpen(upTo time: Double) -> Bool { pending.first.map { $0.time <= time } ?? false }
  func wait(for stream: FlowStream) {}
  func sort() { tree.sort() }
}
