// swift-tools-version: 6.1
import PackageDescription

// A package of its own, as everything that it builds on is built anew with the checks of a fuzzer: see fuzz.sh.
let package = Package(
  name: "swingpipe-fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swingpipe", path: "../..")],
  targets: [
    // The tests of the project replay findings by the same targets.
    .executableTarget(name: "fuzz", dependencies: [.product(name: "FuzzTargets", package: "swingpipe")])
  ],
  swiftLanguageModes: [.v6]
)
