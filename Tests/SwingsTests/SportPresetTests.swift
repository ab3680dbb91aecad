import Foundation
import SPRecordings
import SPSimulation
import Testing

@testable import SPSwings

struct SportPresetTests {
  @Test("There is one of every sport, under the name that recordings have")
  func sports() {
    #expect(SportPreset.all.map(\.sport) == Sport.allCases)
    #expect(Set(SportPreset.all.map(\.name)).count == SportPreset.all.count)
    for sport in Sport.allCases { #expect(SportPreset(sport).sport == sport) }
  }

  @Test("Nothing in the file goes unread, and what is read can be written")
  func wholeFile() throws {
    let file = try JSONSerialization.jsonObject(with: Data(PackageResources.presets_json)) as? NSDictionary
    let presets = try #require(file?["presets"] as? [NSDictionary])
    let order = presets.compactMap { ($0["sport"] as? String).flatMap(Sport.init) }
    let written = try JSONEncoder().encode(order.map { SportPreset($0) })
    #expect(try JSONSerialization.jsonObject(with: written) as? [NSDictionary] == presets)
    #expect(Set(try #require(file?.allKeys as? [String])) == ["version", "presets"])
  }

  @Test("Each figure has a source, and each publication its author and title")
  func sources() {
    for preset in SportPreset.all {
      for sources in [
        preset.ways.sources, preset.duration.sources, preset.rotation.sources, preset.peakRate.sources,
      ] {
        #expect(!sources.isEmpty, "\(preset.name)")
        for source in sources where source.basis == .published {
          #expect(source.author?.isEmpty == false && source.title?.isEmpty == false, "\(preset.name): \(source)")
        }
      }
    }
  }

  @Test("A preset accepts every swing that real recordings of its sport showed")
  func realSwings() {
    // Extremes of 266 table tennis hits and of six golf swings: seconds, radians, rad/s before the contact.
    for (sport, seconds, radians, slowest) in [
      (Sport.tableTennis, 0.065...0.348, 0.209...2.89, 4.28), (.golf, 0.239...0.274, 1.35...1.69, 10.4),
    ] {
      let preset = SportPreset(sport)
      #expect(preset.duration.toContact.contains(seconds))
      #expect(preset.rotation.toContact.contains(radians))
      #expect(preset.peakRate.smallestBeforeContact < slowest)
    }
    #expect(SportPreset(.tableTennis).duration.toContact == 0.04...0.6)
    #expect(SportPreset(.tableTennis).rotation.toContact.lowerBound == 0.15)
  }

  @Test("A source says what it rests on")
  func sourceText() {
    var source = SportPreset.Source(basis: .published, author: "A", title: "T", year: 2000, says: "0.15 s")
    #expect(source.description == "A, T (2000): 0.15 s")
    source.year = nil
    #expect(source.description == "A, T: 0.15 s")
    #expect(
      SportPreset.Source(basis: .measured, title: "swings", says: "1 rad").description == "measured on swings: 1 rad")
    #expect(SportPreset.Source(basis: .derived, says: "as for golf").description == "derived: as for golf")
  }
}

struct PresetFileTests {
  private let text = String(decoding: PackageResources.presets_json, as: UTF8.self)

  /// What reading the file says of it once the first place of a text is changed.
  private func fault(_ old: String, _ new: String) throws -> String? {
    let range = try #require(text.range(of: old))
    do {
      _ = try PresetFile(json: Array(text.replacingCharacters(in: range, with: new).utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "A file whose sports or figures do not agree is refused",
    arguments: [
      (#""version": 1"#, #""version": 2"#, "expected version 1, found 2"),
      (#""sport": "softball""#, #""sport": "baseball""#, "expected one preset of baseball, found a second one"),
      (
        #""to_contact": [0.06, 0.6]"#, #""to_contact": [0.13, 0.6]"#,
        "baseball, duration_s: expected typical within to_contact"
      ),
      (#""to_peak": [0.02,"#, #""to_peak": [0,"#, "baseball, duration_s: expected limits above 0"),
      (#""to_peak": [0.02,"#, #""to_peak": [0.07,"#, "baseball, duration_s: expected to_peak no later than to_contact"),
      (
        #""smallest": 3"#, #""smallest": 2"#,
        "baseball, peak_rate_rad_s: expected smallest_before_contact up to smallest"
      ),
      (#""smallest": 3"#, #""smallest": 11"#, "baseball, peak_rate_rad_s: expected smallest up to typical"),
      (#""author""#, #""writer""#, "baseball, duration_s: expected author and title of its source"),
      (
        #""says": "the swing itself takes 150 ms""#, #""says": """#,
        "baseball, duration_s: expected what its source says"
      ),
    ])
  func faults(old: String, new: String, message: String) throws {
    #expect(try fault(old, new) == message)
  }

  @Test("A missing sport, a figure without sources and an inverted range are refused")
  func incomplete() throws {
    var file = try #require(
      try JSONSerialization.jsonObject(with: Data(PackageResources.presets_json)) as? [String: Any])
    var presets = try #require(file["presets"] as? [[String: Any]])
    func message() -> String? {
      file["presets"] = presets
      do {
        _ = try PresetFile(json: JSONSerialization.data(withJSONObject: file))
        return nil
      } catch {
        return "\(error)"
      }
    }
    let last = presets.removeLast()
    #expect(message() == "expected a preset of cricket, found none")
    presets.append(last)
    #expect(message() == nil)
    for figure in ["duration_s", "rotation_rad", "peak_rate_rad_s"] {
      var preset = last
      var values = try #require(last[figure] as? [String: Any])
      values["sources"] = [String]()
      preset[figure] = values
      presets[presets.count - 1] = preset
      #expect(message() == "cricket, \(figure): expected a source")
    }
    #expect(try fault("[0.06, 0.6]", "[0.6, 0.06]") != nil)
    #expect(try fault(#""sport": "golf""#, #""sport": "croquet""#) != nil)
  }
}
