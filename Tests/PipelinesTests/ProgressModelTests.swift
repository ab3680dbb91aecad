import SPBatches
import Testing

/// Figures of progress.
struct ProgressModelTests {
  /// Workers that get through bytes at a constant rate each, taking recordings as they come.
  private struct Simulation {
    var sizes: [Int]
    var jobs: Int
    var bytesPerSecond = 1e6
    /// How often the model is told how far recordings are, and asked, in s.
    var stepS = 0.25

    /// When the last recording is done, in s.
    var endS: Double {
      var free = [Double](repeating: 0, count: jobs)
      for size in sizes {
        let next = free.indices.min { free[$0] < free[$1] } ?? 0
        free[next] += Double(size) / bytesPerSecond
      }
      return free.max() ?? 0
    }

    /// The figures at each step.
    func figures() -> [(timeS: Double, figures: ProgressFigures)] {
      var model = ProgressModel()
      model.begin(BatchTotals(sizes: sizes, jobs: jobs), atS: 0)
      var waiting = sizes[...]
      var underWay: [Int: (size: Int, beganS: Double)] = [:]
      func begin(_ worker: Int, atS now: Double) {
        guard let size = waiting.popFirst() else { return }
        underWay[worker] = (size, now)
        model.beginRecording(id: "\(size)", bytes: size, recordedSeconds: Double(size) / 16e3, worker: worker, atS: now)
      }
      for worker in 0..<jobs { begin(worker, atS: 0) }
      var found: [(Double, ProgressFigures)] = []
      for step in 1... {
        let now = Double(step) * stepS
        while let next = underWay.min(by: { end($0.value) < end($1.value) }), end(next.value) <= now {
          let endS = end(next.value)
          underWay[next.key] = nil
          model.finishRecording(.done, bytes: next.value.size, worker: next.key, atS: endS)
          begin(next.key, atS: endS)
        }
        for (worker, work) in underWay {
          let fraction = (now - work.beganS) * bytesPerSecond / Double(work.size)
          model.advance(worker: worker, stageID: "hit", fraction: fraction, atS: now)
        }
        found.append((now, model.figures(atS: now)))
        if underWay.isEmpty { return found }
      }
      return found
    }

    private func end(_ work: (size: Int, beganS: Double)) -> Double {
      work.beganS + Double(work.size) / bytesPerSecond
    }
  }

  /// Sizes of recordings from seconds to a day, in orders that are hard to foresee, and how many are worked on at a time.
  private static let batches: [(sizes: [Int], jobs: Int)] = [
    ([40_000_000], 1),
    ([100_000, 900_000_000, 2_000_000, 50_000, 70_000_000], 1),
    (Array(repeating: 500_000, count: 300) + [200_000_000], 2),
    ([200_000_000] + Array(repeating: 500_000, count: 300), 2),
    (Array(repeating: 300_000, count: 400) + [90_000_000, 90_000_000, 90_000_000], 8),
    ((1...60).map { $0 * $0 * $0 * 997 % 23_000_000 + 1000 }, 4),
    ([30_000_000, 1000, 60_000_000], 8),
  ]

  @Test(
    "The time left is within a factor of 2 of the truth all along, however recordings differ in length",
    arguments: batches)
  func timeLeft(_ batch: (sizes: [Int], jobs: Int)) throws {
    let simulation = Simulation(sizes: batch.sizes, jobs: batch.jobs)
    let endS = simulation.endS
    var asked = 0
    var told = 0
    for (now, figures) in simulation.figures() where endS - now > 1 {
      asked += 1
      guard let left = figures.secondsLeft else { continue }
      told += 1
      #expect(left > (endS - now) / 2.02 && left < (endS - now) * 1.02, "\(left) s at \(now) s of \(endS) s")
    }
    #expect(Double(told) > 0.8 * Double(asked))
  }

  @Test("Bytes, rates and the real-time factor are those of the work, recordings under way included")
  func rates() throws {
    // 4 workers at 1 MB/s each; a second of recording is 16 kB.
    let figures = Simulation(sizes: [1000, 60_000_000, 60_000_000, 60_000_000, 60_000_000], jobs: 4).figures()
    let (now, middle) = figures[79]
    #expect(now == 20)
    #expect(middle.done == 1)
    #expect(abs(middle.bytesDone - 80e6) < 1e3)
    #expect(abs(middle.fraction - 80e6 / 240.001e6) < 1e-4)
    let rate = try #require(middle.bytesPerSecond)
    #expect(abs(rate - 4e6) < 4e4)
    #expect(abs((try #require(middle.realTimeFactor)) - 250) < 2.5)
    let last = figures[figures.count - 1].figures
    #expect(last.fraction == 1)
    #expect(last.secondsLeft == 0)
    #expect(last.done == 5)
  }

