import CHDF5
import CMatio
import FoundationEssentials
import Glibc
import SPBasics

/// Copies the variables of a MAT-file of a version before 7.3 into HDF5.
///
/// The copy stores variables as MATLAB 7.3 does: dimensions in reverse order, structures as groups. A variable that is
/// not an array of real numbers becomes a text, and the attribute `leftOut` describes the variable.
struct MATCopy {
  /// The attribute of variables that are not copied.
  static let leftOut = "left_out"
  /// The largest size in bytes of a variable, or of a field of a structure. libmatio reads each of them as a whole.
  private static let mostByteCount = 1 << 30
  /// The largest depth of nested structures.
  private static let mostDepth = 16

  private let attempt: Attempt
  private let reader: MATReader
  private let file: File

  /// Makes the copy in an unnamed file in the folder for temporary files.
  /// - Parameters:
  ///   - path: The MAT-file.
  ///   - shown: The name of the MAT-file in errors.
  static func make(of path: String, _ source: MATFile, shownAs shown: String) throws(HDF5Error) -> File {
    let attempt = Attempt(file: shown, object: nil, operation: "open")
    let folder = FileManager.default.temporaryDirectory.path
    do {
      let count = try source.variableCount(in: InputFile(path), attempt)
      let file = try unnamedFile(in: folder, shownAs: shown)
      let reader = try Library.locked(on: shown) { () throws(HDF5Error) in try MATReader(path, attempt) }
      let copy = MATCopy(attempt: attempt, reader: reader, file: file)
      for number in 0..<count { try copy.addNext(number + 1) }
      try file.flush()
      return file
    } catch let error as HDF5Error where error.kind == .damaged || error.kind == .truncated {
      throw error
    } catch {
      let cause = error as? HDF5Error
      throw attempt.error(
        cause?.kind ?? .noAccess,
        "cannot write the HDF5 copy that it is read from in \(folder): \(cause?.reason ?? "\(error)"); expected free space "
          + "there, or another folder in TMPDIR", systemCode: cause?.systemCode)
    }
  }

  /// Creates a file whose name disappears with the pending file. The content stays until the file is closed. A crash
  /// closes it, too.
  private static func unnamedFile(in folder: String, shownAs shown: String) throws -> File {
    let pending = try PendingFile(for: folder + "/matlab.h5")
    return try File(creating: pending.temporaryPath, shownAs: shown)
  }

  private func locked<Result>(_ body: () throws(HDF5Error) -> Result) throws(HDF5Error) -> Result {
    try Library.locked(on: attempt.file, body)
  }

  private func addNext(_ number: Int) throws(HDF5Error) {
    let variable = try locked { () throws(HDF5Error) in try reader.next(number) }
    defer { try? locked { Mat_VarFree(variable) } }
    let (name, kind) = (Self.name(variable.pointee.name), MATClass(variable.pointee))
    // In libmatio, compressed objects have no name, and all other objects have the same name.
    let isTaken: Bool
    if let name { isTaken = try file.exists("/\(name)") } else { isTaken = true }
    if kind != .structure, kind.element == nil, isTaken {
      return try leaveOut("/variable_\(number)", kind, kind.title)
    }
    if name == nil, let text = variable.pointee.name, text.pointee != 0 {
      return try leaveOut("/variable_\(number)", kind, "a name that is not ASCII, or has a /")
    }
    try add(variable, named: variable.pointee.name, in: "", depth: 0)
  }

  /// Adds a variable, or a field of a structure. Skips variables without a name, which belong to MATLAB itself.
  private func add(
    _ variable: UnsafeMutablePointer<matvar_t>, named text: UnsafePointer<CChar>?, in group: String, depth: Int
  ) throws(HDF5Error) {
    guard let name = Self.name(text) else { return }
    let path = "\(group)/\(name)"
    guard try !file.exists(path) else { throw damaged("it has \(path) twice; expected once") }
    let kind = MATClass(variable.pointee)
    guard kind == .structure || kind.element != nil else { return try leaveOut(path, kind, kind.title) }
    guard let shape = shape(of: variable.pointee) else { throw damaged("\(path) has no dimensions; expected two") }
    guard let element = kind.element else {
      guard shape.allSatisfy({ $0 == 1 }), depth < Self.mostDepth else { return try leaveOut(path, kind, kind.title) }
      return try addFields(of: variable, in: path, depth: depth + 1)
    }
    guard variable.pointee.isComplex == 0 else { return try leaveOut(path, kind, "complex values") }
    try add(variable, of: element, kind, shape, at: path)
  }

