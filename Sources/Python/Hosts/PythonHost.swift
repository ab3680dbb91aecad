import SPBasics
import Synchronization

/// A Python that calls functions, one at a time.
package final class PythonHost: @unchecked Sendable {
  private let child: ChildProgram
  /// The numbers of the functions that it has loaded.
  private var numbers: [PythonFunction: Int] = [:]
  /// What a file has printed that was executed for the next call.
  private var printedWhileLoading = ""

  /// Starts Python. For a function of a running Python it connects to that Python instead.
  fileprivate init(for function: PythonFunction) throws {
    guard let kernel = function.kernel else {
      child = try ChildProgram(
        PythonInterpreter.current.program, ["-c", PythonInterpreter.host, PythonInterpreter.stages, "serve", "{life}"])
      return
    }
    child = try ChildProgram(connectedTo: kernel.socket)
    _ = try answer(to: PythonMessage("hello", [("token", .string(kernel.token))]), of: function, waiting: {})
  }

  /// Has a function called.
  /// - Parameters:
  ///   - message: what the function gets.
  ///   - function: the function.
  ///   - waiting: called several times a second; it may throw to give up.
  /// - Throws: ``PythonFault``, or what `waiting` throws.
  fileprivate func call(
    _ message: PythonMessage, of function: PythonFunction, waiting: () throws -> Void
  ) throws -> PythonReply {
    let number = try number(of: function, waiting: waiting)
    var message = message
    message.members.append(.init(key: "id", value: .integer(number)))
    var reply = try answer(to: message, of: function, waiting: waiting)
    reply.printed = printedWhileLoading + reply.printed
    printedWhileLoading = ""
    return reply
  }

  private func number(of function: PythonFunction, waiting: () throws -> Void) throws -> Int {
    if let number = numbers[function] { return number }
    let number = numbers.count + 1
    let load = PythonMessage(
      "load",
      [
        ("id", .integer(number)), ("file", .string(function.path)), ("function", .string(function.name)),
        ("source", .string(function.kernel == nil ? function.source : "")), ("declaration", function.declaration),
      ])
    printedWhileLoading = try answer(to: load, of: function, waiting: waiting).printed
    numbers[function] = number
    return number
  }

  private func answer(
    to message: PythonMessage, of function: PythonFunction, waiting: () throws -> Void
  ) throws -> PythonReply {
    let name = "\(Folder.split(function.path).name): \(function.name)"
    let limitS = PythonInterpreter.stallTimeoutS
    let reply: PythonReply?
    do {
      reply = try child.exchange(message.parts, limitS: limitS, waiting: waiting) { try PythonReply($0) }
    } catch let fault as PythonFault where fault.isStall {
      child.end()
      throw PythonFault(
        "\(name) did not return for \(JSONValue.text(of: limitS)) s; expected a function that returns, or more time "
          + "(--stall-timeout-s)", isStall: true)
    } catch let fault as JSONReader.Fault {
      child.end()
      throw PythonFault("\(name): Python sent something else than a reply: \(fault)")
    } catch {
      child.end()
      throw error
    }
    guard let reply else {
      let ending = child.ending().words
      let words = child.lastWords
      child.end()
      throw PythonFault("\(name): Python \(ending)\(words.isEmpty ? "" : ": \(words)")")
    }
    if let failure = reply.failure { throw PythonFault(function, failure) }
    return reply
  }

  /// Whether it may be called again.
  fileprivate var isIdle: Bool { child.isIdle }
}

extension PythonFault {
  /// An exception of a function, or a result that is not as declared.
  fileprivate init(_ function: PythonFunction, _ failure: PythonReply.Failure) {
    let file = Folder.split(failure.file ?? function.path).name
    let place = failure.line.map { "\(file):\($0)" } ?? file
    // The first line and the last one of a traceback add nothing.
    let lines = failure.traceback.filter { !$0.hasPrefix("Traceback") && !$0.allSatisfy { " ~^".contains($0) } }
      .dropLast()
    let trace = lines.isEmpty ? "" : " (\(lines.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " | ")))"
    self.init("\(place): \(function.name): \(failure.message)\(trace)")
  }
}

/// The Pythons of this process: for the functions of each folder as many as work at one time, each started once. Two
/// folders may therefore have modules with the same name.
package enum PythonHosts {
  private static let idle = Mutex<[(key: String, host: PythonHost)]>([])

  /// Starts a Python for a function that will be called soon, unless one is idle: starting takes as long as reading some
  /// hours of a recording.
  package static func prepare(for function: PythonFunction) throws {
    let key = key(of: function)
    guard PythonInterpreter.isAllowed, !idle.withLock({ $0.contains { $0.key == key && $0.host.isIdle } })
    else { return }
    let host = try PythonHost(for: function)
    idle.withLock { $0.append((key, host)) }
  }

  private static func key(of function: PythonFunction) -> String {
    function.kernel?.socket ?? "\(PythonInterpreter.current.program) \(Folder.split(function.path).folder)"
  }

  /// Has a function called by a Python that is idle, or by a new one.
  /// - Throws: ``PythonFault``, or what `waiting` throws.
  package static func call(
    _ message: PythonMessage, of function: PythonFunction, waiting: () throws -> Void
  ) throws -> PythonReply {
    guard PythonInterpreter.isAllowed else {
      throw PythonFault(
        "the pipeline runs code in Python, \(function.path), which needs --allow-python; expected it for code that you "
          + "trust")
    }
    let key = key(of: function)
    let known = idle.withLock { idle in
      // A Python may have ended while it was idle, for example because memory ran out.
      idle.removeAll { $0.key == key && !$0.host.isIdle }
      return idle.lastIndex { $0.key == key }.map { idle.remove(at: $0).host }
    }
    let host = try known ?? PythonHost(for: function)
    defer { if host.isIdle { idle.withLock { $0.append((key, host)) } } }
    return try host.call(message, of: function, waiting: waiting)
  }
}
