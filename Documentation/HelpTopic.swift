/// A page of this folder, compiled in, so that an installed tool prints it.
package struct HelpTopic: Hashable, Sendable {
  /// The name by which people ask for the page: the file's name without `.md`.
  package let name: String
  /// The subject of the page, in a line.
  package let summary: String
  private let bytes: [UInt8]

  /// The page in Markdown.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private init(_ name: String, _ summary: String, _ bytes: [UInt8]) {
    (self.name, self.summary, self.bytes) = (name, summary, bytes)
  }

  /// Every page, in the order in which they are listed.
  package static let all = [
    HelpTopic("commands", "every command in a line, and the exit codes", PackageResources.commands_md),
    HelpTopic("importing", "files of other programs", PackageResources.importing_md),
    HelpTopic("quality", "`check`: is a recording any good?", PackageResources.quality_md),
    HelpTopic("labels", "labels, and recordings as CSV", PackageResources.labels_md),
    HelpTopic("batches", "whole data sets, shards, Slurm, what is done again and why", PackageResources.batches_md),
    HelpTopic(
      "large", "thousands of recordings: what they take, and what to do after failures", PackageResources.large_md),
    HelpTopic(
      "first_pipeline", "a first pipeline, its tests, and how swings are found", PackageResources.first_pipeline_md),
    HelpTopic("tables", "what a run writes, and how to read it", PackageResources.tables_md),
    HelpTopic("python", "the Python module, from `pip install` to a DataFrame", PackageResources.python_md),
    HelpTopic(
      "own_features", "columns and events by your own functions in Python", PackageResources.own_features_md),
    HelpTopic("scoring", "scores against labels, `diff`, and models of your own", PackageResources.scoring_md),
    HelpTopic("reports", "the page of a run, and pictures", PackageResources.reports_md),
    HelpTopic("explaining", "why a hit, a miss or no swing", PackageResources.explaining_md),
    HelpTopic("heads", "headphone motion", PackageResources.heads_md),
    HelpTopic("dives", "water submersion", PackageResources.dives_md),
    HelpTopic("workouts", "rides, runs and sessions on several devices", PackageResources.workouts_md),
    HelpTopic("plans", "workout plans: checked, shown, exchanged, held against rides", PackageResources.plans_md),
    HelpTopic("accuracy", "how well swings are found, in detail", PackageResources.accuracy_md),
    HelpTopic("speed", "how fast, and against what", PackageResources.speed_md),
    HelpTopic("safety", "files that you do not trust", PackageResources.safety_md),
    HelpTopic("swift", "the libraries", PackageResources.swift_md),
    HelpTopic(
      "architecture", "from a sample to a row of a table, and where to change what", PackageResources.architecture_md),
    HelpTopic("changelog", "what changed for users, by version", PackageResources.changelog_md),
    HelpTopic(
      "contributing", "building, testing, the modules, and where to add code", PackageResources.contributing_md),
  ]
}