  @Test("No time left is told before there is something to base it on")
  func base() {
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [1000, 1000], jobs: 1), atS: 10)
    #expect(model.figures(atS: 20).secondsLeft == nil)
    model.beginRecording(id: "a", bytes: 1000, worker: 0, atS: 20)
    #expect(model.figures(atS: 30).bytesPerSecond == nil)
    model.advance(worker: 0, stageID: "in", fraction: 0.04, atS: 30)
    #expect(model.figures(atS: 30).secondsLeft == nil)
    #expect(model.figures(atS: 30).realTimeFactor == nil)
    model.advance(worker: 0, stageID: "in", fraction: 0.05, atS: 31)
    #expect(model.figures(atS: 31).secondsLeft != nil)
    var young = ProgressModel()
    young.begin(BatchTotals(sizes: [1000, 1000], jobs: 1), atS: 0)
    young.beginRecording(id: "a", bytes: 1000, worker: 0, atS: 0)
    young.finishRecording(.done, bytes: 1000, worker: 0, atS: 1)
    #expect(young.figures(atS: 1.9).secondsLeft == nil)
    #expect(young.figures(atS: 2).secondsLeft != nil)
  }

  @Test("Recordings that fail at once count as dealt with, but do not make the rate look better")
  func failures() throws {
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [1000, 1_000_000, 1000, 1000], jobs: 1), atS: 0)
    model.beginRecording(id: "a", bytes: 1000, worker: 0, atS: 0)
    model.finishRecording(.done, bytes: 1000, recordedSeconds: 5, worker: 0, atS: 10)
    model.beginRecording(id: "b", bytes: 1_000_000, worker: 0, atS: 10)
    model.finishRecording(.failed, bytes: 1_000_000, worker: 0, atS: 10)
    let figures = model.figures(atS: 10)
    #expect(figures.done == 1)
    #expect(figures.failed == 1)
    #expect(figures.bytesDone == 1_001_000)
    #expect(abs(try #require(figures.bytesPerSecond) - 100) < 20)
    #expect(abs(try #require(figures.secondsLeft) - 20) < 4)
    #expect(figures.meanRealTimeFactor == 0.5)
  }

  @Test("Recordings never begun, of sizes that have changed, or told backwards leave sensible figures")
  func oddities() {
    var model = ProgressModel()
    model.begin(BatchTotals(sizes: [10, 20, 0], upToDate: 4, jobs: 2), atS: 0)
    model.finishRecording(.failed, bytes: 10, worker: 0, atS: 1)
    model.advance(worker: 1, stageID: "in", fraction: 0.5, atS: 2)
    model.beginRecording(id: "b", bytes: 25, worker: 1, atS: 2)
    model.advance(worker: 1, stageID: "in", fraction: 0.5, atS: 3)
    model.advance(worker: 1, stageID: "hit", fraction: 0.2, atS: 3)
    let figures = model.figures(atS: 2.5)
    #expect(figures.bytesDone == 22.5)
    #expect(figures.workers.map { $0?.fraction } == [nil, 0.5])
    #expect(figures.workers[1]?.stageID == "hit")
    #expect(figures.upToDate == 4)
    model.finishRecording(.interrupted, bytes: 25, worker: 1, atS: 4)
    let end = model.figures(atS: 4)
    #expect(end.interrupted == 1)
    #expect(end.fraction < 1)
    #expect(ProgressModel().figures(atS: 5).fraction == 1)
  }

  @Test("Lines are due after 2 s, every 10 s at first, and less often in long runs")
  func schedule() {
    var schedule = ReportSchedule()
    let due = (0...1200).map { Double($0) / 2 }.filter { schedule.isDue(atS: $0) }
    #expect(due.prefix(8) == [2, 12, 22, 32, 42, 52, 62, 92])
    #expect(due.last == 572)
    let late = [3700.0, 3999, 4000].map { schedule.isDue(atS: $0) }
    #expect(late == [true, false, true])
  }
}
