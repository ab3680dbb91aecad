import Foundation
import Swingpipe

/// The swings of a recording, hits and misses, by time.
func findSwings(in url: URL) throws -> [LabelledSwing] {
  try Recording(contentsOf: url).findSwings().decided.labelled
}
