import Files
import Glibc
import Texts

/// The processor of this machine.
enum Processor {
  /// Its maker, family, model and revision on one line, as the system reports them.
  static let name: String = {
    // Only of the first processor in the list; values that change over time, such as the clock rate, are left out.
    let keys = [
      "vendor_id", "cpu family", "model", "model name", "stepping", "CPU implementer", "CPU architecture",
      "CPU variant", "CPU part", "CPU revision",
    ]
    let file = open("/proc/cpuinfo", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let text = String(decoding: WholeTransfer.read(from: file, upTo: 4096) ?? [], as: UTF8.self)
    let first = text.split(separator: "\n\n").first ?? ""
    let values = first.split(separator: "\n").compactMap { line -> String? in
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed }
      return parts.count == 2 && keys.contains(parts[0]) ? parts[1] : nil
    }
    return values.isEmpty ? "unknown processor" : values.joined(separator: " ")
  }()
}
