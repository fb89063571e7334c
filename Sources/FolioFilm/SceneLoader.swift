import FolioPagingCore
import FolioRendering
import FolioScene
import FolioSequence
import Foundation

/// The way from a scene's file to its film.
public struct SceneLoader: Sendable {
  /// Where the fonts that ship are looked for, in order.
  public var fontFolders: [String]
  /// How scenes are read.
  public var reader: SceneReader
  /// How many threads decode pictures and will draw frames, at least 1. It changes time and memory, and
  /// neither a byte nor a fault.
  public var jobs: Int
  /// Called on the scene after it was read and before it is played: what a program or a command
  /// line says instead of the file.
  public var adjust: @Sendable (inout Scene) -> Void

  /// A loader, by itself with as many threads as the process may use processors.
  public init(
    fontFolders: [String] = FontFolders.standard(), reader: SceneReader = SceneReader(),
    jobs: Int = ProcessInfo.processInfo.activeProcessorCount,
    adjust: @escaping @Sendable (inout Scene) -> Void = { _ in }
  ) {
    self.fontFolders = fontFolders
    self.reader = reader
    self.jobs = jobs
    self.adjust = adjust
  }

  /// A film, and what it was made from.
  public struct Loaded: Sendable {
    /// The film.
    public let film: SceneFilm
    /// Faults that stop nothing.
    public let warnings: DiagnosticList
    /// SHA-256 over the scene's files, its pictures and fonts.
    public let sourceDigest: Digest
  }

  /// Reads, plays and checks a scene.
  ///
  /// - Throws: every fault of the file, its timeline, its pictures and its texts that can be found,
  ///   all at once.
  public func load(_ path: String) throws(DiagnosticList) -> Loaded {
    let document: SceneDocument
    do throws(DiagnosticList) {
      document = try reader.read(contentsOf: path)
    } catch {
      throw everything(wrongWith: path, besides: error)
    }
    var scene = document.scene
    adjust(&scene)
    let recording: SceneRecording
    do throws(DiagnosticList) {
      recording = try Playback.play(scene)
    } catch {
      throw everything(wrongWith: path, besides: document.warnings.merging(error))
    }
    if recording.frameCount == 0 {
      throw DiagnosticList([
        Diagnostic(
          .error, .limit, "the film has no frames", path: path,
          hint: "let it end later than 0 s")
      ])
    }
    let renderer: SceneRenderer
    do throws(DiagnosticList) {
      renderer = try SceneRenderer(recording, fontFolders: fontFolders, jobs: jobs)
    } catch {
      throw document.warnings.merging(error)
    }
    return Loaded(
      film: SceneFilm(renderer),
      warnings: document.warnings.merging(DiagnosticList(renderer.warnings)),
      sourceDigest: digest(of: document, scene, renderer))
  }

  /// Reads and plays a scene without looking into its pictures and fonts.
  ///
  /// - Returns: what was played, and the faults that stop nothing.
  /// - Throws: every fault of the file and its timeline.
  public func play(
    _ path: String
  ) throws(DiagnosticList) -> (recording: SceneRecording, warnings: DiagnosticList) {
    let document = try reader.read(contentsOf: path)
    var scene = document.scene
    adjust(&scene)
    let recording: SceneRecording
    do throws(DiagnosticList) {
      recording = try Playback.play(scene)
    } catch {
      throw document.warnings.merging(error)
    }
    return (recording, document.warnings.merging(DiagnosticList(recording.warnings)))
  }

  /// The faults of a scene that could not be read or played, and those of its pictures and texts as
  /// far as they can be known.
  private func everything(
    wrongWith path: String, besides faults: DiagnosticList
  ) -> DiagnosticList {
    guard let scene = reader.inspect(contentsOf: path).scene else { return faults }
    do throws(DiagnosticList) {
      let renderer = try SceneRenderer(
        Playback.still(scene), fontFolders: fontFolders, jobs: jobs)
      return faults.merging(DiagnosticList(renderer.warnings))
    } catch {
      return faults.merging(error)
    }
  }

  /// SHA-256 over the bytes of every file that decides the pixels, each with its length before it:
  /// the scene's files, its pictures, its fonts, and, where there is text, the fonts that ship.
  private func digest(
    of document: SceneDocument, _ scene: Scene, _ renderer: SceneRenderer
  ) -> Digest {
    var digest = SHA256()
    func add(length: Int, to digest: inout SHA256) {
      digest.update((0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
    }
    func add(_ bytes: [UInt8], to digest: inout SHA256) {
      add(length: bytes.count, to: &digest)
      digest.update(bytes)
    }
    /// A file piece by piece: a font of ten megabytes need not be in memory for this.
    func add(contentsOf path: String, to digest: inout SHA256) throws(SystemError) {
      guard !path.utf8.contains(0), let file = try FileDescriptor.file(FilePath(path)) else {
        return
      }
      let status = try file.status()
      guard status.kind == .file else { return }
      add(length: status.size, to: &digest)
      var done = 0
      while true {
        let piece = try file.read(1 << 16, at: done)
        if piece.isEmpty { break }
        digest.update(piece)
        done += piece.count
      }
    }
    for source in document.sources { add(Array(source.bytes), to: &digest) }
    let content = SceneContent(scene)
    var paths: [String] = content.imagePaths.map(\.resolved)
    for font in scene.fonts { paths += font.sources.map(\.path.resolved) }
    for folder in fontFolders where content.hasText {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let fonts = names.filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }
      paths += fonts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        .map { folder + "/" + $0 }
      if !fonts.isEmpty { break }
    }
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      if let bytes = renderer.bytes(ofPicture: path) {
        // What will be drawn, even if the file has changed since.
        add(bytes, to: &digest)
      } else {
        // What cannot be read is not drawn either.
        try? add(contentsOf: path, to: &digest)
      }
    }
    return digest.finalize()
  }
}

/// What a scene needs files for.
private struct SceneContent {
  /// Every picture that the scene names, in its order.
  private(set) var imagePaths: [AssetPath] = []
  /// Whether there is anything to be written.
  private(set) var hasText = false

  init(_ scene: Scene) {
    walk(scene.behind)
    (scene.pages + scene.spares).forEach { walk($0) }
    walk(scene.above)
  }

  private mutating func walk(_ page: Page) {
    if case .image(let image) = page.background { imagePaths.append(image.path) }
    walk(page.layers)
    if page.caption != nil { hasText = true }
  }

  private mutating func walk(_ layers: [Layer]) {
    for layer in layers {
      switch layer.content {
      case .image(let image): imagePaths.append(image.path)
      case .text, .button: hasText = true
      case .group(let group): walk(group.allLayers)
      case .pager(let pager): pager.pages.forEach { walk($0) }
      case .shape: break
      }
    }
  }
}
