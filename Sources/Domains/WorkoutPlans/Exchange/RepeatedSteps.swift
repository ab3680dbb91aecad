extension [IntervalStep] {
  /// The steps as blocks: steps that follow each other two or more times become the iterations of one block.
  ///
  /// From each step on, the repetition that covers the most steps counts. Of several such repetitions, the shortest
  /// block counts. Steps that do not repeat stay together in blocks of one iteration.
  func foldedIntoBlocks() -> [PlanBlock] {
    var blocks: [PlanBlock] = []
    var single: [IntervalStep] = []
    var start = 0
    while start < count {
      guard let found = repetition(at: start) else {
        single.append(self[start])
        start += 1
        continue
      }
      if !single.isEmpty { blocks.append(PlanBlock(single)) }
      single = []
      blocks.append(PlanBlock(iterations: found.iterations, Array(self[start..<start + found.length])))
      start += found.length * found.iterations
    }
    if !single.isEmpty { blocks.append(PlanBlock(single)) }
    return blocks
  }

  /// The most steps of a block that is looked for; chosen here, so that long files take little time.
  private static var longestBlock: Int { 100 }

  private func repetition(at start: Int) -> (length: Int, iterations: Int)? {
    var best: (length: Int, iterations: Int)?
    for length in 1...Self.longestBlock {
      guard start + 2 * length <= count else { break }
      var end = start + length
      while end < count, self[end] == self[end - length] { end += 1 }
      let iterations = Swift.min((end - start) / length, WorkoutPlan.mostIterations)
      guard iterations > 1, length * iterations > (best.map { $0.length * $0.iterations } ?? 0) else { continue }
      best = (length, iterations)
    }
    return best
  }
}
