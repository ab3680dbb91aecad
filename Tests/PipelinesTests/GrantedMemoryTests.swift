import Foundation
import Pipelines
import Testing

@Suite("Memory that is granted")
final class GrantedMemoryTests {
  private let root = FileManager.default.temporaryDirectory.path + "/memory-" + UUID().uuidString

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: root + path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data((text + "\n").utf8).write(to: url)
  }

  private var granted: GrantedMemory { GrantedMemory(root: root, machineBytes: 24 << 30) }

  @Test("Without limits it is what the machine has")
  func machine() {
    #expect(granted.bytes == 24 << 30 && granted.limitFile == nil)
    #expect(GrantedMemory(root: root, machineBytes: .max).bytes == .max)
  }

  private func makeVersion2(group: String) throws {
    try write("0::\(group)", to: "/proc/self/cgroup")
    try write("31 22 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw", to: "/proc/self/mountinfo")
  }

  @Test("The least limit of the own group and those around it counts")
  func version2() throws {
    try makeVersion2(group: "/job 1/step")
    try write("max", to: "/sys/fs/cgroup/job 1/step/memory.max")
    #expect(granted.bytes == 24 << 30)
    try write("536870912", to: "/sys/fs/cgroup/job 1/memory.max")
    try write("1073741824", to: "/sys/fs/cgroup/memory.max")
    try write("1048576", to: "/sys/fs/cgroup/other/memory.max")
    #expect(granted.bytes == 512 << 20)
    #expect(granted.limitFile == "/sys/fs/cgroup/job 1/memory.max")
  }

  @Test(
    "Limits that make no sense, and those above what the machine has, are passed over",
    arguments: ["", "max", "0", "-1", "lots", "1e9", "99999999999999999999", "34359738368"])
  func nonsense(text: String) throws {
    try makeVersion2(group: "/")
    try write(text, to: "/sys/fs/cgroup/memory.max")
    #expect(granted.bytes == 24 << 30 && granted.limitFile == nil)
  }

  @Test("Control groups of version 1 count too, where the largest number is no limit")
  func version1() throws {
    try write("5:memory:/job\n4:cpu,cpuacct:/job\n0::/", to: "/proc/self/cgroup")
    try write(
      """
      32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct
      33 31 0:30 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
      """, to: "/proc/self/mountinfo")
    let folder = "/sys/fs/cgroup/memory"
    try write("9223372036854771712", to: folder + "/memory.limit_in_bytes")
    try write("1", to: "/sys/fs/cgroup/cpu/memory.limit_in_bytes")
    #expect(granted.bytes == 24 << 30)
    try write("268435456", to: folder + "/job/memory.limit_in_bytes")
    #expect(granted.bytes == 256 << 20)
    #expect(granted.limitFile == folder + "/job/memory.limit_in_bytes")
  }

  @Test("This process is granted some, and no more than the machine has")
  func current() {
    #expect((1...Int(ProcessInfo.processInfo.physicalMemory)).contains(GrantedMemory.current.bytes))
  }
}
