import Foundation

/// Records of a run that are written by hand.
extension Scratch {
  /// Makes a folder look like the output of a run over recordings, with tables of swings for those that are done.
  func records(of output: String, done: [String], failed: [String] = []) throws {
    let ids = (done + failed).sorted()
    let plan = ids.map { #"{"recording_id":"\#($0)","path":"/\#($0).h5","size_bytes":1,"fingerprint":"mtime_ns:1"}"# }
    try write(plan.map { $0 + "\n" }.joined(), to: "\(output)/_meta/plan.jsonl")
    for id in ids {
      let isDone = done.contains(id)
      var information = stat()
      stat(self("\(output)/swings/\(id).csv"), &information)
      let modified = information.st_mtim.tv_sec * 1_000_000_000 + information.st_mtim.tv_nsec
      let table = """
        { "table": "swings", "path": "swings/\(id).csv", "key": "k", "xxh128": "0",
          "stamp": { "size_bytes": \(information.st_size), "modified_ns": \(modified) } }
        """
      try write(
        """
        { "version": 1, "recording_id": "\(id)", "status": "\(isDone ? "done" : "failed")", "worth_retrying": false,
          "input": { "path": "/\(id).h5" }, "tool_version": "1", "key": "k", "host": "h",
          "started": "2026-01-01T00:00:00Z", "seconds": 1, "peak_memory_bytes": 1, "reasons": [], "errors": [],
          "warnings": [], "stages": [], "tables": [\(isDone ? table : "")] }
        """, to: "\(output)/_meta/status/\(id).json")
    }
  }
}
