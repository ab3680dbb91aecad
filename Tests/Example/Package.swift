// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Example",
  dependencies: [
    .package(name: "swingpipe", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "FindSwings",
      dependencies: [
        .product(name: "Recordings", package: "swingpipe"),
        .product(name: "Swings", package: "swingpipe"),
      ]),
    .executableTarget(
      name: "FollowSwings",
      dependencies: [
        .product(name: "Recordings", package: "swingpipe"),
        .product(name: "Signals", package: "swingpipe"),
        .product(name: "Swings", package: "swingpipe"),
      ]),
    .executableTarget(
      name: "FindRallies",
      dependencies: [
        .product(name: "Pipelines", package: "swingpipe"),
        .product(name: "Stages", package: "swingpipe"),
        .product(name: "Swings", package: "swingpipe"),
        .product(name: "Tables", package: "swingpipe"),
      ]),
    .target(name: "Walking", dependencies: ["Signals", "Tables"].map { .product(name: $0, package: "swingpipe") }),
    .target(
      name: "FindWalks",
      dependencies: ["Walking"]
        + ["Pipelines", "Recordings", "Signals", "Stages", "Tables"].map { .product(name: $0, package: "swingpipe") }),
    .target(
      name: "PlanWorkouts",
      dependencies: [
        .product(name: "Dates", package: "swingpipe"), .product(name: "WorkoutPlans", package: "swingpipe"),
      ]),
    .target(
      name: "Domains",
      dependencies: ["FIT", "Submersion", "Workouts"].map { .product(name: $0, package: "swingpipe") }),
    .target(name: "ImportFolder", dependencies: [.product(name: "Importers", package: "swingpipe")]),
    .target(
      name: "InspectRecording",
      dependencies: ["Files", "Inspection", "Reports"].map { .product(name: $0, package: "swingpipe") }),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "Domains", "FindSwings", "FindRallies", "FindWalks", "FollowSwings", "ImportFolder", "InspectRecording",
        "PlanWorkouts", "Walking",
        .product(name: "Dates", package: "swingpipe"),
        .product(name: "WorkoutPlans", package: "swingpipe"),
        .product(name: "Recordings", package: "swingpipe"),
        .product(name: "Signals", package: "swingpipe"),
        .product(name: "Tables", package: "swingpipe"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
