import SPBasics

/// The files of the kernel below a root, which state what the process is granted.
struct KernelFiles {
  /// The folder that contains `proc` and `sys`, `/` on a real machine.
  let root: String

  /// A control group that limits this process.
  struct ControlGroup {
    /// The folder of its files, without ``KernelFiles/root``.
    var folder: String
    /// The version of control groups, 1 or 2.
    var version: Int
  }

  /// The content of a file; empty if it cannot be read.
  func text(_ path: String) -> String {
    let bytes = try? WholeFile.read(root == "/" ? path : root + path)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }

  /// The process's own groups and those around them, of both versions of control groups.
  /// - Parameter controller: the limited resource, `cpu` or `memory`.
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

  private func groups(around group: String, version: Int, _ controller: String) -> [ControlGroup] {
    guard let mount = mount(version: version, controller) else { return [] }
    // In a container, groups may have names from outside, and only those below the mount's own root exist.
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

  /// Spaces in paths of mountinfo are written `\040`.
  private func unescaped(_ text: String) -> String { text.replacing(#"\040"#, with: " ") }
}
