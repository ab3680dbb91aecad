import Foundation
import SPStages
import Testing

/// Who may import whom: the one table of the project's layers, which the manifest's lists of dependencies follow.
/// Imports point down.
struct LayerTests {
  /// The targets from the bottom up. Each may import those of lower layers, and none of its own.
  private static let layers: [Set<String>] = [
    [
      "CCairo", "CDeflate", "CExpat", "CFFTW", "CFiles", "CHDF5", "CMatio", "CProcess", "CXXHash", "CZip", "CZlib",
      "CZstd",
    ],
    ["SPBasics", "SPHelpTopics", "SPMappingTexts", "SPPipelineTexts", "SPSignals"],
    ["SPHDF5", "SPPlots", "SPPython"],
    ["SPTables"],
    ["SPPipelines", "SPRecordings"],
    ["SPImporting"],
    ["SPHeadMotion", "SPSubmersion", "SPSwings", "SPWorkoutPlans", "SPWorkouts"],
    ["SPSimulation", "SPStages"],
    ["SPBatches"],
    ["SPEvaluation", "SPImportBatches"],
    ["SPReporting"],
    ["Swingpipe", "swingpipe"],
  ]

  /// Targets that may import only some of what lies below them.
  private static let narrow: [String: Set<String>] = [
    "SPPipelines": ["CProcess", "SPBasics", "SPTables"],
    "SPPlots": ["CCairo", "SPBasics", "SPSignals"],
    "SPSignals": ["CFFTW"],
  ]

  /// What comes with Swift, which any target may import. The whole of Foundation would double the size of the tool, and
  /// the tool would take longer to start.
  private static let ofSwift: Set<String> = ["Dispatch", "FoundationEssentials", "Glibc", "Synchronization"]
  /// Packages, with the targets that may import them.
  private static let packages: [String: Set<String>] = [
    "ArgumentParser": ["swingpipe"], "Logging": ["SPBatches", "swingpipe"],
  ]

  /// The domains with the words that are theirs.
  private static let domains: [(target: String, words: [String])] = [
    ("SPSwings", ["swing"]), ("SPHeadMotion", ["headmotion", "head_motion", "posture"]),
    ("SPSubmersion", ["submersion"]), ("SPWorkouts", ["workout"]),
  ]

  /// The targets below that of a domain which name its streams, as recordings and files of apps hold them.
  private static let holdStreams: Set<String> = ["SPImporting", "SPRecordings"]

