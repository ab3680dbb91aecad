import Benchmark
import SPKernels

// `make benchmark-micro`: the kernels of `SPKernels`, on an hour of a recording.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .peakMemoryResident, .throughput], warmupIterations: 1, maxDuration: .seconds(5))
  for kernel in Kernel.all {
    Benchmark(kernel.name) { benchmark in
      let work = try kernel.prepared()
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { try work() }
      benchmark.stopMeasurement()
    }
  }
}
