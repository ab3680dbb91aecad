import CHDF5
import Testing

@testable import SPHDF5

struct GroupTests {
  @Test("A group is created with those above it, and opened by absolute and relative paths")
  func creation() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      let group = try file.createGroup("a/b//./c")
      #expect(group.path == "/a/b/c")
      #expect(group.name == "c")
      #expect(try file.openGroup("/a").openGroup("b/c").path == "/a/b/c")
      #expect(try group.openGroup("/a").path == "/a")
      #expect(try file.openGroup("/").path == "/")
      #expect(file.group.name == "")
      let twice = try error { _ = try file.createGroup("a/b") }
      #expect(twice.kind == .objectExists)
      #expect(twice.object == "/a/b")
    }
  }

  @Test("Children come in the order of their bytes, with what they are")
  func children() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      for name in ["zebra", "Zebra", "ä", "a10", "a2"] { try file.createGroup("g/" + name) }
      _ = try file.createDataset("g/data", of: Int8.self, shape: [])
      try file.close()
      try Raw.edit(folder("a.h5")) { id in
        H5Lcreate_soft("/nowhere", id, "g/soft", 0, 0)
        H5Lcreate_external("other.h5", "/x", id, "g/out", 0, 0)
        H5Lcreate_hard(id, "g/data", id, "g/hard", 0, 0)
        H5Tcommit2(id, "g/type", H5Tcopy(chdf5_native_int8()), 0, 0, 0)
      }
      let children = try File(opening: folder("a.h5")).openGroup("g").children()
      #expect(
        children == [
          Child(name: "Zebra", kind: .group), Child(name: "a10", kind: .group), Child(name: "a2", kind: .group),
          Child(name: "data", kind: .dataset), Child(name: "hard", kind: .dataset),
          Child(name: "out", kind: .externalLink(file: "other.h5", path: "/x")),
          Child(name: "soft", kind: .softLink(path: "/nowhere")), Child(name: "type", kind: .other),
          Child(name: "zebra", kind: .group), Child(name: "ä", kind: .group),
        ])
    }
  }

  @Test(
    "A path exists or not, also where a part on the way is missing or a dataset",
    arguments: [
      ("/", true), (".", true), ("a", true), ("/a/x", true), ("a/y", false), ("b", false), ("b/c/d", false),
      ("a/x/y", false),
    ])
  func existence(path: String, expected: Bool) throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      _ = try file.createDataset("a/x", of: Int8.self, shape: [])
      #expect(try file.exists(path) == expected)
    }
  }

  @Test("A missing object names those that there are, the nearest eight of many")
  func missing() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      _ = try file.createDataset("accelerometer/acceleration", of: Int8.self, shape: [])
      _ = try file.createDataset("accelerometer/time", of: Int8.self, shape: [])
      let near = try error { _ = try file.openDataset("accelerometer/aceleration") }
      #expect(near.kind == .noSuchObject)
      #expect(
        near.description == "\(folder("a.h5")): /accelerometer/aceleration: cannot open the dataset: "
          + "there is no \"aceleration\" in /accelerometer, which has: acceleration, time")
      let early = try error { _ = try file.openGroup("/acelerometer/time/x") }
      #expect(early.reason == "there is no \"acelerometer\" in /, which has: accelerometer")
      let empty = try error { _ = try file.createGroup("empty").openGroup("x") }
      #expect(empty.reason == "there is no \"x\" in /empty, which is empty")
      for index in 10..<40 { try file.createGroup("many/channel\(index)") }
      let many = try error { _ = try file.openGroup("many/Chanel25") }
      #expect(many.reason.hasPrefix("there is no \"Chanel25\" in /many; the nearest of its 30 names: channel25, "))
      #expect(many.reason.split(separator: ",").count == 8)
    }
  }

  @Test("What is removed is gone with all that it holds; its room is used again")
  func removal() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      for _ in 0..<100 {
        try file.createDataset("g/h/x", of: Double.self, shape: [1000]).write([Double](repeating: 1, count: 1000))
        try file.remove("g")
      }
      try file.createGroup("g/i")
      #expect(try file.openGroup("g").children().map(\.name) == ["i"])
      try file.openGroup("g").remove("i")
      #expect(try file.exists("g/i") == false)
      #expect(try error { try file.remove("g/i") }.reason == "there is no \"i\" in /g, which is empty")
      #expect(try error { try file.remove("/") }.kind == .invalidArgument)
      try file.close()
      // 8,000 bytes a hundred times, and two groups.
      #expect(try bytes(folder("a.h5")).count < 10_000)
      let readOnly = try File(opening: folder("a.h5"))
      #expect(try error { try readOnly.remove("g") }.kind == .noAccess)
    }
  }

  @Test("A group is not opened as a dataset, nor a dataset as a group, nor a path through a dataset")
  func wrongKind() throws {
    try withFolder { folder in
      let file = try File(creating: folder("a.h5"))
      _ = try file.createDataset("g/x", of: Int8.self, shape: [])
      #expect(try error { _ = try file.openDataset("g") }.reason == "it is a group, not a dataset")
      #expect(try error { _ = try file.openGroup("g/x") }.reason == "it is a dataset, not a group")
      #expect(try error { _ = try file.openDataset("/") }.kind == .wrongObject)
      #expect(try error { _ = try file.openDataset("g/x/y") }.reason == "/g/x is not a group")
      #expect(try error { _ = try file.createGroup("g/x/y") }.reason == "/g/x is not a group")
    }
  }
}