  /// The name, if HDF5 supports it; nil otherwise.
  private static func name(_ text: UnsafePointer<CChar>?) -> String? {
    guard let name = text.flatMap(String.init(validatingCString:)), !["", ".", ".."].contains(name), !name.contains("/")
    else { return nil }
    return name
  }

  private func addFields(
    of structure: UnsafeMutablePointer<matvar_t>, in path: String, depth: Int
  ) throws(HDF5Error) {
    try file.createGroup(path).attributes.set("MATLAB_class", to: MATClass.structure.rawValue)
    guard let names = Mat_VarGetStructFieldnames(structure) else { return }
    for number in 0..<Int(Mat_VarGetNumberOfFields(structure)) {
      guard let field = Mat_VarGetStructFieldByIndex(structure, number, 0) else { continue }
      try add(field, named: names[number], in: path, depth: depth)
    }
  }

  private func add<Element: HDF5Element>(
    _ variable: UnsafeMutablePointer<matvar_t>, of type: Element.Type, _ kind: MATClass, _ shape: [Int],
    at path: String
  ) throws(HDF5Error) {
    let byteCount = Hyperslab.product(shape + [MemoryLayout<Element>.stride])
    guard byteCount > 0 else { return try leaveOut(path, kind, "no values") }
    guard byteCount <= Self.mostByteCount else {
      return try leaveOut(
        path, kind, "more than \(Self.mostByteCount) bytes; save it in version 7.3, which has no such limit")
    }
    try locked { () throws(HDF5Error) in try reader.readValues(of: variable, at: path) }
    guard variable.pointee.nbytes == byteCount, let values = variable.pointee.data else {
      throw damaged("\(path) has \(variable.pointee.nbytes) bytes; expected \(byteCount)")
    }
    // Free each field now: a structure may have many fields, and libmatio would free them only together.
    defer {
      free(values)
      variable.pointee.data = nil
    }
    let dataset = try file.createDataset(path, of: type, shape: shape)
    try dataset.write(
      UnsafeBufferPointer(
        start: values.assumingMemoryBound(to: type), count: byteCount / MemoryLayout<Element>.stride),
      to: Hyperslab(all: shape))
    try dataset.attributes.set("MATLAB_class", to: kind.rawValue)
  }

  private func leaveOut(_ path: String, _ kind: MATClass, _ what: String) throws(HDF5Error) {
    let dataset = try file.createDataset(path, ofStrings: .fixed(byteCount: 1), shape: [])
    try dataset.attributes.set("MATLAB_class", to: kind.rawValue)
    try dataset.attributes.set(Self.leftOut, to: what)
  }

  /// The lengths of the dimensions in the order of HDF5; nil for a damaged variable.
  private func shape(of variable: matvar_t) -> [Int]? {
    guard (1...32).contains(variable.rank), let lengths = variable.dims else { return nil }
    return UnsafeBufferPointer(start: lengths, count: Int(variable.rank)).reversed().map { Int(clamping: $0) }
  }

  private func damaged(_ what: String) -> HDF5Error { attempt.error(.damaged, what + "; save it again") }
}

extension File {
  /// Opens an HDF5 copy of a MAT-file of a version before 7.3; nil for any other file.
  static func openMATFile(
    _ path: String, links: LinkPolicy, shownAs shown: String
  ) throws(HDF5Error) -> (FileContext, hid_t)? {
    guard let head = try? InputFile(path).read(0..<MATFile.headByteCount), let source = MATFile(head: head, name: path)
    else { return nil }
    let copy = try MATCopy.make(of: path, source, shownAs: shown)
    let opened = try open(shown, "open") { (attempt, _) throws(HDF5Error) in
      FileContext(
        path: shown, links: links, isWritable: false, handle: try attempt.own(H5Freopen(copy.context.handle.id)))
    }
    try copy.close()
    return opened
  }
}
