/// The kinds of files that are imported.
public enum ImportFormat: String, Hashable, Sendable, CaseIterable {
  /// The SensorLog app.
  case sensorLog = "sensor_log"
  /// The Sensor Logger app.
  case sensorLogger = "sensor_logger"
  /// Timestamps and three axes of acceleration without a header, in batches.
  case batchedAcceleration = "batched_acceleration"
  /// Timestamps and three axes of rotation rate without a header, in batches.
  case batchedRotation = "batched_rotation"
  /// The phyphox app.
  case phyphox
  /// WitMotion's sensors.
  case wit
  /// CSV as the tool itself exports it.
  case csv
  /// FIT, as bike computers, sports watches and dive computers write it.
  case fit
  /// Garmin's Training Center XML.
  case tcx
  /// GPS Exchange Format.
  case gpx
  /// Universal Dive Data Format.
  case uddf
  /// Subsurface's own XML.
  case subsurface
  /// The export of Apple Health.
  case appleHealth = "apple_health"
  /// Any text table or HDF5 file, by a mapping.
  case mapped
  /// APDM Opal, version 5.
  case opal
  /// Recordings of layout version 1.
  case swingpipe

  /// Its name in messages.
  public var title: String {
    switch self {
    case .sensorLog: "SensorLog"
    case .sensorLogger: "Sensor Logger"
    case .batchedAcceleration: "batched acceleration"
    case .batchedRotation: "batched rotation rates"
    case .phyphox: "phyphox"
    case .wit: "WIT"
    case .csv: "CSV of swingpipe"
    case .fit: "FIT"
    case .tcx: "TCX"
    case .gpx: "GPX"
    case .uddf: "UDDF"
    case .subsurface: "Subsurface"
    case .appleHealth: "Apple Health"
    case .mapped: "a mapped layout"
    case .opal: "Opal"
    case .swingpipe: "swingpipe recording"
    }
  }

  /// Whether its files are always HDF5.
  var isHDF5: Bool { self == .opal || self == .swingpipe }

  /// Whether its files describe activities as a device or app stored them, rather than tables of sensors.
  var isActivity: Bool { [.fit, .tcx, .gpx, .uddf, .subsurface, .appleHealth].contains(self) }

  /// A description of its files, in a sentence.
  public var summary: String {
    switch self {
    case .sensorLog: "One CSV with | or , between fields such as accelerometerAccelerationX(G)."
    case .sensorLogger:
      "CSV files of one recording, one per sensor, in a folder or zip. Standardised values and those of Android "
        + "change their sign."
    case .batchedAcceleration: "No header; timestamps in s and x, y, z in g; empty lines between batches."
    case .batchedRotation: "No header; timestamps in s and x, y, z in rad/s; empty lines between batches."
    case .phyphox: "Fields such as \"Acceleration x (m/s^2)\"; a file, or several of one recording in a folder or zip."
    case .wit: "Fields such as ax(g), wx(deg/s); the acceleration changes its sign."
    case .csv:
      "STREAM.csv with time_s and fields such as acceleration_x_g, or a folder of them, as swingpipe export writes."
    case .fit:
      "Rides, runs, swims and dives of bike computers and watches, with the device's own figures; a recording for each "
        + "leg of a triathlon."
    case .tcx: "Rides and runs as XML (TrainingCenterDatabase), with laps; a recording for each activity."
    case .uddf: "Dives of any dive computer as XML, with gases, tanks and decompression; a recording for each dive."
    case .subsurface: "Dives in the XML of Subsurface (.ssrf, .xml), with gases, tanks and decompression."
    case .gpx: "Tracks with times as XML. Heart rate, cadence and power are read from extensions."
    case .appleHealth:
      "The export.xml of Apple Health with its workout-routes, or the export.zip: a recording for each workout."
    case .mapped: "Any text table, HDF5 or MATLAB file, with --mapping."
    case .opal: "HDF5 with /Sensors/<id> (APDM v5)."
    case .swingpipe: "Layout version 1, to be repaired or labelled again."
    }
  }
}
