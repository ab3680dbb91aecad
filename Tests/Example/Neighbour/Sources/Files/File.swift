/// A type of the name that swingpipe gives an HDF5 file.
public struct File {
  /// The name of the file.
  public let name: String

  /// Makes a file of a name.
  public init(named name: String) { self.name = name }
}
