/// The part of a batch for one process: one of several shards.
package struct ShardSelection: Hashable, Sendable, CustomStringConvertible {
  /// The shard, counted from 1.
  package let index: Int
  /// The number of shards.
  package let count: Int

  /// An invalid shard.
  package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The found text and the expected text.
    package let description: String
  }

  /// The form on the command line: `3/10`.
  package var description: String { "\(index)/\(count)" }

  /// Selects a shard.
  /// - Throws: `Fault` unless `index` is 1 to `count`.
  package init(_ index: Int, of count: Int) throws(Fault) {
    guard count >= 1 else { throw Fault(description: "the number of shards is \(count); expected 1 or more") }
    guard (1...count).contains(index) else {
      let fault = index == 0 ? "shards are counted from 1" : "there are \(count) shards"
      throw Fault(description: "the shard is \(index)/\(count), but \(fault); expected 1/\(count) to \(count)/\(count)")
    }
    self.index = index
    self.count = count
  }

  /// Reads `i/n`, the i-th of n shards counted from 1.
  /// - Throws: `Fault` for anything else.
  package init(parsing text: String) throws(Fault) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Self.number($0) }
    guard parts.count == 2, let index = parts[0], let count = parts[1] else {
      throw Fault(description: "the shard is \"\(text)\"; expected i/n, as 3/10 for the third of ten")
    }
    try self.init(index, of: count)
  }

  /// Takes the shard from the variables of the scheduler whose array job the process is part of.
  ///
  /// Slurm, PBS, Grid Engine and LSF count from 1, Kubernetes and AWS Batch from 0. The number of shards is never taken
  /// from the environment: an array has fewer tasks when only some of them run again. If several variables are set,
  /// they must name the same shard: choosing one would be a guess, and a wrong guess runs one shard twice and another
  /// never.
  /// - Throws: `Fault` that names the variables, if none is set, one is out of range, or they differ.
  package init(environment: [String: String], count: Int) throws(Fault) {
    let set = ArrayVariable.all.compactMap { variable in
      environment[variable.name].flatMap { variable.isUnset($0) ? nil : (variable, $0) }
    }
    guard let (first, firstText) = set.first else {
      let names = ArrayVariable.all.map(\.name).joined(separator: ", ")
      throw Fault(description: "no variable names the shard; expected an array job, which sets one of \(names)")
    }
    let selection = try first.selection(firstText, of: count)
    for (variable, text) in set.dropFirst() where try variable.selection(text, of: count) != selection {
      throw Fault(
        description: "\(first.name) is \(firstText) and \(variable.name) is \(text), which name different shards; "
          + "expected one of them, or --shard i/\(count)")
    }
    self = selection
  }

  /// Only digits: no sign, no space.
  fileprivate static func number(_ text: some StringProtocol) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }
}

/// A variable in which a scheduler gives the tasks of an array job their number.
private struct ArrayVariable {
  var name: String
  /// The number of the first task.
  var start: Int
  /// Its value in jobs without an array.
  var none: String?
  /// How to request such an array; N is the number of shards.
  var request: String?

  static let all = [
    ArrayVariable(name: "SLURM_ARRAY_TASK_ID", start: 1, request: "--array=1-N"),
    ArrayVariable(name: "PBS_ARRAY_INDEX", start: 1, request: "-J 1-N"),
    ArrayVariable(name: "SGE_TASK_ID", start: 1, none: "undefined", request: "-t 1-N"),
    ArrayVariable(name: "LSB_JOBINDEX", start: 1, none: "0", request: "-J 'name[1-N]'"),
    ArrayVariable(name: "JOB_COMPLETION_INDEX", start: 0, request: "completions: N"),
    ArrayVariable(name: "AWS_BATCH_JOB_ARRAY_INDEX", start: 0, request: "an array size of N"),
  ]

  func isUnset(_ text: String) -> Bool { text.isEmpty || text == none }

  func selection(_ text: String, of count: Int) throws(ShardSelection.Fault) -> ShardSelection {
    guard count >= 1 else { return try ShardSelection(1, of: count) }
    let last = start + count - 1
    guard let number = ShardSelection.number(text), (start...last).contains(number) else {
      let asking = request.map { " (" + $0.replacing("N", with: "\(count)") + ")" } ?? ""
      throw ShardSelection.Fault(
        description: "\(name) is \"\(text)\"; expected \(start) to \(last) for \(count) shards\(asking)")
    }
    return try ShardSelection(number - start + 1, of: count)
  }
}

/// Dividing a batch among several machines.
package enum Shards {
  /// Assigns recordings to shards of about the same size.
  ///
  /// The largest goes first, each to the shard with the fewest bytes so far, the lowest if several; recordings of one
  /// size go in the order of their identifiers' bytes. Every machine with the same recordings therefore finds the same
  /// shards, whatever the order of its list. An empty recording counts as one byte, so that many of them are spread
  /// too.
  /// - Parameters:
  ///   - sizes: each recording's identifier and size.
  ///   - count: the number of shards, 1 or more.
  /// - Returns: the shard of each, counted from 1, in the order of `sizes`.
  package static func assign(sizes: [(id: String, bytes: Int)], count: Int) -> [Int] {
    let order = sizes.indices.sorted { first, second in
      let (a, b) = (sizes[first], sizes[second])
      return a.bytes == b.bytes ? a.id.utf8.lexicographicallyPrecedes(b.id.utf8) : a.bytes > b.bytes
    }
    var loads = [Double](repeating: 0, count: max(1, count))
    var shards = [Int](repeating: 1, count: sizes.count)
    for index in order {
      var least = 0
      for shard in loads.indices where loads[shard] < loads[least] { least = shard }
      // Exact up to 9e15 bytes, and no overflow beyond.
      loads[least] += Double(max(1, sizes[index].bytes))
      shards[index] = least + 1
    }
    return shards
  }
}
