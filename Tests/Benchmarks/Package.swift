// swift-tools-version: 6.1
import PackageDescription

// A package of its own, because the library that times the kernels takes minutes to build and no user needs it.
let package = Package(
  name: "swingpipe-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "swingpipe", path: "../.."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: [
    .executableTarget(
      name: "Micro",
      dependencies: [
        .product(name: "SPKernels", package: "swingpipe"), .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Micro", plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
  ],
  swiftLanguageModes: [.v6]
)
