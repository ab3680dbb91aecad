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

  /// Time in a period; a quota of -1 is no limit.
  private static func ratio(_ quota: Double, _ period: Double) -> Double? {
    quota > 0 && quota.isFinite && period > 0 && period.isFinite ? quota / period : nil
  }
}

extension KernelFiles {
  /// How many processors the system lets this process run on, as by `taskset`: "Cpus_allowed:\tff,ffffffff".
  ///
  /// It may count processors that the machine could have and has not. Foundation leaves it out.
  fileprivate var affinityCount: Int? {
    let label = "Cpus_allowed:"
    guard let line = text("/proc/self/status").split(separator: "\n").first(where: { $0.hasPrefix(label) }) else {
      return nil
    }
    let count = line.dropFirst(label.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return count > 0 ? count : nil
  }
}
