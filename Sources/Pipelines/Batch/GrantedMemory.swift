import Foundation

/// How much memory this process may take, which can be far less than the machine has: in a container, or in a task of a
/// batch system, the limit of the control group counts.
public struct GrantedMemory: Hashable, Sendable {
  /// How much, in bytes.
  public let bytes: Int
  /// The file of the control group that allows no more; nil where it is what the machine has.
  public let limitFile: String?

  /// That of this process, as it is now.
  public static var current: GrantedMemory { GrantedMemory() }

  /// Finds the least of what the machine has and what the control groups that the process is in allow.
  /// - Parameters:
  ///   - root: the folder that `proc` and `sys` are in, `/` on a real machine.
  ///   - machineBytes: what the machine has, in bytes.
  public init(root: String = "/", machineBytes: UInt64 = ProcessInfo.processInfo.physicalMemory) {
    let kernel = KernelFiles(root: root)
    var least = (bytes: Int(clamping: machineBytes), file: String?.none)
    for group in kernel.controlGroups(of: "memory") {
      let file = group.folder + (group.version == 2 ? "/memory.max" : "/memory.limit_in_bytes")
      // Without a limit it is "max" in version 2, and in version 1 more than any machine has.
      guard let bytes = Int(kernel.text(file).filter { !$0.isWhitespace }), bytes > 0, bytes < least.bytes else {
        continue
      }
      least = (bytes, file)
    }
    (bytes, limitFile) = least
  }
}
