/// Addresses of remote storage, such as `s3://bucket/folder`, that users give in place of paths.
package enum RemoteAddress {
  /// Schemes that are also recognized without the two slashes.
  private static let schemes: Set<String> = [
    "abfs", "abfss", "az", "azure", "file", "ftp", "gcs", "gs", "hdfs", "http", "https", "s3", "s3a", "s3n", "sftp",
  ]

  /// The error message for an address of remote storage, with the expected input; nil for a path.
  package static func fault(_ text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = text[..<colon].lowercased()
    let rest = text[text.index(after: colon)...]
    guard scheme.utf8.count > 1, scheme.utf8.first.map(isLetter) == true, scheme.utf8.allSatisfy(isOfScheme),
      rest.hasPrefix("//") || schemes.contains(scheme)
    else { return nil }
    guard scheme != "file" else {
      return "\(text): is a URL; expected the path alone: \(rest.hasPrefix("//") ? rest.dropFirst(2) : rest)"
    }
    return "\(text): is a URL; expected a local path: mount the storage (rclone mount, s3fs, gcsfuse), or copy the "
      + "files to or from it"
  }

  /// The error message for the first address of remote storage among the arguments of a command line, with its option;
  /// nil without such an address.
  package static func fault(in arguments: [String]) -> String? {
    for (word, before) in zip(arguments, [""] + arguments) where !texts.contains(before) {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      let isJoined = word.hasPrefix("--") && parts.count == 2
      let text = isJoined ? parts[1] : word
      guard !isJoined || !texts.contains(parts[0]), !Folder.exists(text), let fault = fault(text) else { continue }
      let option = isJoined ? parts[0] : before.hasPrefix("-") && before != "--" ? before : nil
      return (option.map { "\($0): " } ?? "") + fault
    }
    return nil
  }

  /// Options whose values are texts, which may look like an address.
  private static let texts: Set = ["--title", "--session", "--subject", "--device", "--set", "--sport", "--join"]

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

  /// RFC 3986, section 3.1.
  private static func isOfScheme(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.".utf8.contains(byte)
  }
}
