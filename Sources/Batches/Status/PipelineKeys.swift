import SPBasics
import SPPipelines

extension Pipeline {
  /// For each table that it writes, a hash of everything in the pipeline that can change its content.
  ///
  /// The processor is not included. Another one can change filtered values by some 1e-5 g, which matters only for a peak
  /// right at a threshold, and a move to another machine is not a reason to run a data set again.
  var tableKeys: [String: String] {
    let all = settings
    let keys = stages.flatMap { stage in
      let ids = Set(stages(leadingTo: stage.id).map(\.id))
      return stage.stage.tableNames.map { ($0, Self.key(of: all.filter { ids.contains($0.id) })) }
    }
    return Dictionary(uniqueKeysWithValues: keys)
  }

  /// A hash of everything in the pipeline that can change a result.
  var key: String { Self.key(of: settings) }

  /// The hash includes everything in ``StageSettings``.
  private static func key(of settings: [StageSettings]) -> String {
    let text = settings.map { stage in
      let values = stage.values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
      return "\(stage.id) \(stage.type)\n" + values.joined()
    }
    return ContentHash(text.joined(separator: "\n").utf8).text
  }
}
