import FolioSequence
import Foundation
import TestSupport
import Testing

@testable import FolioFilm

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A fault leaves whole frames, an honest manifest and no temporary file")
struct FaultTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// After a fault: what is there is whole, and rendering again gives what a fresh render gives.
  func checkRecovery(of film: StripeFilm, frames: Int? = nil) throws {
    let names = try folder.names()
    #expect(names.filter { $0.contains(".tmp-") }.isEmpty)
    let manifest = try folder.manifest()
    #expect(!manifest.isComplete)
    if let frames { #expect(names.filter { $0.hasPrefix("frame") }.count == frames) }
    var healthy = StripeFilm(film.pictures)
    healthy.distinctStates = film.distinctStates
    try folder.render(healthy, to: "fresh")
    let fresh = try folder.contents("fresh")
    for (name, data) in try folder.contents() where name.hasPrefix("frame") {
      #expect(data == fresh[name], "\(name)")
    }
    try folder.render(healthy)
    #expect(try folder.contents() == fresh)
  }

  @Test(
    "the error of the earliest frame wins, and the frames before it stay", arguments: [1, 2, 7])
  func source(jobs: Int) throws {
    var film = StripeFilm(Array(0..<60))
    film.failingFrames = [20, 21, 22, 40]
    // The frame that fails first by the clock is not the first in order.
    film.delay = { $0 == 20 ? 30_000 : 0 }
    let error = folder.failure { try folder.render(film, jobs: jobs) }
    #expect(error?.kind == .source(frame: 20))
    #expect(error?.message == "frame 20: the picture does not exist")
    #expect(error?.exitCode == .software)
    try checkRecovery(of: film, frames: 20)
  }

  @Test("a state that cannot be had ends the film in the same way", arguments: [0, 1, 13])
  func state(frame: Int) throws {
    var film = StripeFilm(Array(repeating: 3, count: 30))
    film.failingStates = [frame, 25]
    let error = folder.failure { try folder.render(film) }
    #expect(error?.kind == .source(frame: frame))
    try checkRecovery(of: film, frames: frame)
  }

  struct Refusal: ExitCodeProviding {
    var exitCode: ExitCode { .data }
  }

  @Test("an encoder's error carries its frame and its exit code")
  func encoder() throws {
    let film = StripeFilm(Array(0..<10))
    let error = folder.failure {
      _ = try FilmWriter.write(
        film, info: film.info(), frames: FrameSet(0..<10), to: folder.path(),
        options: FilmOptions(jobs: 2),
        encoder: FrameEncoder { bitmap, _ in
          if bitmap[0, 0] >> 16 & 0xFF == 6 { throw Refusal() }
          return StripeFilm.file(of: bitmap)
        })
    }
    #expect(error?.kind == .encoder(frame: 6))
    #expect(error?.exitCode == .data)
    try checkRecovery(of: film, frames: 6)
  }

  @Test("a cancelled film ends at once, and can be rendered again", arguments: [1, 4])
  func cancelled(jobs: Int) throws {
    let film = StripeFilm(Array(0..<500))
    let cancellation = Cancellation()
    let error = folder.failure {
      try folder.render(film, jobs: jobs, cancellation: cancellation) { progress in
        if progress.done == 5 { cancellation.cancel() }
      }
    }
    #expect(error?.kind == .cancelled)
    #expect(error?.exitCode == .interrupted)
    try checkRecovery(of: film, frames: 5)
    #expect(film.draws.count < 500)
  }

  @Test("a film that is cancelled before it begins creates nothing")
  func cancelledBefore() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let error = folder.failure {
      try folder.render(StripeFilm([1]), cancellation: cancellation)
    }
    #expect(error?.kind == .cancelled)
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/out"))
  }

  @Test("a killed render: stray temporary files go, the next run completes")
  func killed() throws {
    let film = StripeFilm(Array(0..<12))
    try folder.render(StripeFilm(Array(0..<20)))
    do {
      // Letting the folder go in the middle is what a kill leaves behind.
      var half = try FrameFolder.open(
        folder.path(), info: film.info(), frames: FrameSet(0..<12))
      for frame in 0..<3 {
        try half.write(
          EncodedFrame(bytes: [1, 2, 3], pixels: Fingerprint(digest: SHA256.hash([UInt8(frame)]))),
          record: film.record(of: frame))
      }
    }
    for name in [
      ".frame-00003.pam.tmp-1", ".frame-00019.pam.tmp-99999", ".folioscope-manifest.json.tmp-7",
      ".folioscope-manifest.0-3.json.tmp-7",
    ] {
      try folder.write("half", to: "out/" + name)
    }
    // Files that only look like ours.
    for name in [".frame-00003.pam.tmp-", ".notes.tmp-12", ".frame-00003.pam.tmp-1a"] {
      try folder.write("mine", to: "out/" + name)
    }
    #expect(try folder.manifest().isComplete == false)
    try folder.render(film)
    let names = try folder.names()
    #expect(
      names.filter { $0.hasPrefix(".") } == [
        ".frame-00003.pam.tmp-", ".frame-00003.pam.tmp-1a", ".notes.tmp-12",
      ])
    #expect(names.filter { $0.hasPrefix("frame") }.count == 12)
    #expect(try folder.manifest().isComplete)
  }

  @Test("stale frames whose removal a kill has cut short go with the next run")
  func killedWhileRemoving() throws {
    let long = StripeFilm(Array(0..<20))
    try folder.render(long)
    let short = StripeFilm(Array(0..<5))
    let stale = Manifest(
      info: try short.info(), frames: FrameSet(0..<5),
      stale: (5..<20).map { String(format: "frame-%05d.pam", $0) })
    try Data(stale.json).write(
      to: folder.url.appendingPathComponent("out/folioscope-manifest.json"))
    try folder.render(StripeFilm(Array(0..<3)))
    #expect(try folder.names().count == 4)
  }

  @Test("a manifest's temporary file alone does not make a folder foreign")
  func killedBeforeTheFirstManifest() throws {
    try folder.write("half", to: "out/.folioscope-manifest.json.tmp-12")
    try folder.render(StripeFilm([1, 2]))
    #expect(try folder.names().count == 3)
  }

  // MARK: - Locks

  @Test("two renders, one folder: the second is told that the folder is busy")
  func busy() throws {
    let film = StripeFilm(Array(0..<4))
    var first = try FrameFolder.open(folder.path(), info: film.info(), frames: FrameSet(0..<4))
    let error = folder.failure { try folder.render(film) }
    #expect(error?.kind == .busy)
    #expect(error?.exitCode == .temporary)
    for frame in 0..<4 {
      try first.write(
        EncodedFrame(
          bytes: [UInt8(frame)], pixels: Fingerprint(digest: SHA256.hash([UInt8(frame)]))),
        record: film.record(of: frame))
    }
    _ = try first.finish()
    try folder.render(film)
  }

  /// A folder that must be there.
  func open(_ path: FilePath) throws -> FileDescriptor {
    guard let descriptor = try FileDescriptor.folder(path) else { throw SystemError.notFound }
    return descriptor
  }

  @Test(
    "a process that is just being started does not keep the folder busy", arguments: [false, true])
  func sharedLock(usesFile: Bool) throws {
    try folder.render(StripeFilm([1]))
    let descriptor = try open(folder.path())
    let lock = try FolderLock.take(descriptor, path: folder.path(), usesFile: usesFile)
    // A child has the parent's open files until it runs its program, as a copy has.
    let copy = dup(descriptor.raw)
    defer { close(copy) }
    lock.release(descriptor)
    try folder.render(StripeFilm([1]))
  }

  @Test("where a folder cannot be locked, a file in it is")
  func lockFile() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("out"), withIntermediateDirectories: true)
    let descriptor = try open(folder.path())
    let lock = try FolderLock.take(descriptor, path: folder.path(), usesFile: true)
    #expect(try folder.names() == [".folioscope-lock"])
    let error = #expect(throws: FilmError.self) {
      let other = try open(folder.path())
      _ = try FolderLock.take(other, path: folder.path(), usesFile: true)
    }
    #expect(error?.kind == .busy)
    lock.release(descriptor)
    #expect(try folder.names() == [])
    // A lock file that a dead process has left is nobody's.
    try folder.write("", to: "out/.folioscope-lock")
    _ = try FolderLock.take(descriptor, path: folder.path(), usesFile: true)
    try folder.render(StripeFilm([1]))
  }

  // MARK: - Things in the way

  @Test(
    "a link, a pipe or a folder where a file is to be is refused; what a link leads to is untouched",
    arguments: ["frame-00001.pam", "folioscope-manifest.json", "folioscope-manifest.0-3.json"],
    ["link", "dangling", "pipe", "folder"])
  func occupied(name: String, kind: String) throws {
    let film = StripeFilm(Array(0..<6))
    if name.hasPrefix("frame") { try folder.render(film) }
    let path = folder.url.path + "/out/" + name
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("out"), withIntermediateDirectories: true)
    try? FileManager.default.removeItem(atPath: path)
    try folder.write("precious", to: "victim")
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "../victim")
    case "dangling":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../nothing")
    case "pipe": #expect(unsafe mkfifo(path, 0o600) == 0)
    default:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let error = folder.failure { try folder.render(film) }
    #expect(error?.exitCode == .cannotCreate)
    #expect(error?.message.contains(name) == true, "\(error?.message ?? "")")
    #expect(try folder.text("victim") == "precious")
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/nothing"))
  }

  @Test("a link where a temporary file is to be is not followed")
  func temporaryLink() throws {
    let film = StripeFilm(Array(0..<6))
    try folder.render(film)
    try folder.write("precious", to: "victim")
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/out/.frame-00002.pam.tmp-\(getpid())",
      withDestinationPath: "../victim")
    let error = folder.failure { try folder.render(film) }
    #expect(error?.kind == .cannotCreate)
    #expect(error?.message.contains("frame-00002.pam") == true)
    #expect(try folder.text("victim") == "precious")
  }

  @Test("a frame that is another name of somebody's file leaves that file as it is")
  func hardLinkedVictim() throws {
    let film = StripeFilm(Array(0..<3))
    try folder.render(film)
    try folder.write("precious", to: "victim")
    let path = folder.url.path + "/out/frame-00001.pam"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.linkItem(atPath: folder.url.path + "/victim", toPath: path)
    try folder.render(film)
    #expect(try folder.text("victim") == "precious")
    try folder.render(film, to: "fresh")
    #expect(try folder.contents() == folder.contents("fresh"))
  }

  @Test("a frame that already is another name of its predecessor's file leaves no temporary one")
  func sameInode() throws {
    let film = StripeFilm([1, 1, 1])
    try folder.render(film) { progress in
      if progress.done == 1 {
        // Renaming one name of a file onto another name of it does nothing and reports no error.
        let path = folder.url.path + "/out/frame-0000"
        try? FileManager.default.linkItem(atPath: path + "0.pam", toPath: path + "1.pam")
      }
    }
    #expect(try folder.names().count == 4)
  }

  @Test("what has taken the place of a stale frame is not ours to remove")
  func staleNoMore() throws {
    try folder.render(StripeFilm(Array(0..<5)))
    try folder.write("precious", to: "victim")
    for name in ["frame-00003.pam", "frame-00004.pam"] {
      try FileManager.default.removeItem(atPath: folder.url.path + "/out/" + name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/out/frame-00003.pam", withDestinationPath: "../victim")
    try folder.write("mine", to: "out/frame-00004.pam/notes.txt")
    try folder.render(StripeFilm(Array(0..<2)))
    #expect(
      try folder.names() == [
        "folioscope-manifest.json", "frame-00000.pam", "frame-00001.pam", "frame-00003.pam",
        "frame-00004.pam",
      ])
    #expect(try folder.text("out/frame-00003.pam") == "precious")
    #expect(try folder.text("out/frame-00004.pam/notes.txt") == "mine")
  }

  @Test("a folder that is a link, a file or a pipe is refused by its name")
  func noFolder() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appendingPathComponent("real"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link", withDestinationPath: "real")
    try folder.write("x", to: "file")
    #expect(unsafe mkfifo(folder.url.path + "/pipe", 0o600) == 0)
    for (name, word) in [
      ("link", "a symbolic link"), ("link/", "a symbolic link"), ("file", "a file"),
      ("pipe", "a named pipe"), ("file/below", "Not a directory"),
    ] {
      let error = folder.failure { try folder.render(StripeFilm([1]), to: name) }
      #expect(error?.exitCode == .cannotCreate)
      #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
    #expect(try folder.names("real") == [])
  }

  @Test("a frame that vanishes meanwhile is not promised")
  func vanished() throws {
    let film = StripeFilm(Array(0..<10))
    let error = folder.failure {
      try folder.render(film) { progress in
        if progress.done == 8 {
          try? FileManager.default.removeItem(
            at: folder.url.appendingPathComponent("out/frame-00003.pam"))
        }
      }
    }
    #expect(error?.kind == .cannotWrite)
    #expect(error?.message.contains("frame-00003.pam") == true)
    #expect(try folder.manifest().isComplete == false)
  }

  @Test("names that are no UTF-8 are somebody else's, and paths may be so too")
  func latin1() throws {
    let latin = [UInt8](folder.url.path.utf8) + Array("/b".utf8) + [0xE9]
    let path = try #require(FilePath(bytes: latin))
    let film = StripeFilm([1, 2])
    _ = try FilmWriter.write(
      film, info: film.info(), frames: FrameSet(0..<2), to: path,
      options: FilmOptions(jobs: 1), encoder: StripeFilm.encoder)
    let descriptor = try open(path)
    let stranger = try descriptor.create([0xFF, 0xFE])
    try stranger.close()
    _ = try FilmWriter.write(
      film, info: film.info(), frames: FrameSet(0..<2), to: path,
      options: FilmOptions(jobs: 1), encoder: StripeFilm.encoder)
    #expect(try descriptor.names().count == 4)
    #expect(FilePath(bytes: []) == nil)
    #expect(FilePath(bytes: [65, 0]) == nil)
  }

  @Test("a percent sign in the folder's name is a character like others")
  func percent() throws {
    let manifest = try folder.render(StripeFilm([1, 2]), to: "100%d done")
    #expect(try folder.names("100%d done").count == 3)
    #expect(manifest.ffmpegArguments?.contains("./frame-%05d.pam") == true)
  }
}

@Suite("Limits of the system end a film with the right code", .serialized)
struct SystemLimitTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Ends the process with the code with which a render of three frames ends.
  static func renderAndExit(_ path: String) -> Never {
    do {
      let film = StripeFilm([1, 2, 3])
      _ = try FilmWriter.write(
        film, info: film.info(), frames: FrameSet(0..<3), to: FilePath(path + "/out"),
        options: FilmOptions(jobs: 2), encoder: StripeFilm.encoder)
      exit(0)
    } catch let error as FilmError {
      exit(error.exitCode.rawValue)
    } catch {
      exit(99)
    }
  }

  func checkRecovery() throws {
    #expect(try folder.names().filter { $0.contains(".tmp-") }.isEmpty)
    let film = StripeFilm([1, 2, 3])
    try folder.render(film, to: "fresh")
    try folder.render(film)
    #expect(try folder.contents() == folder.contents("fresh"))
  }

  @Test("a limit on the size of files: 74")
  func fileSize() async throws {
    await #expect(processExitsWith: .exitCode(74)) { [path = folder.url.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      // The manifest of a render that has not begun fits, a complete one does not.
      var limit = rlimit(rlim_cur: 1400, rlim_max: 1400)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      SystemLimitTests.renderAndExit(path)
    }
    try checkRecovery()
  }

  @Test("too few file descriptors: 73")
  func descriptors() async throws {
    await #expect(processExitsWith: .exitCode(73)) { [path = folder.url.path as String] in
      var limit = rlimit(rlim_cur: 4, rlim_max: 4)
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      SystemLimitTests.renderAndExit(path)
    }
  }

  @Test("a folder that may not be written to, and one that may not be made: 73")
  func readOnly() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.url.path + "/out", withIntermediateDirectories: true)
    #expect(unsafe chmod(folder.url.path + "/out", 0o555) == 0)
    await #expect(processExitsWith: .exitCode(73)) { [path = folder.url.path as String] in
      // Nothing is read-only for the superuser.
      if getuid() == 0 { _ = setuid(65534) }
      SystemLimitTests.renderAndExit(path)
    }
    #expect(unsafe chmod(folder.url.path, 0o555) == 0)
    await #expect(processExitsWith: .exitCode(73)) { [path = folder.url.path as String] in
      if getuid() == 0 { _ = setuid(65534) }
      SystemLimitTests.renderAndExit(path + "/deeper")
    }
    #expect(try folder.names() == [])
    #expect(unsafe chmod(folder.url.path, 0o755) == 0)
  }

  static let canMount = getuid() == 0 && mount()

  /// Whether this process may mount a file system, found out by doing it.
  private static func mount() -> Bool {
    guard let folder = try? ScratchFolder() else { return false }
    guard run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.url.path]) else {
      return false
    }
    return run(["umount", folder.url.path])
  }

  static func run(_ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  @Test(
    "R25: a disk that fills up: 74, whole frames stay; with more room the render completes",
    .enabled(if: canMount, "mounting a small file system needs the superuser"))
  func diskFull() throws {
    let disk = folder.url.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    #expect(SystemLimitTests.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]))
    defer { _ = SystemLimitTests.run(["umount", disk]) }
    let film = StripeFilm(Array(0..<60))
    let error = folder.failure { try folder.render(film, to: "disk/out") }
    #expect(error?.exitCode == .inputOutput)
    #expect(error?.message.contains("No space left on device") == true)
    #expect(error?.message.contains("frame-000") == true)
    let names = try folder.names("disk/out")
    #expect(names.filter { $0.contains(".tmp-") }.isEmpty)
    #expect(names.count > 3)
    #expect(SystemLimitTests.run(["mount", "-o", "remount,size=4m", disk]))
    try folder.render(film, to: "fresh")
    let fresh = try folder.contents("fresh")
    for (name, data) in try folder.contents("disk/out") where name.hasPrefix("frame") {
      #expect(data == fresh[name])
    }
    try folder.render(film, to: "disk/out")
    #expect(try folder.contents("disk/out") == fresh)
  }

  @Test(
    "no room for another file: 73",
    .enabled(if: canMount, "mounting a small file system needs the superuser"))
  func inodes() throws {
    let disk = folder.url.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    #expect(
      SystemLimitTests.run(["mount", "-t", "tmpfs", "-o", "size=4m,nr_inodes=8", "tmpfs", disk]))
    defer { _ = SystemLimitTests.run(["umount", disk]) }
    let error = folder.failure { try folder.render(StripeFilm(Array(0..<60)), to: "disk/out") }
    #expect(error?.exitCode == .cannotCreate)
    #expect(error?.message.contains("cannot be created: No space left") == true)
  }
}
