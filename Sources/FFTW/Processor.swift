import Foundation

/// The processor of this machine.
enum Processor {
  /// Its maker, family, model and revision on one line, as the system reports them.
  static let name: String = {
    #if os(Linux)
      // Only of the first processor in the list; values that change over time, such as the clock rate, are left out.
      let keys = [
        "vendor_id", "cpu family", "model", "model name", "stepping", "CPU implementer", "CPU architecture",
        "CPU variant", "CPU part", "CPU revision",
      ]
      let file = FileHandle(forReadingAtPath: "/proc/cpuinfo")
      defer { try? file?.close() }
      let text = String(decoding: (try? file?.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
      let first = text.components(separatedBy: "\n\n").first ?? ""
      let values = first.split(separator: "\n").compactMap { line -> String? in
        let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        return parts.count == 2 && keys.contains(parts[0]) ? parts[1] : nil
      }
      return values.isEmpty ? "unknown processor" : values.joined(separator: " ")
    #else
      var size = 0
      sysctlbyname("machdep.cpu.brand_string", nil, &size, nil, 0)
      var bytes = [UInt8](repeating: 0, count: size)
      sysctlbyname("machdep.cpu.brand_string", &bytes, &size, nil, 0)
      let name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return name.isEmpty ? "unknown processor" : name
    #endif
  }()
}
