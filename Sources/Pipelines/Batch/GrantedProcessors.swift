import Files
import Foundation

/// How many processors this process may keep busy, which can be far fewer than the machine has.
///
/// The least of what its affinity, the control groups it is in, and a scheduler grant it. A quota that is not whole is
/// rounded up; what makes no sense is passed over.
public struct GrantedProcessors: Hashable, Sendable {
  /// How many; at least 1.
  public let count: Int
  /// What grants no more, as in "SLURM_CPUS_PER_TASK is 4".
  public let source: String

  /// Those of this process, as they are now.
  public static var current: GrantedProcessors {
    GrantedProcessors(
      environment: ProcessInfo.processInfo.environment, processorCount: ProcessInfo.processInfo.activeProcessorCount)
  }

  /// Finds the least of all grants.
  /// - Parameters:
  ///   - environment: the variables of the process.
  ///   - root: the folder that `proc` and `sys` are in, `/` on a real machine.
  ///   - processorCount: how many processors the machine has.
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

  /// The variables of Slurm, PBS, Grid Engine and LSF that say how many processors a task has; of each scheduler, the
  /// first that is set counts.
  private static let schedulerVariables = [
    ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"], ["NCPUS", "PBS_NP"], ["NSLOTS"], ["LSB_DJOB_NUMPROC"],
  ]

  private static func count(_ text: String) -> Int? {
    guard let count = Int(text.trimmingCharacters(in: .whitespaces)), count > 0 else { return nil }
    return count
  }
}

/// A limit on processor time that a control group sets.
private struct ControlGroupLimit {
  /// The file that says it, without the root of made-up trees.
  var file: String
  /// How many processors' time the group has, such as 2.5.
  var processors: Double

  /// The limits of the process's own groups and of those around them, of both versions of control groups.
  static func all(_ kernel: KernelFiles) -> [ControlGroupLimit] {
    kernel.text("/proc/self/cgroup").split(separator: "\n").flatMap { line -> [ControlGroupLimit] in
      // "4:cpu,cpuacct:/path", and "0::/path" for version 2.
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { return [] }
      if parts[1].isEmpty { return kernel.limits(ofGroup: parts[2], version: 2) }
      return parts[1].split(separator: ",").contains("cpu") ? kernel.limits(ofGroup: parts[2], version: 1) : []
    }
  }

  /// The text of `cpu.max`: "250000 100000", or "max 100000" without a limit.
  static func processors(max text: String) -> Double? {
    let numbers = text.split { $0 == " " || $0 == "\n" }.map { Double($0) }
    guard numbers.count == 2, let quota = numbers[0], let period = numbers[1] else { return nil }
    return ratio(quota, period)
  }

  /// Time in a period; a quota of -1 is no limit.
  static func ratio(_ quota: Double, _ period: Double) -> Double? {
    quota > 0 && quota.isFinite && period > 0 && period.isFinite ? quota / period : nil
  }
}

/// The files of the kernel below a root.
private struct KernelFiles {
  let root: String

  /// How many processors the system lets this process run on, as by `taskset`: "Cpus_allowed:\tff,ffffffff".
  ///
  /// It may count processors that the machine could have and has not. Foundation leaves it out.
  var affinityCount: Int? {
    let label = "Cpus_allowed:"
    guard let line = text("/proc/self/status").split(separator: "\n").first(where: { $0.hasPrefix(label) }) else {
      return nil
    }
    let count = line.dropFirst(label.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }

  /// The content of a file; empty for one that cannot be read.
  func text(_ path: String) -> String {
    let bytes = try? WholeFile.read(root == "/" ? path : root + path)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  func limits(ofGroup group: String, version: Int) -> [ControlGroupLimit] {
    guard let mount = mount(version: version) else { return [] }
    // In a container, groups may be named from outside of it, and only those below the mount's own root are there.
    var names = group.split(separator: "/").map(String.init)
    let mountNames = mount.root.split(separator: "/").map(String.init)
    names = names.starts(with: mountNames) ? Array(names.dropFirst(mountNames.count)) : []
    return (0...names.count).reversed().compactMap { count in
      limit(in: ([mount.point] + names.prefix(count)).joined(separator: "/"), version: version)
    }
  }

  private func limit(in folder: String, version: Int) -> ControlGroupLimit? {
    let file = folder + (version == 2 ? "/cpu.max" : "/cpu.cfs_quota_us")
    if version == 2 {
      return ControlGroupLimit.processors(max: text(file)).map { ControlGroupLimit(file: file, processors: $0) }
    }
    func number(_ file: String) -> Double? { Double(text(file).filter { !$0.isWhitespace }) }
    guard let quota = number(file), let period = number(folder + "/cpu.cfs_period_us") else { return nil }
    return ControlGroupLimit.ratio(quota, period).map { ControlGroupLimit(file: file, processors: $0) }
  }

  /// Where the groups of a version are: "32 31 0:29 /root /point rw - cgroup cgroup rw,cpu" in mountinfo.
  private func mount(version: Int) -> (root: String, point: String)? {
    for line in text("/proc/self/mountinfo").split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 3 else { continue }
      let isRight =
        version == 2
        ? fields[dash + 1] == "cgroup2"
        : fields[dash + 1] == "cgroup" && fields[dash + 3].split(separator: ",").contains("cpu")
      if isRight { return (unescaped(fields[3]), unescaped(fields[4])) }
    }
    return nil
  }

  /// Spaces in paths of mountinfo are written `\040`.
  private func unescaped(_ text: String) -> String { text.replacing(#"\040"#, with: " ") }
}
