/// The Python programs that the tool starts, which are compiled in: no Python package has to be installed for them.
package enum PythonTexts {
  /// The program that reads declarations and calls functions.
  package static var host: [UInt8] { PackageResources._host_py }
  /// The module with the decorators, for environments without the package `swingpipe`.
  package static var stages: [UInt8] { PackageResources.stages_py }
}
