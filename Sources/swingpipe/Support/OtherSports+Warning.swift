import SPBatches

extension OtherSports {
  /// Writes the warning to standard error, if there is one.
  func tell(for command: String = "run", _ inputs: [String]?, output: String?) {
    guard let text = warning(for: command, inputs, output: output) else { return }
    Console.shared.tell(
      text, level: .warning, event: "other_sport", counts.map { .init(key: $0.sport, value: .integer($0.count)) })
  }
}

extension InputArguments {
  /// The inputs as words of a command line.
  var words: [String] {
    let most = 20
    let given = inputs.prefix(most).map(\.shellWord) + (inputs.count > most ? ["..."] : [])
    return given + (filesFrom.map { ["--files-from", $0.shellWord] } ?? [])
  }
}

extension BatchArguments {
  /// The inputs as words of a command line; nil with a plan.
  var words: [String]? { plan == nil ? inputs.words : nil }
}