  /// The folders of the machinery that every domain shares.
  private static let machinery = [
    "Batches", "Pipelines", "Plots", "Recordings", "Reporting/Pages", "Signals", "Tables",
  ]
  /// Lines with names that files carry: a group of the layout.
  private static let swingsInFiles = [#"LabelSet(name: "swings""#]

  /// Files whose documentation of columns points to the options of a stage; their number is to shrink.
  private static let namesStages: Set<String> = [
    "Sources/Domains/Swings/Columns/ImpactColumns.swift", "Sources/Domains/Swings/Columns/SwingColumns.swift",
    "Sources/Domains/Workouts/Columns/WorkoutRowDescriptions.swift",
  ]

  /// The targets of lower layers; nil for a target that the table lacks.
  private static func below(_ target: String) -> Set<String>? {
    layers.firstIndex { $0.contains(target) }.map { layers[..<$0].reduce(into: []) { $0.formUnion($1) } }
  }

  /// The files of every target, by target.
  private static func files(below target: String? = nil) throws -> [String: [SourceFile]] {
    let below = target.flatMap(below)
    return try Project.targets().filter { below?.contains($0.key) ?? true }.compactMapValues { folder in
      let files = try SourceFile.all(in: folder)
      return files.isEmpty ? nil : files
    }
  }

  @Test("Each target imports only what lies below it")
  func imports() throws {
    let targets = try Self.files()
    #expect(targets.count >= 22 && targets["swingpipe"] != nil)
    for (target, files) in targets {
      let below = try #require(Self.below(target), "\(target) has no place in the table of layers")
      let allowed = Self.narrow[target] ?? below
      #expect(allowed.isSubset(of: below), "\(target) may import what does not lie below it")
      for file in files {
        for module in file.imports where !allowed.contains(module) && !Self.ofSwift.contains(module) {
          #expect(Self.packages[module]?.contains(target) == true, "\(file.path) imports \(module)")
        }
      }
    }
  }

  @Test("The manifest gives each target what it imports, and nothing else")
  func manifest() throws {
    let manifest = try Project.text("Package.swift").replacing(/package: "[^"]*"/, with: "")
    let pattern = /\.(?:target|executableTarget)\(\s*name: "(\w+)"(?:,\s*dependencies: \[([^\]]*)\])?/
    let dependencies = manifest.matches(of: pattern).reduce(into: [String: Set<String>]()) { targets, match in
      targets[String(match.1)] = Set((match.2 ?? "").matches(of: /"(\w+)"/).map { String($0.1) })
    }
    let files = try Self.files()
    #expect(Set(files.keys).isSubset(of: dependencies.keys))
    for (target, files) in files {
      let imported = Set(files.flatMap(\.imports)).subtracting(Self.ofSwift)
      let given = dependencies[target] ?? []
      #expect(given.subtracting(imported).sorted() == [], "\(target) does not import them")
      #expect(imported.subtracting(given).sorted() == [], "\(target) is not given them")
    }
  }

  @Test("No target below the stages names one of them")
  func stages() throws {
    let names = Set(StandardStages.all.flatMap { ["\($0)"[...], $0.type.rawValue[...]] })
    let batches = try SourceFile.all(in: "Batches").filter { !$0.path.hasPrefix("Sources/Batches/Sports/") }
    for file in try Self.files(below: "SPStages").values.joined() + batches + SourceFile.all(in: "Simulation") {
      let named = file.words.intersection(names).sorted()
      #expect(named.isEmpty != Self.namesStages.contains(file.path), "\(file.path) names \(named)")
    }
  }

  @Test("Inspection names no stage and casts to none: stages answer through protocols")
  func inspection() throws {
    let names = Set(StandardStages.all.map { "\($0)"[...] })
    for file in try SourceFile.all(in: "Reporting/Inspection") {
      #expect(file.words.intersection(names) == [], "\(file.path)")
      let casts = file.code.filter { $0.contains(/\b(?:as[?!]|is) (?:any )?\w*(?:Stage|Reader|Filter)\b/) }
      #expect(casts == [], "\(file.path)")
    }
  }

  @Test("The machinery names swings only as files do")
  func swings() throws {
    let files = try Self.machinery.flatMap { try SourceFile.all(in: $0) }
      // How a pipeline is chosen for a recording.
      .filter { !$0.path.hasPrefix("Sources/Batches/Sports/") }
    let lines = files.flatMap { $0.lines(naming: "swing") }
    #expect(lines.count == Self.swingsInFiles.count)
    for name in Self.swingsInFiles { #expect(lines.count { $0.contains(name) } == 1, "\(name)") }
  }

  @Test("Pages of reports open no recording and know no stage")
  func pages() throws {
    let allowed: Set = ["SPBasics", "SPBatches", "SPPipelines", "SPPlots", "SPSignals", "SPTables"]
    for file in try SourceFile.all(in: "Reporting/Pages") {
      #expect(Set(file.imports).subtracting(Self.ofSwift).subtracting(allowed) == [], "\(file.path)")
    }
  }

  @Test("No target below a domain names it, and reports, which lie above them all, name none")
  func domains() throws {
    let neutral = try [
      "Reporting/Pages", "Evaluation/Scoring/Events", "Evaluation/Scoring/Metrics", "Evaluation/Scoring/Pairing",
    ].flatMap {
      try SourceFile.all(in: $0)
    }
    for (domain, words) in Self.domains {
      let below = try Self.files(below: domain).filter { !Self.holdStreams.contains($0.key) }
      for file in below.values.joined() + neutral {
        for word in words { #expect(file.lines(naming: word) == [], "\(file.path) names \(domain)") }
      }
    }
  }
}
