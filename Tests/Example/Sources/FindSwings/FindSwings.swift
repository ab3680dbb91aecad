import Swingpipe

/// The swings of a recording, hits and misses, by time.
func findSwings(in path: String) throws -> [LabelledSwing] {
  try Recording(opening: path).findSwings().decided.labelled
}
