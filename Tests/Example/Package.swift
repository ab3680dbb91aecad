// swift-tools-version: 6.1
import PackageDescription

let swingpipe: Target.Dependency = .product(name: "Swingpipe", package: "swingpipe")

let package = Package(
  name: "Example",
  dependencies: [
    .package(name: "swingpipe", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "FindSwings",
      dependencies: [.product(name: "Swingpipe", package: "swingpipe")]),
    .executableTarget(name: "FollowSwings", dependencies: [swingpipe]),
    .executableTarget(name: "FindRallies", dependencies: [swingpipe]),
    .target(name: "Walking", dependencies: [swingpipe]),
    .target(name: "FindWalks", dependencies: ["Walking", swingpipe]),
    .target(name: "PlanWorkouts", dependencies: [swingpipe]),
    .target(name: "Domains", dependencies: [swingpipe]),
    .target(name: "ImportFolder", dependencies: [swingpipe]),
    .target(name: "InspectRecording", dependencies: [swingpipe]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "Domains", "FindSwings", "FindRallies", "FindWalks", "FollowSwings", "ImportFolder", "InspectRecording",
        "PlanWorkouts", "Walking", swingpipe, .product(name: "Neighbour", package: "Neighbour"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Shows that modules of other packages may have everyday names.
package.dependencies.append(.package(path: "Neighbour"))
