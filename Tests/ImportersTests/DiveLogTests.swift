import Foundation
import SPRecordings
import Testing

@testable import SPImporting

/// Dives in UDDF and in Subsurface's XML.
/// Logs of dives.
struct DiveLogTests {
  private static let unix = 1_319_201_929.0

  private static let uddf = """
    <uddf xmlns="http://www.streit.cc/uddf/3.2/" version="3.2.0">
    <generator><name>Log</name><datetime>2020-01-01T00:00:00</datetime></generator>
    <gasdefinitions><mix id="air"><o2>0.21</o2><he>0</he></mix><mix id="m1"><o2>0.18</o2><he>0.45</he></mix>
    <mix id="m2"><o2>0.5</o2></mix></gasdefinitions>
    <profiledata><repetitiongroup><dive id="d1"><informationbeforedive><datetime>2011-10-21T12:58:49Z</datetime>
    <divenumber>94</divenumber><airtemperature>300.15</airtemperature>
    <surfaceintervalbeforedive><passedtime>5400</passedtime></surfaceintervalbeforedive></informationbeforedive>
    <tankdata id="t1"><link ref="m1"/><tankvolume>0.024</tankvolume><tankpressurebegin>20000000</tankpressurebegin></tankdata>
    <samples>
    <waypoint><depth>0.0</depth><divetime>0</divetime><switchmix ref="m1"/></waypoint>
    <waypoint><depth>30.5</depth><divetime>60.5</divetime><temperature>288.15</temperature><cns>2</cns>
    <tankpressure ref="t1">18000000</tankpressure><nodecotime>300</nodecotime><calculatedpo2>120000</calculatedpo2></waypoint>
    <waypoint><divetime>90</divetime><temperature>287.15</temperature><heading>90</heading></waypoint>
    <waypoint><depth>6</depth><divetime>120</divetime><decostop kind="mandatory" decodepth="6" duration="180"/>
    <switchmix ref="m2"/><setmarker/><calculatedpo2>0.8</calculatedpo2></waypoint></samples>
    <informationafterdive><greatestdepth>30.5</greatestdepth><averagedepth>15</averagedepth><diveduration>120</diveduration>
    <lowesttemperature>287.15</lowesttemperature></informationafterdive></dive>
    <dive id="d2"><informationbeforedive><datetime>2011-10-22T09:00:00</datetime></informationbeforedive>
    <samples><waypoint><depth>5</depth><divetime>10</divetime><temperature>20</temperature></waypoint></samples>
    <informationafterdive><lowesttemperature>20</lowesttemperature></informationafterdive></dive>
    </repetitiongroup></profiledata></uddf>
    """

