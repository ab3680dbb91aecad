import FoundationEssentials
import SPBasics

/// How many processors this process may use, which can be far fewer than the machine has.
///
/// The smallest number granted by its affinity, its control groups, and a scheduler. A fractional quota is rounded up;
/// invalid values are ignored.
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
  ///   - environment: the variables of the process.
  ///   - root: the folder that contains `proc` and `sys`, `/` on a real machine.
  ///   - processorCount: the number of processors of the machine.
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

  /// The variables of Slurm, PBS, Grid Engine and LSF with the number of processors of a task; of each scheduler, the
  /// first that is set counts.
  private static let schedulerVariables = [
    ["SLURM_CPUS_PER_TASK", "SLURM_CPUS_ON_NODE"], ["NCPUS", "PBS_NP"], ["NSLOTS"], ["LSB_DJOB_NUMPROC"],
  ]

  private static func count(_ text: String) -> Int? {
    guard let count = Int(text.trimmed), count > 0 else { return nil }
    return count
  }
}

/// A limit on processor time that a control group sets.
private struct ControlGroupLimit {
  /// The path of the file that states it, without the root of ``KernelFiles``.
  var file: String
  /// The number of processors granted to the group, such as 2.5.
  var processors: Double

  /// The limits of the process's own groups and of those around them, for both versions of control groups.
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

extension KernelFiles {
  /// The number of processors on which the system lets this process run, as set by `taskset`:
  /// "Cpus_allowed:\tff,ffffffff".
  ///
  /// It may count processors that are possible but absent. Foundation does not count them.
  fileprivate var affinityCount: Int? {
    let label = "Cpus_allowed:"
    guard let line = text("/proc/self/status").split(separator: "\n").first(where: { $0.hasPrefix(label) }) else {
      return nil
    }
    let count = line.dropFirst(label.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }
}
