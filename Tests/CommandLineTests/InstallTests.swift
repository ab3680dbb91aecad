import Foundation
import Testing

@Suite("make install", .enabled(if: Installed.has("make"), "make is not installed"))
struct InstallTests {
  @Test("The tool, its pages and its completions come below the prefix, whatever its name, and go again")
  func install() async throws {
    let scratch = try Scratch()
    // What the build would give: the tool of these tests, and the parser's own maker of manual pages.
    try FileManager.default.createDirectory(atPath: scratch("bin"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: scratch("bin/swingpipe"), withDestinationPath: Tool.path.get())
    try scratch.write("#!/bin/sh\ncase \"$*\" in *--show-bin-path*) echo '\(scratch("bin"))' ;; esac\n", to: "swift")
    try scratch.write(
      "#!/bin/sh\n[ \"$*\" = '\(scratch("bin"))/swingpipe --multi-page --output-directory \(scratch("bin"))/manual --date 1970-01-01' ] && "
        + "echo .Dd >'\(scratch("bin"))/manual/swingpipe.1' && echo .Dd >'\(scratch("bin"))/manual/swingpipe.run.1'\n",
      to: "bin/generate-manual")
    for script in ["swift", "bin/generate-manual"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scratch(script))
    }
    let make = "make -s -C '\(Project.path("."))' SWIFT='\(scratch("swift"))' DESTDIR=\"$PWD\" PREFIX=\"/it's here\""
    let installed = try await Tool.shell("SOURCE_DATE_EPOCH=0 " + make + " install", in: scratch.path)
    #expect(installed.status == 0, "\(installed.errors)")
    let files = scratch.files(below: "it's here")
    #expect(
      files
        == [
          "bin/swingpipe", "share/bash-completion/completions/swingpipe", "share/zsh/site-functions/_swingpipe",
          "share/fish/vendor_completions.d/swingpipe.fish", "share/man/man1/swingpipe.1",
          "share/man/man1/swingpipe.run.1",
        ].sorted())
    #expect(try await Tool.shell("'it'\\''s here/bin/swingpipe' --version", in: scratch.path).status == 0)
    let removed = try await Tool.shell(make + " uninstall", in: scratch.path)
    #expect(removed.status == 0, "\(removed.errors)")
    #expect(scratch.files(below: "it's here").isEmpty)
  }
}
