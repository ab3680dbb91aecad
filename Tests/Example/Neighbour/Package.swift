// swift-tools-version: 6.1
import PackageDescription

// Another package that a user may depend on: modules with everyday names must not collide with those of swingpipe.
let package = Package(
  name: "Neighbour",
  products: [.library(name: "Neighbour", targets: ["Files", "Tables"])],
  targets: [.target(name: "Files"), .target(name: "Tables")],
  swiftLanguageModes: [.v6]
)
