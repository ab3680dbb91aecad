import SPHelpTopics
import SPPipelines
import SPTables

/// The pages of the documentation that the tool prints.
enum HelpPages {
  /// The names of all pages, for a sentence.
  static var names: String { HelpTopic.all.map(\.name).joined(separator: ", ") }

  /// The page of a name, or the list of all pages for `topics`; nil for any other word.
  static func text(of name: String) -> String? {
    guard name != "topics" else {
      var table = TextTable([("topic", .left), ("what it is about", .left)])
      for topic in HelpTopic.all { table.append([topic.name, topic.summary]) }
      return table.text
    }
    return HelpTopic.all.first { $0.name == name }?.text
  }
}
