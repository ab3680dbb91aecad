// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "FindSwings",
  dependencies: [.package(name: "swingpipe", path: "../../..")],
  targets: [
    .executableTarget(name: "FindSwings", dependencies: [.product(name: "Swingpipe", package: "swingpipe")])
  ]
)
