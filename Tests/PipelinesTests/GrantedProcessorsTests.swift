import Foundation
import SPBatches
import Testing

/// Processors that are granted.
final class GrantedProcessorsTests {
  private let root = FileManager.default.temporaryDirectory.path + "/processors-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: url)
  }

  private func granted(_ environment: [String: String] = [:]) -> GrantedProcessors {
    GrantedProcessors(environment: environment, root: root, processorCount: 64)
  }

  @Test("Without limits it is the machine's, and never less than 1")
  func machine() {
    #expect(granted().count == 64)
    #expect(granted().source == "the machine's processors")
    #expect(GrantedProcessors(environment: [:], root: root, processorCount: 0).count == 1)
  }

  @Test(
    "The affinity counts, but no processors that the machine has not",
    arguments: [("3", 2), ("f0000000,00000001", 5), ("ffffffff,ffffffff,ffffffff", 64), ("0", 64), ("", 64)])
  func affinity(mask: String, count: Int) throws {
    try write("Name:\tswingpipe\nCpus_allowed:\t\(mask)\nCpus_allowed_list:\t0-127", to: "/proc/self/status")
    #expect(granted().count == count)
    if count < 64 { #expect(granted().source == "the affinity of the process") }
  }

  @Test(
    "A scheduler's grant counts where it makes sense",
    arguments: [
      (["SLURM_CPUS_PER_TASK": "4", "SLURM_CPUS_ON_NODE": "2"], 4, "SLURM_CPUS_PER_TASK is 4"),
      (["SLURM_CPUS_ON_NODE": "16"], 16, "SLURM_CPUS_ON_NODE is 16"),
      (["SLURM_CPUS_PER_TASK": "many", "SLURM_CPUS_ON_NODE": "16"], 16, "SLURM_CPUS_ON_NODE is 16"),
      (["NCPUS": "8", "PBS_NP": "3"], 8, "NCPUS is 8"), (["PBS_NP": "3"], 3, "PBS_NP is 3"),
      (["NSLOTS": " 5 "], 5, "NSLOTS is 5"), (["LSB_DJOB_NUMPROC": "6"], 6, "LSB_DJOB_NUMPROC is 6"),
      (["NSLOTS": "5", "SLURM_CPUS_PER_TASK": "4"], 4, "SLURM_CPUS_PER_TASK is 4"),
      (["SLURM_CPUS_PER_TASK": "0", "NSLOTS": "-2", "NCPUS": "", "PBS_NP": "1.5", "LSB_DJOB_NUMPROC": "9e9"], 64, nil),
      (["SLURM_CPUS_PER_TASK": "99999999999999999999", "NSLOTS": "1000"], 64, nil),
    ] as [([String: String], Int, String?)])
  func schedulers(environment: [String: String], count: Int, source: String?) {
    let granted = granted(environment)
    #expect(granted.count == count)
    if let source { #expect(granted.source == source) }
  }

  private func makeVersion2(group: String = "/batch.slice/job 1/step", mountRoot: String = "/") throws {
    try write("0::\(group)", to: "/proc/self/cgroup")
    try write(
      "22 28 0:20 / /proc rw - proc proc rw\n31 22 0:26 \(mountRoot) /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw",
      to: "/proc/self/mountinfo")
  }

  @Test("The least quota of the own group and those around it counts, rounded up")
  func version2() throws {
    try makeVersion2()
    try write("max 100000", to: "/sys/fs/cgroup/batch.slice/job 1/step/cpu.max")
    try write("250000 100000", to: "/sys/fs/cgroup/batch.slice/job 1/cpu.max")
    try write("800000 100000", to: "/sys/fs/cgroup/batch.slice/cpu.max")
    try write("100000 100000", to: "/sys/fs/cgroup/other/cpu.max")
    #expect(granted().count == 3)
    #expect(granted().source == "/sys/fs/cgroup/batch.slice/job 1/cpu.max allows 2.5 processors")
    #expect(granted(["NSLOTS": "2"]).source == "NSLOTS is 2")
    try write("10000 100000", to: "/sys/fs/cgroup/batch.slice/job 1/step/cpu.max")
    #expect(granted().count == 1)
  }

  @Test("In a container the group's name from outside is cut to what is mounted")
  func container() throws {
    try makeVersion2(group: "/docker/abc/inner", mountRoot: "/docker/abc")
    try write("400000 100000", to: "/sys/fs/cgroup/inner/cpu.max")
    #expect(granted().count == 4)
    try makeVersion2(group: "/../outside")
    try write("500000 100000", to: "/sys/fs/cgroup/cpu.max")
    #expect(granted().count == 5)
  }

  @Test(
    "Quotas that make no sense are passed over",
    arguments: ["", "max", "-1 100000", "100000 0", "nan 1", "a b", "1 2 3"])
  func nonsense(text: String) throws {
    try makeVersion2(group: "/")
    try write(text, to: "/sys/fs/cgroup/cpu.max")
    #expect(granted().count == 64)
  }

  @Test("Control groups of version 1 count too, -1 being no quota")
  func version1() throws {
    try write("5:memory:/job\n4:cpu,cpuacct:/job\n0::/", to: "/proc/self/cgroup")
    try write(
      #"32 31 0:29 / /sys/fs/the\040groups/cpu rw - cgroup cgroup rw,cpu,cpuacct"#, to: "/proc/self/mountinfo")
    let folder = "/sys/fs/the groups/cpu"
    try write("-1", to: folder + "/cpu.cfs_quota_us")
    try write("100000", to: folder + "/cpu.cfs_period_us")
    try write("100000", to: folder + "/job/cpu.cfs_period_us")
    try write("-1", to: folder + "/job/cpu.cfs_quota_us")
    #expect(granted().count == 64)
    try write("610000", to: folder + "/job/cpu.cfs_quota_us")
    #expect(granted().count == 7)
    #expect(granted().source == "\(folder)/job/cpu.cfs_quota_us allows 6.1 processors")
  }

  @Test("This process is granted some, and no more than the machine has")
  func current() {
    #expect((1...ProcessInfo.processInfo.processorCount).contains(GrantedProcessors.current.count))
  }
}
