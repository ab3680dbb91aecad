import SPBatches
import TestSupport
import Testing

struct ShardTests {
  private func loads(_ sizes: [(id: String, bytes: Int)], _ shards: [Int], count: Int) -> [Int] {
    (1...count).map { shard in zip(sizes, shards).filter { $0.1 == shard }.map(\.0.bytes).reduce(0, +) }
  }

  /// By hand: 7 and 6 open the shards, 5 joins 6, 4 joins 7, 3 goes to the first of two elevens.
  @Test("The largest goes first, to the shard with the fewest bytes")
  func greedy() {
    let sizes = [("a", 3), ("b", 4), ("c", 5), ("d", 6), ("e", 7)].map { (id: $0.0, bytes: $0.1) }
    #expect(Shards.assign(sizes: sizes, count: 2) == [1, 1, 2, 2, 1])
  }

  @Test("The order of the list does not matter, with equal sizes neither")
  func order() {
    let sizes = (0..<40).map { (id: "r\($0)", bytes: $0 % 5 * 100) }
    let shards = Dictionary(zip(sizes.map(\.id), Shards.assign(sizes: sizes, count: 7)), uniquingKeysWith: { $1 })
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5 {
      let shuffled = sizes.shuffled(using: &random)
      #expect(Shards.assign(sizes: shuffled, count: 7) == shuffled.map { shards[$0.id] })
    }
    // By their bytes: Swift's texts have "é" behind "f", however it is written.
    #expect(Shards.assign(sizes: [("f", 5), ("e\u{301}", 5), ("Z", 5)], count: 3) == [3, 2, 1])
  }

  /// Greedy division, largest first, is within 4/3 of the best (Graham 1969); here no shard can do better than the mean.
  @Test("Shards are of about one size, with every recording in one of them")
  func balance() {
    let sizes = (1...500).map { (id: "\($0)", bytes: $0 * $0) }
    let shards = Shards.assign(sizes: sizes, count: 12)
    let loads = loads(sizes, shards, count: 12)
    let mean = Double(loads.reduce(0, +)) / 12
    #expect(loads.reduce(0, +) == sizes.map(\.bytes).reduce(0, +))
    #expect(loads.allSatisfy { abs(Double($0) / mean - 1) < 0.01 })
  }

  @Test("Empty recordings are spread, shards may stay empty, and no size is too large")
  func edges() {
    #expect(Shards.assign(sizes: [("a", 0), ("b", 0), ("c", -1), ("d", 0)], count: 2) == [1, 2, 2, 1])
    #expect(Shards.assign(sizes: [("a", 9)], count: 3) == [1])
    #expect(Shards.assign(sizes: [], count: 3).isEmpty)
    #expect(Shards.assign(sizes: [("a", .max), ("b", .max), ("c", .max)], count: 2) == [1, 2, 1])
  }
}

/// The choice of a shard.
struct ShardSelectionTests {
  private func fault(_ body: () throws(ShardSelection.Fault) -> ShardSelection) throws -> String {
    try #require(throws: ShardSelection.Fault.self) { try body() }.description
  }

  @Test("The i-th of n", arguments: [("1/1", 1, 1), ("3/10", 3, 10), ("10/10", 10, 10), ("007/08", 7, 8)])
  func parsing(text: String, index: Int, count: Int) throws {
    let shard = try ShardSelection(parsing: text)
    #expect(shard.index == index && shard.count == count)
    #expect(shard.description == "\(index)/\(count)")
  }

  @Test(
    "Anything else is refused with what was expected",
    arguments: [
      ("0/4", "the shard is 0/4, but shards are counted from 1; expected 1/4 to 4/4"),
      ("5/4", "the shard is 5/4, but there are 4 shards; expected 1/4 to 4/4"),
      ("1/0", "the number of shards is 0; expected 1 or more"),
    ]
      + ["", "3", "/", "3/", "/4", "1/2/3", "-1/4", "+1/4", "1 / 4", "a/b", "1.0/4", "1/99999999999999999999"].map {
        ($0, "the shard is \"\($0)\"; expected i/n, as 3/10 for the third of ten")
      })
  func parsingFaults(text: String, message: String) throws {
    #expect(try fault { () throws(ShardSelection.Fault) in try ShardSelection(parsing: text) } == message)
  }

  @Test(
    "Schedulers name the shard, from 1 or from 0",
    arguments: [
      (["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "2"], 1), (["PBS_ARRAY_INDEX": "10"], 10),
      (["SGE_TASK_ID": "2"], 2), (["LSB_JOBINDEX": "3"], 3), (["JOB_COMPLETION_INDEX": "0"], 1),
      (["AWS_BATCH_JOB_ARRAY_INDEX": "9"], 10),
      (["SGE_TASK_ID": "undefined", "LSB_JOBINDEX": "0", "PBS_ARRAY_INDEX": "", "JOB_COMPLETION_INDEX": "4"], 5),
      (["SGE_TASK_ID": "4", "SLURM_ARRAY_TASK_ID": "4", "AWS_BATCH_JOB_ARRAY_INDEX": "3"], 4),
    ])
  func schedulers(environment: [String: String], index: Int) throws {
    #expect(try ShardSelection(environment: environment, count: 10) == ShardSelection(index, of: 10))
  }

  @Test(
    "A variable that is missing, out of range or in doubt is refused",
    arguments: [
      (
        ["SLURM_ARRAY_TASK_ID": "0"], "SLURM_ARRAY_TASK_ID is \"0\"; expected 1 to 10 for 10 shards (--array=1-10)"
      ),
      (
        ["SLURM_ARRAY_TASK_ID": "11"], "SLURM_ARRAY_TASK_ID is \"11\"; expected 1 to 10 for 10 shards (--array=1-10)"
      ),
      (["PBS_ARRAY_INDEX": "x"], "PBS_ARRAY_INDEX is \"x\"; expected 1 to 10 for 10 shards (-J 1-10)"),
      (["LSB_JOBINDEX": "12"], "LSB_JOBINDEX is \"12\"; expected 1 to 10 for 10 shards (-J 'name[1-10]')"),
      (
        ["JOB_COMPLETION_INDEX": "10"],
        "JOB_COMPLETION_INDEX is \"10\"; expected 0 to 9 for 10 shards (completions: 10)"
      ),
      (
        ["AWS_BATCH_JOB_ARRAY_INDEX": "-1"],
        "AWS_BATCH_JOB_ARRAY_INDEX is \"-1\"; expected 0 to 9 for 10 shards (an array size of 10)"
      ),
      (
        ["SLURM_ARRAY_TASK_ID": "3", "JOB_COMPLETION_INDEX": "3"],
        "SLURM_ARRAY_TASK_ID is 3 and JOB_COMPLETION_INDEX is 3, which name different shards; expected one of them, or "
          + "--shard i/10"
      ),
      (
        ["SGE_TASK_ID": "undefined", "SLURM_JOB_ID": "7"],
        "no variable names the shard; expected an array job, which sets one of SLURM_ARRAY_TASK_ID, PBS_ARRAY_INDEX, "
          + "SGE_TASK_ID, LSB_JOBINDEX, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX"
      ),
    ])
  func schedulerFaults(environment: [String: String], message: String) throws {
    let found = try fault { () throws(ShardSelection.Fault) in try ShardSelection(environment: environment, count: 10) }
    #expect(found == message)
  }
}
