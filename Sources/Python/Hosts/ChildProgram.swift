import CProcess
import Glibc
import SPBasics

/// A program that this process has started: it reads and writes through one socket, and its standard error is kept.
final class ChildProgram: @unchecked Sendable {
  /// What a program wrote until its end.
  struct Answer {
    var bytes: [UInt8]
    /// Nil if a signal ended it.
    var exitCode: Int32?
    var lastWords: String
  }

  /// How much of the standard error is kept.
  private static let keptBytes = 8192
  /// The longest time from the request to end to the end of a program, in s.
  private static let graceS = 2.0

  /// The socket; -1 once it is closed.
  private(set) var socket: Int32 = -1
  private var child: pid_t = 0
  private var errors: Int32 = -1
  private var life: Int32 = -1
  private var said: [UInt8] = []

  /// Starts a program.
  /// - Parameters:
  ///   - name: its path, or its name in the search path.
  ///   - arguments: its arguments. `{life}` is replaced by the number of a pipe that closes when this process ends.
  /// - Throws: ``PythonFault`` if it cannot be started.
  init(_ name: String, _ arguments: [String]) throws {
    var (sockets, pipes, lives): ([Int32], [Int32], [Int32]) = ([-1, -1], [-1, -1], [-1, -1])
    defer { for end in [sockets[1], pipes[1], lives[0]] where end >= 0 { close(end) } }
    // Other programs that start meanwhile must not keep them open.
    let isComplete =
      socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &sockets) == 0
      && cprocess_private_pipe(&pipes) == 0 && cprocess_private_pipe(&lives) == 0
    let reason = errno
    (socket, errors, life) = (sockets[0], pipes[0], lives[1])
    guard isComplete else {
      end()
      throw PythonFault("\(name) cannot be started: \(String(cString: strerror(reason)))")
    }
    for end in [socket, errors] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let lifeNumber: Int32 = 3
    // The descriptors may have the numbers that they are to get, so they move out of the way first.
    let moved = [sockets[1], sockets[1], pipes[1], lives[0]].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    defer { for end in moved where end >= 0 { close(end) } }
    for (number, end) in zip([STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, lifeNumber], moved) {
      posix_spawn_file_actions_adddup2(&actions, end, number)
    }
    let words = ([name] + arguments.map { $0 == "{life}" ? "\(lifeNumber)" : $0 }).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let code = posix_spawnp(&child, name, &actions, nil, words, environ)
    guard code == 0 else {
      child = 0
      throw PythonFault(
        "\(name) cannot be started: \(String(cString: strerror(code))); expected a Python, see --python")
    }
  }

  /// Connects to a socket that another process listens to.
  init(connectedTo path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let capacity = MemoryLayout.size(ofValue: address.sun_path)
    guard socket >= 0, path.utf8.count < capacity else {
      throw PythonFault("\(path): expected the path of a socket, of less than \(capacity) bytes")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      throw PythonFault(
        "\(path): the Python that has the function does not answer: \(String(cString: strerror(errno)))")
    }
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
  }

  deinit { end() }

  /// Whether the program waits for a request: it has not ended, and has sent nothing without a request.
  var isIdle: Bool {
    var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return socket >= 0 && poll(&polled, 1, 0) == 0
  }

  /// Ends the program at once.
  func end() {
    for end in [socket, errors, life] where end >= 0 { close(end) }
    (socket, errors, life) = (-1, -1, -1)
    guard child > 0 else { return }
    kill(child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    child = 0
  }

  /// Waits until the program has ended by itself, ends it if it does not, and says how it ended: "ended with 1", "was ended
  /// by the signal 11".
  func ending() -> (exitCode: Int32?, words: String) {
    guard child > 0 else { return (nil, "closed the connection") }
    var status: Int32 = 0
    var waited = 0.0
    while waitpid(child, &status, WNOHANG) == 0 {
      guard waited < Self.graceS else {
        end()
        return (nil, "closed its connection and did not end")
      }
      usleep(2000)
      waited += 0.002
    }
    child = 0
    listen()
    // As the macros WIFEXITED and WEXITSTATUS, which Swift does not import.
    guard status & 0x7F == 0 else {
      return (nil, "was ended by the signal \(status & 0x7F) (\(String(cString: strsignal(status & 0x7F))))")
    }
    return (status >> 8 & 0xFF, "ended with \(status >> 8 & 0xFF)")
  }

  /// The first lines that it wrote to its standard error, in one line: the reason of a crash and the frames of the user's
  /// code, which come first.
  var lastWords: String {
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n").filter { line in
      !line.contains("File \"<string>\"") && !line.hasPrefix("Extension modules")
    }
    return lines.prefix(6).map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " | ")
  }

  /// Reads the text that the program has written to its standard error.
  private func listen() {
    guard errors >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(errors, &buffer, buffer.count)
      guard count > 0 else { return }
      said = (said + buffer[..<count]).suffix(Self.keptBytes)
    }
  }

  /// Sends a request, and reads the reply until it is complete.
  ///
  /// - Parameters:
  ///   - parts: The parts of the request, in their order.
  ///   - isLast: Whether this is the last request.
  ///   - limitS: The longest time without any byte sent or received, in s; 0 for no limit.
  ///   - waiting: A function that is called several times a second.
  ///   - take: A function that reads the bytes received so far. It returns nil if more bytes are needed.
  /// - Returns: nil if the program closed its end.
  func exchange<Result>(
    _ parts: [[UInt8]], isLast: Bool = false, limitS: Double, waiting: () throws -> Void,
    _ take: ([UInt8]) throws -> Result?
  ) throws -> Result? {
    var (part, sent, received, idle) = (0, 0, [UInt8](), ContinuousClock.now)
    /// Goes on to the next part that is not empty.
    func settle() {
      while part < parts.count, sent == parts[part].count { (part, sent) = (part + 1, 0) }
    }
    settle()
    if part == parts.count, isLast { shutdown(socket, Int32(SHUT_WR)) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      var polled = [
        pollfd(fd: socket, events: Int16(POLLIN) | (part < parts.count ? Int16(POLLOUT) : 0), revents: 0),
        pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polled, errors >= 0 ? 2 : 1, 100)
      if count < 0, errno != EINTR { throw PythonFault("waiting for Python: \(String(cString: strerror(errno)))") }
      try waiting()
      if polled[1].revents != 0 { listen() }
      var hasMoved = false
      if polled[0].revents & Int16(POLLOUT) != 0 {
        let done = parts[part].withUnsafeBytes { bytes in
          send(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
        }
        if done > 0 { (sent, hasMoved) = (sent + done, true) }
        settle()
        if part == parts.count, isLast { shutdown(socket, Int32(SHUT_WR)) }
      }
      if polled[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
        let got = read(socket, &buffer, buffer.count)
        if got == 0 { return isLast ? try take(received) : nil }
        if got < 0, errno != EAGAIN, errno != EINTR { return nil }
        if got > 0 {
          received += buffer[..<got]
          hasMoved = true
          if !isLast, let result = try take(received) { return result }
        }
      }
      if hasMoved { idle = .now }
      if limitS > 0, (ContinuousClock.now - idle) / .seconds(1) > limitS {
        throw PythonFault("", isStall: true)
      }
    }
  }

  /// Sends all of the input, and takes all of the output.
  func exchange(_ input: [UInt8], limitS: Double) throws -> Answer {
    let bytes = try exchange([input], isLast: true, limitS: limitS, waiting: {}, { $0 }) ?? []
    let ending = ending()
    return Answer(bytes: bytes, exitCode: ending.exitCode, lastWords: lastWords)
  }
}