  @Test("A UDDF file gives a recording for each dive; gases, tanks and decompression are kept as tables")
  func uddf() throws {
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(scratch.write(Self.uddf, to: "log.uddf"))
    #expect(parts.map(\.id) == ["log-1-diving", "log-2-diving"])
    let (dive, record) = (parts[0].recording, parts[0].record)
    #expect(record.format == "uddf" && dive.attributes.software == "Log")
    #expect(dive.attributes.startTime == "2011-10-21T12:58:49.000Z")
    #expect(try dive.times(of: "submersion_measurement") == [0, 60.5, 120].map { Self.unix + $0 })
    #expect(try dive.rows("depth", of: "submersion_measurement") == [[0], [30.5], [6]])
    #expect(try dive.times(of: "water_temperature") == [60.5, 90].map { Self.unix + $0 })
    #expect(try dive.rows("temperature", of: "water_temperature") == [[15], [14]])
    #expect(try dive.rows("type", of: "workout_event") == [[4]])
    let tables = Dictionary(uniqueKeysWithValues: try dive.deviceSummaries().map { ($0.name, $0) })
    #expect(tables["dive_gas"]?.numbers("oxygen_content") == [18, 50])
    #expect(tables["dive_gas"]?.numbers("message_index") == [1, 2])
    #expect(tables["dive_gas_switch"]?.numbers("gas") == [1, 2])
    #expect(tables["tank_summary"]?.numbers("start_pressure") == [200])
    #expect(tables["tank_summary"]?.numbers("tank_volume") == [24])
    #expect(tables["tank_update"]?.numbers("pressure") == [180])
    #expect(tables["dive_summary"]?.numbers("max_depth") == [30.5])
    #expect(tables["dive_summary"]?.numbers("surface_interval") == [5400])
    let stops = try #require(tables["dive_decompression"])
    #expect(stops.numbers("ndl_time")?.first == 300 && stops.numbers("next_stop_depth")?.last == 6)
    #expect(stops.numbers("po2") == [1.2, 0.8] && stops.numbers("cns_load")?.first == 2)
    #expect(record.unused == ["without a place: heading 1"])
    // Without an offset from UTC, and in degrees Celsius where kelvin are expected.
    #expect(
      parts[1].record.notes == [
        "temperatures below 150 K are taken as degrees Celsius, which no water is in kelvin",
        "the start of the dive states no offset from UTC, and is taken as UTC",
      ])
    #expect(try parts[1].recording.rows("temperature", of: "water_temperature") == [[20]])
  }

  private static let subsurface = """
    <divelog program='subsurface' version='3'><settings/><dives><trip>
    <dive number='94' date='2011-10-21' time='12:58:49' duration='3:00 min'>
    <cylinder size='24.0 l' o2='29.0%' start='196.1 bar'/><cylinder size='7.0 l'/>
    <divecomputer model='One'><depth max='36.01 m' mean='66.3 ft'/><temperature water='25.2 C'/>
    <event time='2:06 min' name='gaschange' cylinder='1'/><event time='1:00 min' name='violation'/>
    <sample time='0:06 min' depth='2.5 m' temp='27.5 C' pressure='196.0 bar' ndl='99:00 min' cns='1%'/>
    <sample time='1:36 min' depth='36.0 m' stoptime='3:00 min' stopdepth='3.0 m' tts='9:00 min'/>
    <sample time='2:36 min' depth='16.4 ft' heartbeat='88'/></divecomputer>
    <divecomputer model='Two' date='2011-10-21' time='12:59:00'><sample time='0:20 min' depth='10.0 m'/></divecomputer>
    </dive><dive number='95' date='2011-10-22' time='09:00:00'><sample time='0:30 min' depth='5.5 m'/></dive>
    <dive number='96' date='2011-10-23' time='09:00:00'><divecomputer model='by hand'><depth max='9.0 m'/></divecomputer></dive>
    </trip></dives></divelog>
    """

  @Test("Subsurface's XML gives a recording for each dive and dive computer, from values with their units")
  func subsurface() throws {
    let scratch = try ImportScratch()
    let parts = try scratch.importedParts(scratch.write(Self.subsurface, to: "log.ssrf"))
    #expect(parts.map(\.id) == ["log-1-diving", "log-2-diving", "log-3-diving"])
    #expect(parts.map { $0.recording.attributes.deviceModel } == ["One", "Two", nil])
    let (dive, record) = (parts[0].recording, parts[0].record)
    #expect(try dive.times(of: "submersion_measurement") == [6, 96].map { Self.unix + $0 })
    #expect(try dive.rows("depth", of: "submersion_measurement") == [[2.5], [36]])
    #expect(try dive.rows("heart_rate", of: "heart_rate") == [[88]])
    let tables = Dictionary(uniqueKeysWithValues: try dive.deviceSummaries().map { ($0.name, $0) })
    #expect(tables["dive_gas"]?.numbers("oxygen_content") == [29, 20.9])
    #expect(tables["dive_gas_switch"]?.numbers("timestamp") == [Self.unix + 126])
    #expect(tables["dive_summary"]?.numbers("duration") == [180])
    #expect(tables["dive_decompression"]?.numbers("time_to_surface")?.last == 540)
    #expect(
      record.unused == [
        "without a place: event violation 1, values that are not in m 2",
        "of the file's 4 parts, those without samples: 4-diving",
      ])
    #expect(try parts[1].recording.times(of: "submersion_measurement") == [Self.unix + 11 + 20])
    #expect(try parts[2].recording.rows("depth", of: "submersion_measurement") == [[5.5]])
  }

  @Test("Samples of Subsurface leave out values that have not changed, and name a tank by its number")
  func unchanged() throws {
    let scratch = try ImportScratch()
    let text = """
      <divelog><dives><dive number='1' date='2011-10-21' time='12:58:49'>
      <cylinder size='80 cuft' o2='32.0%'/><divecomputer>
      <sample time='0:10 min' depth='2.0 m' temp='20.0 C' heartbeat='80' ndl='99:00 min' pressure='150.0 bar' sensor='1'/>
      <sample time='0:20 min' depth='3.0 m' pressure='149.0 bar' pressure2='120.0 bar' rbt='9:00 min'/>
      <sample time='0:30 min' depth='4.0 m' cns='2%'/></divecomputer></dive></dives></divelog>
      """
    let dive = try #require(scratch.importedParts(scratch.write(text, to: "log.ssrf")).first)
    #expect(try dive.recording.rows("heart_rate", of: "heart_rate") == [[80], [80], [80]])
    #expect(try dive.recording.rows("temperature", of: "water_temperature") == [[20], [20], [20]])
    let tables = Dictionary(uniqueKeysWithValues: try dive.recording.deviceSummaries().map { ($0.name, $0) })
    #expect(tables["tank_update"]?.numbers("tank") == [1, 1, 2])
    #expect(tables["tank_update"]?.numbers("pressure") == [150, 149, 120])
    #expect(tables["dive_decompression"]?.numbers("ndl_time") == [5940, 5940])
    // The cylinder stands before the first computer.
    #expect(dive.record.unused == ["without a place: rbt 1, values that are not in l 1"])
  }

  @Test("A dive that names no gas keeps all gases of its UDDF file")
  func gasWithoutReference() throws {
    let scratch = try ImportScratch()
    let text =
      "<uddf><gasdefinitions><mix id=\"m\"><o2>0.32</o2></mix></gasdefinitions><profiledata><dive><samples><waypoint>"
      + "<depth>5</depth><divetime>10</divetime></waypoint></samples></dive></profiledata></uddf>"
    let dive = try #require(scratch.importedParts(scratch.write(text, to: "log.uddf")).first)
    let gases = try #require(dive.recording.deviceSummaries().first { $0.name == "dive_gas" })
    #expect(gases.numbers("oxygen_content") == [32])
    #expect(dive.record.notes == ["states no date: times count from the start of the dive"])
  }

  @Test("A log without dives is refused")
  func empty() throws {
    let scratch = try ImportScratch()
    #expect(
      try scratch.fault(scratch.write("<uddf version='3.2.0'><profiledata/></uddf>", to: "none.uddf"))
        == "none.uddf: holds no dive; expected at least one")
  }
}
