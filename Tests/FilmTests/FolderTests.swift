import FolioFilm
import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("A folder holds the frames of its manifest, whole, and nothing else of ours")
struct FolderTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("frames, their hashes and the manifest are what they say, and parents are created")
  func fresh() throws {
    let film = StripeFilm(pagerPictures)
    let manifest = try folder.render(film, to: "a/b/out")
    let files = try folder.contents("a/b/out")
    #expect(
      files.keys.sorted()
        == ["folioscope-manifest.json"]
        + pagerPictures.indices.map {
          String(format: "frame-%05d.pam", $0)
        })
    #expect(try folder.manifest("a/b/out/folioscope-manifest.json") == manifest)
    #expect(manifest.isComplete && manifest.stale.isEmpty)
    for entry in manifest.entries {
      let file = try #require(files[film.info().name.name(of: entry.index)])
      #expect(SHA256.hash(Array(file)) == entry.file)
      #expect(file.count == entry.byteCount)
      let same = entry.index > 0 && pagerPictures[entry.index] == pagerPictures[entry.index - 1]
      #expect(entry.sameAsPrevious == same)
      #expect(entry.pagePosition == Double(entry.index) / 4)
    }
    #expect(manifest.entries[10].markers == ["middle"])
  }

  @Test("a second run changes no byte, whatever was linked before")
  func again() throws {
    let film = StripeFilm(pagerPictures)
    try folder.render(film)
    let first = try folder.contents()
    for links in [true, false, true] {
      try folder.render(film, links: links)
      #expect(try folder.contents() == first)
    }
  }

  @Test("R14: a shorter render leaves no frame of the longer one and touches no other file")
  func shorter() throws {
    try folder.render(StripeFilm(Array(0..<120)))
    try folder.write("mine", to: "out/notes.txt")
    try folder.write("mine too", to: "out/frame-00200.pam")
    try folder.write("hidden", to: "out/.keep")
    try folder.render(StripeFilm(Array(0..<60)))
    let names = try folder.names()
    #expect(names.filter { $0.hasPrefix("frame-000") }.count == 60)
    #expect(names.count == 60 + 1 + 3)
    #expect(try folder.manifest().entries.count == 60)
    #expect(try folder.text("out/notes.txt") == "mine")
    #expect(try folder.text("out/frame-00200.pam") == "mine too")
    #expect(try folder.text("out/.keep") == "hidden")
  }

  @Test("another pattern removes the frames of the old one")
  func renamed() throws {
    let film = StripeFilm(pagerPictures)
    try folder.render(film)
    try folder.render(film, info: film.info(pattern: "p_####.pam"))
    #expect(try folder.names().filter { $0.hasPrefix("frame") }.isEmpty)
    #expect(try folder.names().count == pagerPictures.count + 1)
  }

  @Test("R17: names have one width, and their order is that of the frames")
  func width() throws {
    let film = StripeFilm(Array(repeating: 1, count: 100_001))
    try folder.render(film, set: "0,9,10,99999,100000")
    #expect(
      try folder.names().filter { $0.hasPrefix("frame") } == [
        "frame-000000.pam", "frame-000009.pam", "frame-000010.pam", "frame-099999.pam",
        "frame-100000.pam",
      ])
  }

  @Test("equal neighbours are one file, or copies where links are not wanted")
  func links() throws {
    let film = StripeFilm(pagerPictures)
    for links in [true, false] {
      try folder.render(film, links: links)
      let inodes = try pagerPictures.indices.map { i -> UInt64 in
        let attributes = try FileManager.default.attributesOfItem(
          atPath: folder.url.path + String(format: "/out/frame-%05d.pam", i))
        return try #require((attributes[.systemFileNumber] as? NSNumber)?.uint64Value)
      }
      for i in 1..<pagerPictures.count {
        let isSame = pagerPictures[i] == pagerPictures[i - 1]
        #expect((inodes[i] == inodes[i - 1]) == (links && isSame), "\(i)")
      }
    }
  }

  @Test("equal states are drawn once; equal pictures of unequal states are linked all the same")
  func drawing() throws {
    let runs = zip(pagerPictures, pagerPictures.dropFirst()).filter { $0 != $1 }.count + 1
    let film = StripeFilm(pagerPictures)
    try folder.render(film)
    #expect(film.draws.count == runs)
    let plain = try folder.contents()
    var restless = film
    restless.distinctStates = true
    try folder.render(restless)
    #expect(film.draws.count == runs + pagerPictures.count)
    #expect(try folder.contents() == plain)
  }

  @Test("the bytes do not depend on the number of threads or on who is slow")
  func threads() throws {
    var film = StripeFilm((0..<200).map { $0 * $0 / 37 % 61 })
    try folder.render(film, jobs: 1)
    let serial = try folder.contents()
    film.delay = { UInt32($0 * 7919 % 13) * 100 }
    for jobs in [1, 2, 3, 7] {
      for distinct in [false, true] {
        film.distinctStates = distinct
        try folder.render(film, to: "out\(jobs)\(distinct)", jobs: jobs)
        #expect(try folder.contents("out\(jobs)\(distinct)") == serial)
      }
    }
  }

  @Test("progress counts each frame once, in order, and ends at the total")
  func progress() throws {
    var seen: [FilmProgress] = []
    try folder.render(StripeFilm(pagerPictures), set: "3-12") { seen.append($0) }
    #expect(seen.map(\.done) == Array(1...10))
    #expect(seen.map(\.frame) == Array(3...12))
    #expect(seen.allSatisfy { $0.total == 10 })
    #expect(seen.last?.name == "frame-00012.pam")
  }

  // MARK: - Whose folder it is

  @Test("an empty folder is taken; one that is not ours is refused with three names, untouched")
  func foreign() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("out"), withIntermediateDirectories: true)
    try folder.render(StripeFilm([1, 2]))
    for name in ["d.txt", "a.txt", "c.txt", "b.txt", "e.txt"] {
      try folder.write("x", to: "theirs/\(name)")
    }
    let before = try folder.contents("theirs")
    for overwrite in [false, true] {
      let error = folder.failure {
        try folder.render(StripeFilm([1, 2]), to: "theirs", overwrite: overwrite)
      }
      #expect(error?.kind == .foreignFolder)
      #expect(error?.exitCode == .cannotCreate)
      #expect(error?.message.contains("(a.txt, b.txt, c.txt and 2 more)") == true)
    }
    #expect(try folder.contents("theirs") == before)
  }

  @Test("another scene's folder is taken over only when told to; its frames go then")
  func otherScene() throws {
    let first = StripeFilm(Array(0..<8))
    try folder.render(first, info: first.info(scene: "one", pattern: "one-%05d.pam"))
    let before = try folder.contents()
    let second = StripeFilm(Array(0..<3))
    let error = folder.failure { try folder.render(second, info: second.info(scene: "two")) }
    #expect(error?.kind == .otherScene)
    #expect(error?.exitCode == .cannotCreate)
    #expect(error?.message.contains("\"one\"") == true)
    #expect(error?.message.contains("--overwrite") == true)
    #expect(try folder.contents() == before)
    try folder.render(second, info: second.info(scene: "two"), overwrite: true)
    #expect(try folder.names().count == 4)
    #expect(try folder.manifest().info.sceneName == "two")
  }

  @Test(
    "a damaged manifest is refused with its place, and nothing is touched",
    arguments: ["", "{", "{}", "[1, 2"])
  func damaged(text: String) throws {
    try folder.render(StripeFilm([1, 2]))
    try folder.write(text, to: "out/folioscope-manifest.json")
    let before = try folder.contents()
    let error = folder.failure { try folder.render(StripeFilm([1, 2]), overwrite: true) }
    #expect(error?.kind == .damagedManifest)
    #expect(error?.message.contains("folioscope-manifest.json") == true)
    #expect(try folder.contents() == before)
  }

  @Test("a file in the way that no manifest knows is neither replaced nor passed over")
  func unknownInTheWay() throws {
    try folder.render(StripeFilm([1, 2]))
    try folder.write("mine", to: "out/frame-00003.pam")
    let before = try folder.contents()
    let error = folder.failure { try folder.render(StripeFilm([1, 2, 3, 4]), overwrite: true) }
    #expect(error?.kind == .occupied)
    #expect(error?.message.contains("frame-00003.pam") == true)
    #expect(try folder.contents() == before)
  }

  // MARK: - Parts

  @Test(
    "parts that cover the timeline give the folder of a whole render, byte for byte",
    arguments: [
      ["0-9", "10-"], ["10-", "0-9"], ["0-12", "7-"], ["0-19x2", "1-19x2"],
      ["5", "0-4", "6-18", "last"], ["0-9", "0-9", "10-"], ["0-"], ["0-", "3-5"],
    ])
  func parts(sets: [String]) throws {
    let film = StripeFilm(pagerPictures)
    try folder.render(film, to: "whole")
    for (i, set) in sets.enumerated() {
      let manifest = try folder.render(film, set: set)
      if i + 1 < sets.count, set != "0-" {
        #expect(manifest.entries.count < film.pictures.count)
        #expect(try folder.names().contains(manifest.fileName))
      }
    }
    #expect(try folder.contents() == folder.contents("whole"))
  }

  @Test("the manifest of a part lists its frames alone and has its own name")
  func onePart() throws {
    try folder.render(StripeFilm(pagerPictures), set: "3-8x2")
    #expect(
      try folder.names() == [
        "folioscope-manifest.3-7.json", "frame-00003.pam", "frame-00005.pam", "frame-00007.pam",
      ])
    let manifest = try folder.manifest("out/folioscope-manifest.3-7.json")
    #expect(manifest.entries.map(\.index) == [3, 5, 7])
    #expect(manifest.frames.step == 2)
  }

  @Test("a part of a changed scene removes what the old one made, and keeps what is its own")
  func changedPart() throws {
    let film = StripeFilm(pagerPictures)
    try folder.render(film)
    try folder.write("mine", to: "out/notes.txt")
    try folder.render(film, info: film.info(version: 2), set: "0-4")
    #expect(
      try folder.names() == ["folioscope-manifest.0-4.json"]
        + (0...4).map { "frame-0000\($0).pam" } + ["notes.txt"])
    // A second part of the same version leaves the first one alone.
    try folder.render(film, info: film.info(version: 2), set: "10-12")
    #expect(try folder.names().count == 5 + 3 + 2 + 1)
    // The same range with fewer frames removes those of its own range.
    try folder.render(film, info: film.info(version: 2), set: "10,12")
    #expect(try folder.names().filter { $0.hasPrefix("frame-0001") }.count == 2)
    #expect(try folder.names().filter { $0.hasPrefix("frame-0000") }.count == 5)
  }

  @Test("a part whose neighbour's frame is gone does not claim to be the whole")
  func holes() throws {
    let film = StripeFilm(pagerPictures)
    try folder.render(film, set: "0-9")
    try FileManager.default.removeItem(
      at: folder.url.appendingPathComponent("out/frame-00004.pam"))
    let manifest = try folder.render(film, set: "10-")
    #expect(manifest.entries.count == 10)
    #expect(try !folder.names().contains("folioscope-manifest.json"))
    // Drawing the first part again makes it whole.
    #expect(try folder.render(film, set: "0-9").entries.count == 20)
  }
}
