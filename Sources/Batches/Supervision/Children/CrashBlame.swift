import SPBasics
import SPHDF5

/// Judges which files made a child end.
struct CrashBlame {
  var history = CrashHistory()
  /// How often a child ended without a file that could be to blame.
  private(set) var unexplained = 0

  private let tellsFaults: Bool
  private let warn: (String) -> Void

  /// - Parameters:
  ///   - tellsFaults: whether each file that ended a child is reported.
  ///   - warn: takes a sentence for the user.
  init(tellsFaults: Bool, warn: @escaping (String) -> Void) {
    self.tellsFaults = tellsFaults
    self.warn = warn
  }

  private func isTemporary(_ path: String) -> Bool {
    let name = Folder.split(path).name
    return name.hasPrefix(".") && name.hasSuffix(".tmp")
  }

  /// Judges the end of the main process.
  mutating func learn(from ending: GuardedProcess.Ending) {
    guard let fault = ending.fault else { return }
    let files = ending.files.map(Folder.absolute)
    // A pending file has another name each time.
    let isNew = files.contains { history.causes[$0] == nil && !isTemporary($0) }
    guard isNew else {
      unexplained += 1
      return warn("\(fault.sentence("no known file")); it is started again")
    }
    let isKnown = ending.isCertain || files.allSatisfy(history.suspects.contains)
    for path in files { if isKnown { blame(path, fault) } else { history.suspects.insert(path) } }
    let what = isKnown ? ending.files.joined(separator: ", ") : "one of \(ending.files.joined(separator: ", "))"
    tell(
      fault, what, isKnown ? "going on with the others" : "going on with the others, and then each of these on its own")
  }

  /// Judges the end of a child that worked on one recording alone.
  ///
  /// - Parameter path: The file of the recording. For a session, it is the first file, and another file may be at
  ///   fault.
  /// - Returns: The fault and its file; nil without a fault.
  mutating func learn(from ending: GuardedProcess.Ending, at path: String) -> (fault: FileFault, path: String)? {
    let files = ending.files.filter { !isTemporary($0) }
    guard let fault = ending.fault, let shown = files.first(where: { Folder.absolute($0) == path }) ?? files.first
    else {
      return nil
    }
    let guilty = Folder.absolute(shown)
    blame(guilty, fault)
    if guilty != path {
      history.causes[path] = CrashHistory.Cause(message: fault.sentence(shown), isStall: fault.isStall)
    }
    tell(fault, shown, "going on with the others")
    return (fault, guilty)
  }

  private mutating func blame(_ path: String, _ fault: FileFault) {
    history.causes[path] = CrashHistory.Cause(message: fault.description, isStall: fault.isStall)
    FileGuard.refuse(path, fault)
  }

  private func tell(_ fault: FileFault, _ files: String, _ next: String) {
    if tellsFaults { warn("\(fault.sentence(files)); \(next)") }
  }
}
