// swift-tools-version: 6.1
import PackageDescription

// Imports point down only: the targets below are in the order of their layers, from the C libraries up to the command line.
// Modules carry a prefix, since SwiftPM refuses two modules of one name in a program.
let package = Package(
  name: "swingpipe",
  products: [
    .library(name: "Swingpipe", targets: ["Swingpipe"]),
    .executable(name: "swingpipe", targets: ["swingpipe"]),
    // For the packages `Tests/Benchmarks` and `Tests/Fuzz` alone.
    .library(name: "SPKernels", targets: ["SPKernels"]),
    .library(name: "FuzzTargets", targets: ["FuzzTargets"]),
  ],
  dependencies: [
    // The command line: parsing, help texts and shell completions.
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    // Messages of a run, so that a program which embeds the libraries can route them to its own log.
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    // `make docs`: a build-time plugin that no product links.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // C libraries from the system.
    // - HDF5 reads and writes recordings.
    // - FFTW, in single precision, computes the filters.
    // - cairo draws pictures. The same calls make SVG and PNG, and texts have the same width in both.
    // - xxHash makes fingerprints of files as fast as the files are read.
    .systemLibrary(name: "CHDF5", pkgConfig: "hdf5-serial", providers: [.apt(["libhdf5-dev"])]),
    .systemLibrary(name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    // Without pkg-config, which would have every start load cairo: it is loaded for the first picture.
    .systemLibrary(name: "CCairo"),
    // Functions of the C library that Swift cannot call: starting a child process that may crash.
    .systemLibrary(name: "CProcess"),
    // Functions of the C library that Swift cannot call: copying a file inside the system.
    .systemLibrary(name: "CFiles"),
    .systemLibrary(name: "CXXHash", pkgConfig: "libxxhash", providers: [.apt(["libxxhash-dev"])]),
    // Pages of Parquet tables. zstd compresses as well as gzip, several times as fast. Only zlib
    // makes gzip, which the oldest readers require. It also computes checksums and reads files of gzip and MAT-files.
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Zip archives, which apps write in many forms: streamed, with sizes of 64 bits, with names in several encodings.
    // Without pkg-config, as cairo: it is loaded for the first archive.
    .systemLibrary(name: "CZip", providers: [.apt(["libzip-dev"])]),
    // TCX, GPX, Apple Health and ZWO: expat reads a piece at a time, in bounded memory, and loads nothing from outside.
    // FoundationXML would link libxml2 and hold whole elements as objects.
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    // MAT-files of MATLAB 4 to 7, which are not HDF5: libmatio reads them, and the target SPHDF5 opens them as version 7.3.
    // Only pkg-config says what to link: `make build` gives it the archive.
    .systemLibrary(name: "CMatio", pkgConfig: "matio", providers: [.apt(["libmatio-dev"])]),
    // Chunks of recordings: it decompresses about three times as fast as zlib, which HDF5 uses, and outside of HDF5's lock.
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),

    // Files, dates, JSON and text. Only the essentials of Foundation are linked: the rest brings in tables of all languages,
    // which double the size of the tool.
    .target(name: "SPBasics", dependencies: ["CFiles", "CXXHash"], path: "Sources/Basics"),
    // Time bases, windows, filters, peaks, statistics, orientation, and helpers for several processors.
    .target(name: "SPSignals", dependencies: ["CFFTW"], path: "Sources/Signals"),
    .target(
      name: "SPHDF5", dependencies: ["CDeflate", "CHDF5", "CMatio", "CProcess", "CZlib", "SPBasics", "SPSignals"],
      path: "Sources/HDF5"),
    .target(
      name: "SPTables", dependencies: ["CZlib", "CZstd", "SPBasics", "SPHDF5", "SPSignals"], path: "Sources/Tables"),
    .target(name: "SPPlots", dependencies: ["CCairo", "SPBasics", "SPSignals"], path: "Sources/Plots"),
    .target(
      name: "SPRecordings", dependencies: ["SPBasics", "SPHDF5", "SPSignals", "SPTables"], path: "Sources/Recordings"),
    // Files of apps, watches and laboratories, labels of other programs, and recordings as text. The table of the FIT profile
    // is compiled in.
    .target(
      name: "SPImporting",
      dependencies: ["CExpat", "CZip", "CZlib", "SPBasics", "SPHDF5", "SPRecordings", "SPSignals", "SPTables"],
      path: "Sources/Importing", exclude: ["Batches"], resources: [.embedInCode("FIT/Profile/profile.txt")]),

    // The domains: plain data in, plain data out. Their data files are compiled in, so that an installed tool is one file.
    .target(
      name: "SPSwings", dependencies: ["SPBasics", "SPRecordings", "SPSignals", "SPTables"],
      path: "Sources/Domains/Swings",
      resources: [
        .embedInCode("Decisions/Model/hit-miss-model.json"), .embedInCode("Play/swing-model.json"),
        .embedInCode("Presets/presets.json"),
      ]),
    .target(name: "SPHeadMotion", dependencies: ["SPSignals", "SPTables"], path: "Sources/Domains/HeadMotion"),
    .target(name: "SPSubmersion", dependencies: ["SPTables"], path: "Sources/Domains/Submersion"),
    .target(name: "SPWorkouts", dependencies: ["SPSignals", "SPTables"], path: "Sources/Domains/Workouts"),
    .target(
      name: "SPWorkoutPlans", dependencies: ["CZlib", "SPBasics", "SPImporting", "SPPlots", "SPSignals", "SPTables"],
      path: "Sources/Domains/WorkoutPlans", resources: [.embedInCode("Model/activities.json")]),

    // The engine, and the stages that it runs.
    .target(name: "SPPipelines", dependencies: ["CProcess", "SPBasics", "SPTables"], path: "Sources/Pipelines"),
    // The programs in Python that the tool starts are compiled in, so that they need no installed package.
    .target(
      name: "SPPython", dependencies: ["CProcess", "SPBasics"], path: "Sources/Python",
      exclude: [
        "build.sh", "pyproject.toml", "swingpipe/__init__.py", "swingpipe/__main__.py", "swingpipe/_dask.py",
        "swingpipe/_errors.py", "swingpipe/_examples.py", "swingpipe/_features.py", "swingpipe/_memory.py",
        "swingpipe/_pictures.py", "swingpipe/_results.py", "swingpipe/_run.py", "swingpipe/_shapes.py",
        "swingpipe/_stores.py", "swingpipe/_tool.py", "swingpipe/_windows.py", "swingpipe/py.typed",
      ], resources: [.embedInCode("swingpipe/_host.py"), .embedInCode("swingpipe/stages.py")]),
    // The ready pipelines are compiled in, so that an installed tool runs them by name.
    .target(
      name: "SPPipelineTexts", path: "Pipelines",
      exclude: [
        "Cluster", "Functions", "Mappings", "Notebooks", "Plans", "Recordings", "Stages.md", "minimal.json",
        "pipeline.schema.json",
      ],
      resources: [
        "badminton", "baseball", "cricket", "cycling", "golf", "golf_mocap", "head_pose", "impacts", "planned_workout",
        "posture", "push_ups", "softball", "submersion", "table_tennis", "tennis", "workout",
      ].map { .embedInCode("\($0).json") }),
    // So are the mappings of files by other programs.
    .target(
      name: "SPMappingTexts", path: "Pipelines/Mappings",
      exclude: ["cycling.json", "cycling_unix.json", "dive.json", "golf_mocap.json", "mapping.schema.json"],
      resources: [
        "actionnet", "apdm_v3", "blue_trident_high_g", "blue_trident_low_g", "broad", "matlab", "metawear_acceleration",
        "metawear_rotation", "movella_dot", "movella_dot_attitude", "nwb", "nwb_rate", "pandas_fixed", "pandas_table",
        "pytables", "shimmer", "shimmer_connect", "shimmer_low_noise", "shimmer_sync", "shimmer_sync_low_noise",
        "xarray",
      ].map { .embedInCode("\($0).json") }),
    .target(
      name: "SPStages",
      dependencies: [
        "SPBasics", "SPHDF5", "SPHeadMotion", "SPMappingTexts", "SPPipelineTexts", "SPPipelines", "SPPython",
        "SPRecordings", "SPSignals", "SPSubmersion", "SPSwings", "SPTables", "SPWorkoutPlans", "SPWorkouts",
      ], path: "Sources/Stages"),
    // Many recordings: work list, resuming, progress, shards, Slurm. Damaged files cannot crash or hang a batch: it runs
    // in supervised processes.
    .target(
      name: "SPBatches",
      dependencies: [
        "CProcess", "SPBasics", "SPHDF5", "SPPipelines", "SPRecordings", "SPSignals", "SPStages", "SPSwings",
        "SPTables", .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/Batches"),
    // Many files of other programs made into recordings.
    .target(
      name: "SPImportBatches",
      dependencies: [
        "SPBasics", "SPBatches", "SPHDF5", "SPImporting", "SPMappingTexts", "SPPipelines", "SPRecordings", "SPSignals",
        "SPStages",
      ], path: "Sources/Importing/Batches"),
    // Pipelines judged by labels, by other runs, by tests and over values of options, and models fitted to labels.
    .target(
      name: "SPEvaluation",
      dependencies: [
        "SPBasics", "SPBatches", "SPPipelines", "SPPlots", "SPRecordings", "SPSignals", "SPStages", "SPSwings",
        "SPTables",
      ], path: "Sources/Evaluation"),
    // Pages about results, with explanations and pictures of single recordings. Style and script are compiled in, too.
    .target(
      name: "SPReporting",
      dependencies: [
        "SPBasics", "SPBatches", "SPEvaluation", "SPHeadMotion", "SPPipelines", "SPPlots", "SPRecordings", "SPSignals",
        "SPStages", "SPSubmersion", "SPSwings", "SPTables", "SPWorkouts",
      ], path: "Sources/Reporting",
      resources: ["page.css", "chart.css", "base.js", "tables.js", "figure.js", "gallery.js"].map {
        .embedInCode("Pages/HTML/\($0)")
      }),
    // Recordings with truth, of any domain.
    .target(
      name: "SPSimulation", dependencies: ["SPBasics", "SPRecordings", "SPSignals", "SPSwings", "SPWorkoutPlans"],
      path: "Sources/Simulation"),
    // The pages of the documentation are compiled in, so that an installed tool prints them.
    .target(
      name: "SPHelpTopics", path: "Documentation",
      resources: [
        "accuracy", "architecture", "batches", "changelog", "commands", "contributing", "dives", "explaining",
        "first_pipeline",
        "heads", "importing", "labels", "large", "own_features", "plans", "python", "quality", "reports", "safety",
        "scoring",
        "speed", "swift", "tables", "workouts",
      ].map { .embedInCode("\($0).md") }),
    // What other programs import: all libraries as one.
    .target(
      name: "Swingpipe",
      dependencies: [
        "SPBasics", "SPBatches", "SPEvaluation", "SPHDF5", "SPHeadMotion", "SPImportBatches", "SPImporting",
        "SPPipelines", "SPPlots", "SPRecordings", "SPReporting", "SPSignals", "SPSimulation", "SPStages",
        "SPSubmersion", "SPSwings", "SPTables", "SPWorkoutPlans", "SPWorkouts",
      ], path: "Sources/Library"),
    // Examples in help texts are compiled in.
    .executableTarget(
      name: "swingpipe",
      dependencies: [
        "CProcess", "SPBasics", "SPBatches", "SPEvaluation", "SPHDF5", "SPHelpTopics", "SPImportBatches", "SPImporting",
        "SPPipelines", "SPPlots", "SPPython", "SPRecordings", "SPReporting", "SPSignals", "SPSimulation", "SPStages",
        "SPSwings", "SPTables", "SPWorkoutPlans", .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ], path: "Sources/swingpipe", resources: [.embedInCode("Help/examples.txt")]),

    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "SPBatches", "SPEvaluation", "SPHDF5", "SPImporting", "SPPipelines", "SPRecordings", "SPSwings", "SPTables",
      ]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["SPHDF5", "SPImporting", "SPRecordings", "SPSignals", "SPStages", "SPTables", "SPWorkoutPlans"],
      exclude: ["Python"]),
    .testTarget(name: "DatesTests", dependencies: ["SPBasics"]),
    .testTarget(name: "FFTWTests", dependencies: ["SPSignals"]),
    .testTarget(name: "FITTests", dependencies: ["SPImporting", "TestSupport"]),
    .testTarget(name: "FilesTests", dependencies: ["SPBasics", "TestSupport"]),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"]),
    .testTarget(name: "HDF5Tests", dependencies: ["CDeflate", "CHDF5", "SPBasics", "SPHDF5", "TestSupport"]),
    .testTarget(
      name: "HeadMotionTests",
      dependencies: [
        "SPHeadMotion", "SPImporting", "SPRecordings", "SPSignals", "SPSimulation", "SPTables", "TestSupport",
      ]),
    .testTarget(
      name: "ImportersTests",
      dependencies: ["SPBasics", "SPHDF5", "SPImporting", "SPRecordings", "SPSignals", "SPSwings", "TestSupport"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "SPBasics", "SPBatches", "SPPipelines", "SPPlots", "SPRecordings", "SPReporting", "SPStages", "SPTables",
      ]),
    .testTarget(name: "JSONTests", dependencies: ["SPBasics", "TestSupport"]),
    .testTarget(name: "MotionTests", dependencies: ["SPHDF5", "SPSignals", "TestSupport"]),
    .testTarget(name: "ParallelTests", dependencies: ["SPSignals"]),
    .testTarget(
      name: "PipelinesTests",
      dependencies: [
        "HostileTexts", "SPBasics", "SPBatches", "SPPipelines", "SPTables", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(name: "PlotsTests", dependencies: ["HostileTexts", "SPPlots"]),
    .testTarget(
      name: "RecordingsTests",
      dependencies: ["CHDF5", "SPHDF5", "SPRecordings", "SPSignals", "SPSwings", "TestSupport"]),
    .testTarget(
      name: "ReportsTests", dependencies: ["HostileTexts", "SPBasics", "SPPipelines", "SPReporting", "SPTables"]),
    .testTarget(name: "ScoringTests", dependencies: ["SPEvaluation", "SPRecordings"]),
    .testTarget(name: "SignalsTests", dependencies: ["SPSignals", "TestSupport"]),
    .testTarget(name: "SimulationTests", dependencies: ["SPRecordings", "SPSignals", "SPSimulation", "SPSwings"]),
    .testTarget(
      name: "StageContractTests",
      dependencies: [
        "SPBasics", "SPBatches", "SPEvaluation", "SPHDF5", "SPHeadMotion", "SPImportBatches", "SPImporting",
        "SPMappingTexts", "SPPipelines", "SPPython", "SPRecordings", "SPSignals", "SPSimulation", "SPStages",
        "SPSubmersion", "SPSwings", "SPTables", "SPWorkoutPlans", "SPWorkouts", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(name: "SubmersionTests", dependencies: ["SPSimulation", "SPSubmersion", "SPTables"]),
    .testTarget(
      name: "SwingsTests",
      dependencies: [
        "SPEvaluation", "SPRecordings", "SPSignals", "SPSimulation", "SPSwings", "SPTables", "TestSupport",
      ]),
    .testTarget(name: "TablesTests", dependencies: ["CHDF5", "HostileTexts", "SPBasics", "SPHDF5", "SPTables"]),
    .testTarget(name: "TextsTests", dependencies: ["SPBasics"]),
    .testTarget(
      name: "WorkoutPlansTests", dependencies: ["SPBasics", "SPImporting", "SPPlots", "SPWorkoutPlans", "TestSupport"]),
    .testTarget(
      name: "WorkoutsTests", dependencies: ["SPImporting", "SPSimulation", "SPTables", "SPWorkouts", "TestSupport"]),
    // What benchmarks run, see Tests/Benchmarks. `count` runs one kernel a number of times; `floor` reads and filters a
    // recording and does nothing else. They are built with the tool, and so take no separate build.
    .target(
      name: "SPKernels", dependencies: ["SPHDF5", "SPSignals", "SPSwings", "SPTables"],
      path: "Tests/Benchmarks/Sources/Kernels"),
    .executableTarget(name: "count", dependencies: ["SPKernels"], path: "Tests/Benchmarks/Sources/count"),
    .executableTarget(
      name: "floor", dependencies: ["SPRecordings", "SPSignals"], path: "Tests/Benchmarks/Sources/floor"),
    // Helpers for tests of several targets: reference data from outside the project, and reproducible random numbers.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Malicious texts that several suites use as input.
    .target(name: "HostileTexts", path: "Tests/HostileTexts"),
    // What fuzzers feed, see Tests/Fuzz: the tests replay inputs that these found.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "SPBasics", "SPHDF5", "SPImporting", "SPPipelines", "SPRecordings", "SPSignals", "SPStages", "SPSwings",
        "SPTables", "SPWorkoutPlans",
      ], path: "Tests/Fuzz/Sources/Targets"),
  ],
  swiftLanguageModes: [.v6]
)

// `make test` optimises the modules in which tests compute, because the tests then take half the time. All other modules take
// longer to optimise than the tests would gain. Other builds have no such flags: SwiftPM refuses them in a dependency.
if Context.environment["SWINGPIPE_OPTIMISED"] != nil {
  let computing: Set = [
    "SPBasics", "SPHDF5", "SPHeadMotion", "SPPlots", "SPRecordings", "SPSignals", "SPSimulation", "SPSubmersion",
    "SPSwings", "SPTables", "SPWorkouts",
  ]
  precondition(computing.isSubset(of: package.targets.map(\.name)), "\(computing) are not all targets")
  for target in package.targets where computing.contains(target.name) {
    // With a number of threads, the compiler makes an object file of each source file, as SwiftPM expects. SwiftPM also asks
    // for batches, and the compiler would warn that it ignores this.
    let flags = ["-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "1"]
    target.swiftSettings = [.unsafeFlags(flags, .when(configuration: .debug))]
  }
}
