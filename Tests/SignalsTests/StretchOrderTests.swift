import SPSignals
import Testing

/// Streams whose clocks go back.
struct StretchOrderTests {
  /// What happens to two streams whose blocks come in an order, in short: `0:1-3` for samples of the first from 1 to 3 s,
  /// `step 0 1` for a new stretch of both, `end 1`.
  private func steps(reachS: Double = 2, _ blocks: [(stream: Int, times: [Double])]) -> [String] {
    var order = StretchOrder(streamCount: 2)
    order.reachS = reachS
    var last = [-Double.infinity, -.infinity]
    var steps: [StretchOrder.Step] = []
    for (stream, times) in blocks {
      let backward = times.indices.filter { times[$0] < ($0 > 0 ? times[$0 - 1] : last[stream]) }
      last[stream] = times.last ?? last[stream]
      steps += order.add(SampleBlock(times: times[...], channels: []), of: stream, backward: backward)
    }
    steps += order.end(0) + order.end(1)
    return steps.map { step in
      switch step {
      case .samples(let block, let stream): "\(stream):\(Int(block.times.first ?? 0))-\(Int(block.times.last ?? 0))"
      case .stretches(let streams): "step " + streams.map(String.init).joined(separator: " ")
      case .end(let stream): "end \(stream)"
      }
    }
  }

  @Test("Streams that go back at about the same time begin their next stretch together")
  func together() {
    let found = steps([(0, [1, 10, 4, 5]), (1, [1, 9]), (1, [3, 6])])
    #expect(found == ["0:1-10", "1:1-9", "step 0 1", "0:4-5", "1:3-6", "end 0", "end 1"])
  }

  @Test("A stream that goes back by itself waits until the other one is further by what measuring takes")
  func alone() {
    let found = steps([(0, [1, 10, 4, 5]), (1, [1, 11]), (1, [13]), (0, [6])])
    #expect(found == ["0:1-10", "1:1-11", "1:13-13", "step 0", "0:4-5", "0:6-6", "end 0", "end 1"])
  }

  @Test("Of streams that go back far apart the earlier one comes first, however they are cut")
  func apart() {
    let whole = steps([(0, [1, 10, 4, 30]), (1, [1, 20, 15, 30])])
    #expect(whole == ["0:1-10", "1:1-20", "step 0", "0:4-30", "step 1", "1:15-30", "end 0", "end 1"])
    let cut = steps([(0, [1, 10]), (1, [1, 20]), (0, [4]), (1, [15]), (0, [30]), (1, [30])])
    #expect(
      cut == ["0:1-10", "1:1-20", "step 0", "0:4-4", "0:30-30", "step 1", "1:15-15", "1:30-30", "end 0", "end 1"])
  }

  @Test("A stream that has ended behind its step waits as if it had not")
  func ended() {
    func found(_ second: [[Double]]) -> [String] {
      var order = StretchOrder(streamCount: 2)
      order.reachS = 2
      var steps = order.add(SampleBlock(times: [1, 10, 4, 6][...], channels: []), of: 0, backward: [2]) + order.end(0)
      for times in second {
        let backward = times.indices.dropFirst().filter { times[$0] < times[$0 - 1] }
        steps += order.add(SampleBlock(times: times[...], channels: []), of: 1, backward: Array(backward))
      }
      return (steps + order.end(1)).compactMap { if case .stretches(let streams) = $0 { "\(streams)" } else { nil } }
    }
    #expect(found([[1, 20, 15, 30]]) == ["[0]", "[1]"])
    #expect(found([[1, 13], [20], [25, 15, 30]]) == ["[0]", "[1]"])
  }

  @Test("One stream may go back several times while the other one ends")
  func severalTimes() {
    let found = steps([(0, [1, 10, 4, 12, 2]), (1, [1])])
    #expect(found == ["0:1-10", "1:1-1", "end 1", "step 0", "0:4-12", "step 0", "0:2-2", "end 0"])
  }
}
