import SPPipelines

extension Pipeline {
  /// The only stage of a type.
  ///
  /// - Parameter purpose: what it is needed for, after `to`, for the message.
  /// - Throws: `PipelineError` for none or several.
  func onlyStage(of type: StageType, to purpose: String) throws(PipelineError) -> PipelineStage {
    let found = stages.filter { $0.type == type }
    guard let stage = found.first, found.count == 1 else {
      let names = found.isEmpty ? "none" : found.map { "\"\($0.id)\"" }.joined(separator: ", ")
      let message = "expected one stage of type \"\(type)\" to \(purpose), found \(names)"
      throw PipelineError([Diagnostic(.error, at: .file(file), message: message)])
    }
    return stage
  }
}
