import SPPlots
import SPRecordings
import SPReporting
import SPStages
import Testing

/// Pictures of a recording.
struct PictureTests {
  @Test("A swing has raw and filtered acceleration and rotation; the overview has magnitudes and labels")
  func wrist() throws {
    var picture = RecordingPicture(of: Bundled.baseball)
    picture.swing = 0
    var remarks: [String] = []
    let swing = try picture.figure { remarks.append($0) }
    #expect(swing.panels.count == 3 && remarks == ["pipeline: built-in baseball, by the recording's sport"])
    picture.swing = nil
    picture.isOverview = true
    let overview = try picture.figure()
    #expect(overview.title == "baseball-000001" && overview.panels.map(\.label) == ["acceleration", "rotation rate"])
    #expect(overview.tracks.contains { $0.label == "hits labelled" })
    picture.streams = [StreamName("cycling")]
    let error = #expect(throws: InspectionError.self) { try picture.figure() }
    #expect(error?.kind == .nothingThere)
  }

  @Test("A dive is drawn as its depth, and a pipeline that does not suit it is told from a file that is none")
  func dive() throws {
    #expect(try RecordingPicture(of: Bundled.dive).figure().panels.first?.isDownward == true)
    var picture = RecordingPicture(of: Bundled.dive)
    picture.pipeline = try SportPipeline.pipeline(for: .tennis)
    let unsuitable = #expect(throws: InspectionError.self) { try picture.figure() }
    #expect(unsuitable?.kind == .unsuitable)
    let missing = #expect(throws: InspectionError.self) { try RecordingPicture(of: "/no/such.h5").figure() }
    #expect(missing?.kind == .unusableData)
  }
}
