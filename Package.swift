// swift-tools-version: 6.1
import PackageDescription

// Imports point down only: the lists below name each target's layer, from the C libraries up to the command line.
let package = Package(
  name: "swingpipe",
  products: [
    .library(name: "HDF5", targets: ["HDF5"]),
    .library(name: "FFTW", targets: ["FFTW"]),
    .library(name: "FIT", targets: ["FIT"]),
    .library(name: "Dates", targets: ["Dates"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "JSON", targets: ["JSON"]),
    .library(name: "Parallel", targets: ["Parallel"]),
    .library(name: "Plots", targets: ["Plots"]),
    .library(name: "Signals", targets: ["Signals"]),
    .library(name: "Motion", targets: ["Motion"]),
    .library(name: "Scoring", targets: ["Scoring"]),
    .library(name: "HeadMotion", targets: ["HeadMotion"]),
    .library(name: "Recordings", targets: ["Recordings"]),
    .library(name: "Importers", targets: ["Importers"]),
    .library(name: "Swings", targets: ["Swings"]),
    .library(name: "WorkoutPlans", targets: ["WorkoutPlans"]),
    .library(name: "Submersion", targets: ["Submersion"]),
    .library(name: "Workouts", targets: ["Workouts"]),
    .library(name: "XML", targets: ["XML"]),
    .library(name: "Tables", targets: ["Tables"]),
    .library(name: "Pipelines", targets: ["Pipelines"]),
    .library(name: "Stages", targets: ["Stages"]),
    .library(name: "BuiltInPipelines", targets: ["BuiltInPipelines"]),
    .library(name: "Supervision", targets: ["Supervision"]),
    .library(name: "Simulation", targets: ["Simulation"]),
    .library(name: "Reports", targets: ["Reports"]),
    .library(name: "Inspection", targets: ["Inspection"]),
    .library(name: "Evaluation", targets: ["Evaluation"]),
    .library(name: "ImportBatches", targets: ["ImportBatches"]),
    .library(name: "Manual", targets: ["Manual"]),
    .executable(name: "swingpipe", targets: ["swingpipe"]),
    // For the package `Tests/Benchmarks` alone.
    .library(name: "Kernels", targets: ["Kernels"]),
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
    // makes gzip, which the oldest readers require. It also computes checksums and reads zip archives and MAT-files.
    .systemLibrary(name: "CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // TCX, GPX, Apple Health and ZWO: expat reads a piece at a time, in bounded memory, and loads nothing from outside. FoundationXML would link
    // libxml2 and hold whole elements as objects.
    .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
    // MAT-files of MATLAB 4 to 7, which are not HDF5: libmatio reads them, and the target HDF5 opens them as version 7.3.
    // Only pkg-config says what to link: `make build` gives it the archive.
    .systemLibrary(name: "CMatio", pkgConfig: "matio", providers: [.apt(["libmatio-dev"])]),
    // Chunks of recordings: it decompresses about three times as fast as zlib, which HDF5 uses, and outside of HDF5's lock.
    .systemLibrary(name: "CDeflate", pkgConfig: "libdeflate", providers: [.apt(["libdeflate-dev"])]),

    // Safe wrappers of the C libraries, files, and formats. No target here uses a target further down.
    .target(
      name: "HDF5",
      dependencies: ["CDeflate", "CHDF5", "CMatio", "CProcess", "CZlib", "Files", "JSON", "Parallel", "Texts"]),
    .target(name: "FFTW", dependencies: ["CFFTW"]),
    .target(name: "Dates"),
    .target(name: "Files", dependencies: ["CFiles", "CXXHash"]),
    // The table of the profile is compiled in.
    .target(name: "FIT", resources: [.embedInCode("Profile/profile.txt")]),
    .target(name: "JSON"),
    .target(name: "Parallel"),
    // Formats and padding, which Foundation has outside of its essentials. Only the essentials are linked: the rest brings
    // in tables of all languages, which double the size of the tool.
    .target(name: "Texts"),
    .target(name: "Tables", dependencies: ["CZlib", "CZstd", "Dates", "Files", "HDF5", "JSON", "Parallel", "Texts"]),
    .target(name: "Plots", dependencies: ["CCairo", "Files", "Signals", "Texts"]),
    .target(name: "XML", dependencies: ["CExpat"]),

    // Signals, body motion, recordings, and the domains: swings, head motion, dives and workouts.
    .target(name: "Signals", dependencies: ["FFTW", "Parallel"]),
    .target(name: "Motion", dependencies: ["Signals"]),
    .target(name: "Scoring", dependencies: ["Signals"]),
    .target(name: "HeadMotion", dependencies: ["Motion", "Signals", "Tables"]),
    .target(
      name: "Recordings", dependencies: ["Dates", "Files", "HDF5", "JSON", "Parallel", "Signals", "Tables", "Texts"]),
    .target(
      name: "Importers",
      dependencies: ["CZlib", "Dates", "FIT", "Files", "HDF5", "Motion", "Parallel", "Recordings", "Signals", "XML"]),
    // The data files are compiled in, so that an installed tool is one file.
    .target(
      name: "Swings", dependencies: ["Files", "Motion", "Parallel", "Recordings", "Scoring", "Signals", "Tables"],
      resources: [
        .embedInCode("Decisions/Model/hit-miss-model.json"), .embedInCode("Play/swing-model.json"),
        .embedInCode("Presets/presets.json"),
      ]),
    .target(
      name: "WorkoutPlans",
      dependencies: ["CZlib", "Dates", "FIT", "Files", "JSON", "Plots", "Signals", "Tables", "Texts", "XML"],
      resources: [.embedInCode("Model/activities.json")]),
    .target(name: "Submersion", dependencies: ["Tables"]),
    .target(name: "Workouts", dependencies: ["Signals", "Tables"]),
    .target(name: "Simulation", dependencies: ["Recordings", "Files", "Motion", "Signals", "Swings", "WorkoutPlans"]),

    // The machinery, the stages that it runs, and the command line.
    .target(
      name: "Pipelines",
      dependencies: [
        "CProcess", "Dates", "Files", "JSON", "Parallel", "Tables", "Texts",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // Damaged files cannot crash or hang a batch: it runs in supervised processes.
    .target(name: "Supervision", dependencies: ["CProcess", "Files", "HDF5", "Pipelines"]),
    // The ready pipelines are compiled in, so that an installed tool runs them by name.
    .target(
      name: "PipelineTexts", path: "Pipelines",
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
      name: "MappingTexts", path: "Pipelines/Mappings",
      exclude: ["cycling.json", "cycling_unix.json", "dive.json", "golf_mocap.json", "mapping.schema.json"],
      resources: [
        "actionnet", "apdm_v3", "blue_trident_high_g", "blue_trident_low_g", "broad", "matlab", "metawear_acceleration",
        "metawear_rotation", "movella_dot", "movella_dot_attitude", "nwb", "nwb_rate", "pandas_fixed", "pandas_table",
        "pytables", "shimmer", "shimmer_connect", "shimmer_low_noise", "shimmer_sync", "shimmer_sync_low_noise",
        "xarray",
      ].map { .embedInCode("\($0).json") }),
    // The programs in Python that the tool starts are compiled in, so that they need no installed package.
    .target(
      name: "Python",
      exclude: [
        "build.sh", "pyproject.toml", "swingpipe/__init__.py", "swingpipe/__main__.py", "swingpipe/_dask.py",
        "swingpipe/_errors.py", "swingpipe/_examples.py", "swingpipe/_features.py", "swingpipe/_results.py",
        "swingpipe/_run.py",
        "swingpipe/_stores.py", "swingpipe/_tool.py", "swingpipe/py.typed",
      ],
      resources: [.embedInCode("swingpipe/_host.py"), .embedInCode("swingpipe/stages.py")]),
    .target(name: "PythonHosts", dependencies: ["CProcess", "Files", "JSON", "Python"]),
    .target(
      name: "Stages",
      dependencies: [
        "Files", "HDF5", "HeadMotion", "JSON", "MappingTexts", "Motion", "Pipelines", "PythonHosts", "Recordings",
        "Scoring", "Signals", "Submersion",
        "Swings", "Tables", "Texts", "WorkoutPlans", "Workouts",
      ]),
    // Loads the ready pipelines by name, and chooses a pipeline for a recording.
    .target(
      name: "BuiltInPipelines",
      dependencies: ["Files", "JSON", "PipelineTexts", "Pipelines", "Recordings", "Stages", "Swings"]),
    // Style and script of the page are compiled in, too.
    .target(
      name: "Reports",
      dependencies: ["Dates", "Files", "JSON", "Pipelines", "Plots", "Signals", "Tables", "Texts"],
      resources: ["page.css", "chart.css", "base.js", "tables.js", "figure.js", "gallery.js"].map {
        .embedInCode("Page/\($0)")
      }),
    // Explanations and pictures of one recording and of a pipeline's results, also for reports.
    .target(
      name: "Inspection",
      dependencies: [
        "BuiltInPipelines", "Dates", "Files", "HeadMotion", "JSON", "Parallel", "Pipelines", "Plots", "Recordings",
        "Reports", "Scoring", "Signals", "Stages", "Submersion", "Swings", "Tables", "Texts", "Workouts",
      ]),
    // Pipelines judged by labels, by other runs, by tests and over values of options, and models fitted to labels.
    .target(
      name: "Evaluation",
      dependencies: [
        "BuiltInPipelines", "Files", "JSON", "Pipelines", "Plots", "Recordings", "Scoring", "Signals", "Stages",
        "Swings", "Tables", "Texts",
      ]),
    // Many files of other programs made into recordings.
    .target(
      name: "ImportBatches",
      dependencies: [
        "BuiltInPipelines", "Files", "HDF5", "Importers", "JSON", "MappingTexts", "Parallel", "Pipelines", "Recordings",
        "Signals", "Stages", "Texts",
      ]),
    // Help and manual pages; the examples in them are compiled in.
    .target(name: "Manual", dependencies: ["Pipelines", "Texts"], resources: [.embedInCode("Words/examples.txt")]),
    // The pages of the documentation are compiled in, so that an installed tool prints them.
    .target(
      name: "HelpTopics", path: "Documentation",
      resources: [
        "accuracy", "architecture", "batches", "commands", "dives", "explaining", "first_pipeline", "heads",
        "importing", "labels", "large", "own_features", "plans", "python", "quality", "reports", "safety", "scoring",
        "speed", "swift", "tables", "workouts",
      ].map { .embedInCode("\($0).md") }),
    .executableTarget(
      name: "swingpipe",
      dependencies: [
        "BuiltInPipelines", "CProcess", "Dates", "Evaluation", "Files", "HDF5", "HelpTopics", "ImportBatches",
        "Importers", "Inspection", "JSON", "Manual", "Parallel", "Pipelines", "Plots", "PythonHosts", "Recordings",
        "Reports", "Scoring", "Simulation", "Stages", "Supervision", "Swings", "Tables", "Texts", "WorkoutPlans",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Logging", package: "swift-log"),
      ]),

    .testTarget(name: "HDF5Tests", dependencies: ["HDF5", "CDeflate", "CHDF5", "Files", "TestSupport"]),
    .testTarget(name: "FFTWTests", dependencies: ["FFTW"]),
    .testTarget(name: "DatesTests", dependencies: ["Dates"]),
    .testTarget(name: "FilesTests", dependencies: ["Files", "TestSupport"]),
    .testTarget(name: "FITTests", dependencies: ["FIT", "TestSupport"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"]),
    .testTarget(name: "ParallelTests", dependencies: ["Parallel"]),
    .testTarget(name: "TextsTests", dependencies: ["Texts"]),
    .testTarget(name: "PlotsTests", dependencies: ["HostileTexts", "Plots"]),
    .testTarget(name: "SignalsTests", dependencies: ["Signals", "TestSupport"]),
    .testTarget(name: "MotionTests", dependencies: ["HDF5", "Motion", "TestSupport"]),
    .testTarget(name: "ScoringTests", dependencies: ["Scoring"]),
    .testTarget(
      name: "HeadMotionTests",
      dependencies: [
        "HeadMotion", "Importers", "Motion", "Recordings", "Signals", "Simulation", "Tables", "TestSupport",
      ]),
    .testTarget(
      name: "RecordingsTests", dependencies: ["Recordings", "HDF5", "Signals", "Swings", "CHDF5", "TestSupport"]),
    .testTarget(
      name: "ImportersTests",
      dependencies: ["Importers", "FIT", "Files", "HDF5", "Recordings", "Signals", "TestSupport", "XML"]),
    .testTarget(
      name: "SwingsTests",
      dependencies: [
        "Swings", "Motion", "Parallel", "Scoring", "Signals", "Simulation", "Recordings", "Tables", "TestSupport",
      ]),
    .testTarget(name: "SubmersionTests", dependencies: ["Submersion", "Simulation", "Tables"]),
    .testTarget(name: "WorkoutsTests", dependencies: ["Workouts", "FIT", "Simulation", "Tables", "TestSupport"]),
    .testTarget(name: "TablesTests", dependencies: ["HostileTexts", "Tables", "Files", "HDF5", "JSON", "CHDF5"]),
    .testTarget(
      name: "ConformanceTests",
      dependencies: ["FIT", "HDF5", "Importers", "Recordings", "Signals", "Stages", "Tables", "WorkoutPlans"],
      exclude: ["Python"]),
    .testTarget(
      name: "PipelinesTests",
      dependencies: [
        "HostileTexts", "Pipelines", "Files", "JSON", "Tables", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "WorkoutPlansTests", dependencies: ["WorkoutPlans", "Dates", "FIT", "JSON", "Plots", "TestSupport"]),
    .testTarget(name: "SimulationTests", dependencies: ["Simulation", "Motion", "Recordings", "Signals", "Swings"]),
    .testTarget(
      name: "StageContractTests",
      dependencies: [
        "BuiltInPipelines", "Evaluation", "ImportBatches", "Stages", "Pipelines", "Files", "HDF5", "HeadMotion",
        "Importers", "JSON", "MappingTexts", "Motion", "Parallel", "PythonHosts", "Recordings", "Scoring", "Signals",
        "Simulation", "Submersion", "Swings", "Tables", "TestSupport", "WorkoutPlans", "Workouts",
        .product(name: "Logging", package: "swift-log"),
      ]),
    // What benchmarks run, see Tests/Benchmarks. `count` runs one kernel a number of times; `floor` reads and filters a
    // recording and does nothing else. They are built with the tool, and so take no separate build.
    .target(
      name: "Kernels", dependencies: ["FFTW", "HDF5", "Motion", "Signals", "Swings", "Tables"],
      path: "Tests/Benchmarks/Sources/Kernels"),
    .executableTarget(name: "count", dependencies: ["Kernels"], path: "Tests/Benchmarks/Sources/count"),
    .executableTarget(
      name: "floor", dependencies: ["Recordings", "Signals"], path: "Tests/Benchmarks/Sources/floor"),
    // Helpers for tests of several targets: reference data from outside the project, and reproducible random numbers.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Malicious texts that several suites use as input.
    .target(name: "HostileTexts", path: "Tests/HostileTexts"),
    // What fuzzers feed, see Tests/Fuzz: the tests replay inputs that these found.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "FIT", "HDF5", "Importers", "JSON", "Motion", "Pipelines", "Recordings", "Signals", "Stages", "Swings",
        "Tables", "WorkoutPlans",
      ],
      path: "Tests/Fuzz/Sources/Targets"),
    .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets"]),
    .testTarget(name: "ReportsTests", dependencies: ["HostileTexts", "JSON", "Reports", "Tables"]),
    .testTarget(
      name: "InspectionTests",
      dependencies: [
        "BuiltInPipelines", "Files", "Inspection", "JSON", "Pipelines", "Plots", "Recordings", "Reports", "Tables",
      ]),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "swingpipe", "Evaluation", "FIT", "HDF5", "Pipelines", "Recordings", "Simulation", "Swings", "Tables",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
