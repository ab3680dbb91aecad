import FoundationEssentials
import SPBasics
import SPSignals

/// How many processors this process may use, which can be far fewer than the machine has.
///
/// This is the smallest number that the process's affinity, its control groups and a scheduler grant. A fractional
/// quota is rounded up. Invalid values are ignored.
public struct GrantedProcessors: Hashable, Sendable {
  /// The number; at least 1.
  public let count: Int
  /// The source of the limit, as in "SLURM_CPUS_PER_TASK is 4".
  public let source: String

  /// The processors granted to this process now.
  public static var current: GrantedProcessors {
    GrantedProcessors(
      environment: ProcessInfo.processInfo.environment, processorCount: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Finds the smallest of all grants.
  /// - Parameters:
  ///   - environment: The variables of the process.
  ///   - root: The folder that contains `proc` and `sys`, `/` on a real machine.
  ///   - processorCount: The number of processors of the machine.
  public init(environment: [String: String], root: String = "/", processorCount: Int) {
    let kernel = KernelFiles(root: root)
    var grants = [(count: max(1, processorCount), source: "the machine's processors")]
    if let count = kernel.affinityCount { grants.append((count, "the affinity of the process")) }
    for limit in ControlGroupLimit.all(kernel) {
      // A quota of less than one processor still runs one job.
      let count = Int(min(limit.processors.rounded(.up), 1e6))
      grants.append((max(1, count), "\(limit.file) allows \(limit.processors) processors"))
    }
    for names in Self.schedulerVariables {
      let set = names.lazy.compactMap { name in environment[name].flatMap(Self.count).map { (name, $0) } }
      if let (name, count) = set.first { grants.append((count, "\(name) is \(count)")) }
    }
    let least = grants.map(\.count).min() ?? 1
    count = least
    source = grants.first { $0.count == least }?.source ?? ""
  }

  /// The variables in which Slurm, PBS, Grid Engine and LSF store the number of processors of a task. For each
  /// scheduler, the first variable that is set counts.
  private static let schedulerVariables = [
    ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"], ["NCPUS", "PBS_NP"], ["NSLOTS"], ["LSB_DJOB_NUMPROC"],
  ]

  private static func count(_ text: String) -> Int? {
    guard let count = Int(text.trimmed), count > 0 else { return nil }
    return count
  }
}

/// The granted processors except the current processor.
package enum SpareProcessors {
  /// Runs work with a spare worker for each granted processor except the current processor.
  ///
  /// The spare workers prepare parts of the work in advance. The result is the same as without spare workers.
  package static func helping<Result>(_ work: () throws -> Result) rethrows -> Result {
    let spare = SpareWorkers(count: GrantedProcessors.current.count - 1)
    return try SpareWorkers.$current.withValue(spare, operation: work)
  }
}

/// A limit on processor time that a control group sets.
private struct ControlGroupLimit {
  /// The path of the file that contains the limit, without the root of `KernelFiles`.
  var file: String
  /// The number of processors granted to the group, such as 2.5.
  var processors: Double

  /// The limits of the process's own groups and of the groups around them, for both versions of control groups.
  static func all(_ kernel: KernelFiles) -> [ControlGroupLimit] {
    kernel.controlGroups(of: "cpu").compactMap { limit(of: $0, kernel) }
  }

  private static func limit(of group: KernelFiles.ControlGroup, _ kernel: KernelFiles) -> ControlGroupLimit? {
    let file = group.folder + (group.version == 2 ? "/cpu.max" : "/cpu.cfs_quota_us")
    if group.version == 2 {
      return processors(max: kernel.text(file)).map { ControlGroupLimit(file: file, processors: $0) }
    }
    func number(_ file: String) -> Double? { Double(kernel.text(file).filter { !$0.isWhitespace }) }
    guard let quota = number(file), let period = number(group.folder + "/cpu.cfs_period_us") else { return nil }
    return ratio(quota, period).map { ControlGroupLimit(file: file, processors: $0) }
  }

  /// The text of `cpu.max`: "250000 100000", or "max 100000" without a limit.
  private static func processors(max text: String) -> Double? {
    let numbers = text.split { $0 == " " || $0 == "\n" }.map { Double($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1] else { return nil }
    return ratio(quota, period)
  }

  /// Time per period; a quota of -1 means no limit.
  private static func ratio(_ quota: Double, _ period: Double) -> Double? {
    quota > 0 && quota.isFinite && period > 0 && period.isFinite ? quota / period : nil
  }
}

/// The files of the kernel below a root, which state what the process is granted.
private struct KernelFiles {
  /// The folder that contains `proc` and `sys`, `/` on a real machine.
  let root: String

  /// A control group that limits this process.
  struct ControlGroup {
    /// The folder of its files, without `KernelFiles.root`.
    var folder: String
    /// The version of control groups, 1 or 2.
    var version: Int
  }

  /// The content of a file; empty if it cannot be read.
  func text(_ path: String) -> String {
    let bytes = try? WholeFile.read(root == "/" ? path : root + path)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// The process's own groups and the groups around them, of both versions of control groups.
  /// - Parameter controller: The limited resource, `cpu` or `memory`.
  func controlGroups(of controller: String) -> [ControlGroup] {
    text("/proc/self/cgroup").split(separator: "\n").flatMap { line -> [ControlGroup] in
      // "4:cpu,cpuacct:/path", and "0::/path" for version 2.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return [] }
      if parts[1].isEmpty { return groups(around: parts[2], version: 2, controller) }
      return parts[1].split(separator: ",").contains { $0 == controller }
        ? groups(around: parts[2], version: 1, controller) : []
    }
  }

  /// The number of processors on which the system lets this process run, as set by `taskset`:
  /// "Cpus_allowed:\tff,ffffffff".
  ///
  /// It may count processors that are possible but absent. Foundation does not count them.
  var affinityCount: Int? {
    let label = "Cpus_allowed:"
    guard let line = text("/proc/self/status").split(separator: "\n").first(where: { $0.hasPrefix(label) }) else {
      return nil
    }
    let count = line.dropFirst(label.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }

  private func groups(around group: String, version: Int, _ controller: String) -> [ControlGroup] {
    guard let mount = mount(version: version, controller) else { return [] }
    // In a container, group names may come from outside. Only groups below the mount's own root exist.
    var names = group.split(separator: "/").map(String.init)
    let mountNames = mount.root.split(separator: "/").map(String.init)
    names = names.starts(with: mountNames) ? Array(names.dropFirst(mountNames.count)) : []
    return (0...names.count).reversed().map { count in
      ControlGroup(folder: ([mount.point] + names.prefix(count)).joined(separator: "/"), version: version)
    }
  }

  /// The mount point of a version: "32 31 0:29 /root /point rw - cgroup cgroup rw,cpu" in mountinfo.
  private func mount(version: Int, _ controller: String) -> (root: String, point: String)? {
    for line in text("/proc/self/mountinfo").split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3 else { continue }
      let isRight =
        version == 2
        ? fields[dash + 1] == "cgroup2"
        : fields[dash + 1] == "cgroup" && fields[dash + 3].split(separator: ",").contains { $0 == controller }
      if isRight { return (unescaped(fields[3]), unescaped(fields[4])) }
    }
    return nil
  }

  /// Replaces `\040`, which mountinfo writes for a space in a path.
  private func unescaped(_ text: String) -> String { text.replacing(#"\040"#, with: " ") }
}
