import Files
import Swingpipe
import Tables
import Testing

/// A package beside swingpipe.
struct NeighbourTests {
  @Test("Its modules may be called `Files` and `Tables`, and their types like those of swingpipe")
  func modules() throws {
    let recording = try Recording(contentsOf: Example.recording)
    let file = Files.File(named: Example.recording.path)
    let table = Tables.Table(rowCount: try recording.annotations()?.swings.count ?? 0)
    #expect(file.name.hasSuffix("tennis-000001.h5"))
    #expect(table.rowCount == (try Example.labels().count))
  }
}
