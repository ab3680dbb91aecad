import Testing

@testable import SPRecordings

/// The streams of the layout.
struct StreamCatalogTests {
  @Test("Every column of every stream has a name of its own, with the unit in it")
  func names() throws {
    for (stream, datasets) in StreamCatalog.streams {
      let names = [StreamCatalog.timeColumn] + datasets.flatMap(\.columnNames)
      #expect(Set(names).count == names.count, "\(stream)")
      #expect(names.count == 1 + datasets.reduce(0) { $0 + $1.components })
      for kind in datasets {
        #expect(kind.columnNames.allSatisfy { $0.hasPrefix(kind.name) })
        // A symbol of a unit, in letters that columns are made of.
        let suffix = StreamCatalog.unitSuffixes[kind.unit]
        let symbol = kind.unit == .dimensionless ? "" : kind.unit.symbol.lowercased()
        #expect(suffix == symbol.replacing("/", with: "_").replacing("degc", with: "deg_c"))
      }
    }
    #expect(
      StreamCatalog.kind(of: "acceleration", in: .accelerometer)?.columnNames == [
        "acceleration_x_g", "acceleration_y_g", "acceleration_z_g",
      ])
    #expect(
      StreamCatalog.kind(of: "attitude", in: .deviceMotion)?.columnNames == [
        "attitude_w", "attitude_x", "attitude_y", "attitude_z",
      ])
    #expect(StreamCatalog.kind(of: "rotation_rate", in: .deviceMotion)?.columnNames.last == "rotation_rate_z_rad_s")
    #expect(StreamCatalog.kind(of: "temperature", in: "water_temperature")?.columnNames == ["temperature_deg_c"])
    #expect(StreamCatalog.kind(of: "speed", in: "cycling")?.columnNames == ["speed_m_s"])
  }
}
