// swift-tools-version: 6.1
import PackageDescription

// A package of its own: what measures is no part of what is measured, and the benchmark library takes minutes to build.
let package = Package(
  name: "swingpipe-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swingpipe", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "Kernels",
      dependencies: ["FFTW", "HDF5", "Motion", "Signals", "Swings", "Tables"].map {
        .product(name: $0, package: "swingpipe")
      }),
    // Runs one kernel so many times, for `instructions.sh`.
    .executableTarget(name: "count", dependencies: ["Kernels"]),
    // What reading and filtering alone take of a whole run.
    .executableTarget(
      name: "floor", dependencies: ["Recordings", "Signals"].map { .product(name: $0, package: "swingpipe") }),
    .executableTarget(
      name: "Micro", dependencies: ["Kernels", .product(name: "Benchmark", package: "benchmark")],
      path: "Benchmarks/Micro", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
