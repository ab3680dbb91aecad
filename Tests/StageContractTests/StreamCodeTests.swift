import SPHeadMotion
import SPRecordings
import SPSubmersion
import SPWorkouts
import Testing

/// The words for codes.
struct StreamCodeTests {
  private func words(_ stream: StreamName, _ dataset: String) throws -> [Int: String] {
    try #require(StreamCatalog.kind(of: dataset, in: stream)).codes
  }

  @Test("The catalogue of streams and the tables of each domain call a code the same")
  func names() throws {
    func dictionary<Code: RawRepresentable>(_ codes: [Code], _ name: (Code) -> String) -> [Int: String]
    where Code.RawValue: BinaryInteger {
      Dictionary(uniqueKeysWithValues: codes.map { (Int($0.rawValue), name($0).replacing("_", with: " ")) })
    }
    #expect(try words(.headphoneMotion, "sensor_location") == dictionary(BudLocation.allCases, \.name))
    #expect(try words(.submersionMeasurement, "depth_state") == dictionary(DepthState.allCases, \.name))
    #expect(try words(.workoutState, "state") == dictionary(WorkoutState.allCases, \.name))
    #expect(try words(.workoutEvent, "type") == dictionary(WorkoutEventKind.allCases, \.name))
  }

  @Test("Every dataset of codes has words, and no other has")
  func all() {
    for dataset in StreamCatalog.streams.flatMap(\.datasets) {
      #expect(dataset.codes.isEmpty == (dataset.storage == .float32), "\(dataset.name)")
    }
  }
}
