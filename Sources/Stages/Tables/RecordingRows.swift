import Tables

/// The kind of rows in the table of recordings, for reports.
enum RecordingRows {
  /// Recordings.
  static let recordings = RowDescription(
    singular: "recording", plural: "recordings",
    overview: [
      RecordingFigure(
        "Length, s", "Recorded time, without gaps.", place: 0,
        columns: .init(.mean, of: ["acceleration_duration_s", "motion_duration_s"]),
        notes: .init(.mean, of: ["accelerometer_s", "device_motion_s"])),
      RecordingFigure(
        "Accel., Hz", "Measured rate of the acceleration, in samples per second.", place: 80, decimals: 1,
        columns: .init(.mean, of: ["acceleration_rate_hz"]),
        notes: .init(.rate, of: ["accelerometer_samples", "accelerometer_s"])),
      RecordingFigure(
        "Motion, Hz", "Measured rate of the device motion, in samples per second.", place: 81, decimals: 1,
        columns: .init(.mean, of: ["motion_rate_hz"]),
        notes: .init(.rate, of: ["device_motion_samples", "device_motion_s"])),
      RecordingFigure(
        "Gaps", "Stretches that are missing from either stream; nothing is found across them.", place: 82,
        isBestZero: true, columns: .init(.sum, of: ["acceleration_gaps", "motion_gaps"])),
      RecordingFigure(
        "Lost samples", "Single samples that are missing from either stream; harmless in small numbers.", place: 83,
        columns: .init(.sum, of: ["acceleration_lost_samples", "motion_lost_samples"])),
      RecordingFigure(
        "Clock faults", "Timestamps that repeat or step back.", place: 84, isBestZero: true,
        columns: .init(
          .sum,
          of: [
            "acceleration_duplicate_stamps", "acceleration_backward_stamps", "motion_duplicate_stamps",
            "motion_backward_stamps",
          ])),
      RecordingFigure(
        "Clock offset, ms",
        "How late the timestamps of the motion are against those of the acceleration; times to contact shift as much.",
        place: 85, decimals: 1,
        columns: .init(.difference, of: ["motion_offset_s", "motion_offset_corrected_s"], factor: 1000)),
    ])
}
