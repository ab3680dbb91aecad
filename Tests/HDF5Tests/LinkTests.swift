import CHDF5
import Testing

@testable import SPHDF5

struct LinkTests {
  /// "data/x" with every sort of link to it, and a file beside it.
  private func make(_ folder: Folder) throws -> String {
    let other = try File(creating: folder("other.h5"))
    try other.createDataset("far/y", of: Int8.self, shape: [2]).write([8, 9] as [Int8])
    try other.createDataset("far/long", of: Int8.self, shape: [100_000]).write([Int8](repeating: 7, count: 100_000))
    try other.openGroup("far").attributes.set("text", to: "of any length", as: .variable)
    try other.close()
    let file = try File(creating: folder("a.h5"))
    try file.createDataset("data/x", of: Int8.self, shape: [2]).write([1, 2] as [Int8])
    try file.close()
    try Raw.edit(folder("a.h5")) { id in
      H5Lcreate_hard(id, "data/x", id, "hard", 0, 0)
      H5Lcreate_soft("/data/x", id, "soft", 0, 0)
      H5Lcreate_soft("/data", id, "folder", 0, 0)
      H5Lcreate_soft("/nowhere", id, "dangling", 0, 0)
      H5Lcreate_soft("/loop", id, "loop", 0, 0)
      H5Lcreate_external("other.h5", "/far/y", id, "out", 0, 0)
      H5Lcreate_external("other.h5", "/far", id, "outside", 0, 0)
      H5Lcreate_external("none.h5", "/far", id, "lost", 0, 0)
    }
    return folder("a.h5")
  }

  @Test("A hard link is an ordinary name under either policy", arguments: LinkPolicy.allCases)
  func hardLink(policy: LinkPolicy) throws {
    try withFolder { folder in
      let file = try File(opening: make(folder), links: policy)
      #expect(try file.openDataset("hard").read(as: Int.self) == [1, 2])
    }
  }

  @Test(
    "Refused: every access through a link, at the end of the path or inside it, names the link and its target",
    arguments: [
      ("soft", "/soft is a soft link to /data/x, and links are not followed"),
      ("/folder/x", "/folder is a soft link to /data, and links are not followed"),
      ("dangling", "/dangling is a soft link to /nowhere, and links are not followed"),
      ("out", "/out is an external link to /far/y in the file other.h5, and links are not followed"),
      ("outside/y", "/outside is an external link to /far in the file other.h5, and links are not followed"),
    ])
  func refused(path: String, reason: String) throws {
    try withFolder { folder in
      let file = try File(opening: make(folder), for: .readingAndWriting)
      for access: () throws -> Void in [
        { _ = try file.openDataset(path) }, { _ = try file.openGroup(path) }, { _ = try file.exists(path) },
        { _ = try file.createGroup(path) }, { _ = try file.createDataset(path, of: Int8.self, shape: []) },
        { _ = try file.openGroup("data").openDataset("/" + path) },
      ] {
        let refused = try error(from: access)
        #expect(refused.kind == .linkRefused)
        #expect(refused.reason == reason)
      }
    }
  }

  @Test("Followed: links lead to their targets, also into another file")
  func followed() throws {
    try withFolder { folder in
      let file = try File(opening: make(folder), links: .follow)
      #expect(try file.openDataset("soft").read(as: Int.self) == [1, 2])
      #expect(try file.openDataset("folder/x").read(as: Int.self) == [1, 2])
      #expect(try file.openDataset("out").read(as: Int.self) == [8, 9])
      let group = try file.openGroup("outside")
      #expect(try group.openDataset("y").read(as: Int.self) == [8, 9])
      // What is longer than the file with the link, and lies in the heap of the other.
      #expect(try group.openDataset("long").read(rows: 99_999..<100_000, as: Int.self) == [7])
      #expect(try group.attributes.string("text") == "of any length")
      #expect(try file.exists("outside/y"))
      #expect(try !file.exists("outside/z"))
      #expect(try !file.exists("dangling"))
      #expect(try !file.exists("lost/y"))
      let missing = try error { _ = try file.openDataset("outside/z") }
      #expect(missing.reason == "there is no \"z\" in /outside, which has: long, y")
    }
  }

  @Test(
    "Followed: a link without a target says where it leads",
    arguments: [
      ("dangling", "/dangling is a soft link to /nowhere, which leads to no object"),
      ("loop/x", "/loop is a soft link to /loop, which leads to no object"),
      ("lost/y", "/lost is an external link to /far in the file none.h5, which leads to no object"),
    ])
  func dangling(path: String, reason: String) throws {
    try withFolder { folder in
      let file = try File(opening: make(folder), links: .follow)
      let refused = try error { _ = try file.openDataset(path) }
      #expect(refused.kind == .danglingLink)
      #expect(refused.reason == reason)
    }
  }

  @Test("Values in other files are refused like links, and read where links are followed")
  func outsideData() throws {
    try withFolder { folder in
      let path = try make(folder)
      try write([5, 6], to: folder("raw.bin"))
      try Raw.edit(path) { id in
        let space = H5Screate_simple(1, [2], nil)
        let external = H5Pcreate(chdf5_class_dataset_create())
        H5Pset_external(external, folder("raw.bin"), 0, 2)
        H5Dclose(H5Dcreate2(id, "external", chdf5_file_int8(), space, 0, external, 0))
        let virtual = H5Pcreate(chdf5_class_dataset_create())
        H5Pset_virtual(virtual, space, folder("other.h5"), "/far/y", space)
        H5Dclose(H5Dcreate2(id, "virtual", chdf5_file_int8(), space, 0, virtual, 0))
        for list in [external, virtual] { H5Pclose(list) }
        H5Sclose(space)
      }
      for (name, outside, values) in [("external", "raw.bin", [5, 6]), ("virtual", "other.h5", [8, 9])] {
        let refused = try error { _ = try File(opening: path).openDataset(name) }
        #expect(refused.kind == .linkRefused)
        #expect(
          refused.reason
            == "its values lie in another file, \(folder(outside)), and links to other files are not followed")
        #expect(try File(opening: path, links: .follow).openDataset(name).read(as: Int.self) == values)
      }
    }
  }
}
