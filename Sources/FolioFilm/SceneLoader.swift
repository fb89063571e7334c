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
  /// Called on the scene after it was read and before it is played: what a program or a command
  /// line says instead of the file.
  public var adjust: @Sendable (inout Scene) -> Void

  /// A loader.
  public init(
    fontFolders: [String] = FontFolders.standard(), reader: SceneReader = SceneReader(),
    adjust: @escaping @Sendable (inout Scene) -> Void = { _ in }
  ) {
    self.fontFolders = fontFolders
    self.reader = reader
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
      renderer = try SceneRenderer(recording, fontFolders: fontFolders)
    } catch {
      throw document.warnings.merging(error)
    }
    return Loaded(
      film: SceneFilm(renderer),
      warnings: document.warnings.merging(DiagnosticList(renderer.warnings)),
      sourceDigest: digest(of: document, scene))
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
      let renderer = try SceneRenderer(Playback.still(scene), fontFolders: fontFolders)
      return faults.merging(DiagnosticList(renderer.warnings))
    } catch {
      return faults.merging(error)
    }
  }

  /// SHA-256 over the bytes of every file that decides the pixels, each with its length before it:
  /// the scene's files, its pictures, its fonts, and the fonts that ship.
  private func digest(of document: SceneDocument, _ scene: Scene) -> Digest {
    var digest = SHA256()
    func add(_ bytes: [UInt8], to digest: inout SHA256) {
      var length = UInt64(bytes.count)
      var prefix: [UInt8] = []
      for _ in 0..<8 {
        prefix.append(UInt8(length & 0xFF))
        length >>= 8
      }
      digest.update(prefix)
      digest.update(bytes)
    }
    for source in document.sources { add(Array(source.bytes), to: &digest) }
    var paths: [String] = scene.imagePaths.map(\.resolved)
    for font in scene.fonts { paths += font.sources.map(\.path.resolved) }
    for folder in fontFolders {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let fonts = names.filter { $0.hasSuffix(".ttf") || $0.hasSuffix(".otf") }
      paths += fonts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        .map { folder + "/" + $0 }
      if !fonts.isEmpty { break }
    }
    var seen: Set<String> = []
    for path in paths where seen.insert(path).inserted {
      if let data = FileManager.default.contents(atPath: path) { add([UInt8](data), to: &digest) }
    }
    return digest.finalize()
  }
}

extension Scene {
  /// Every picture that the scene names, in its order.
  var imagePaths: [AssetPath] {
    var found: [AssetPath] = []
    func walk(_ layers: [Layer]) {
      for layer in layers {
        switch layer.content {
        case .image(let image): found.append(image.path)
        case .group(let group): walk(group.layers)
        case .pager(let pager): pager.pages.forEach(walk)
        case .text, .shape, .button: break
        }
      }
    }
    func walk(_ page: Page) {
      if case .image(let image) = page.background { found.append(image.path) }
      walk(page.layers)
    }
    walk(behind)
    (pages + spares).forEach(walk)
    walk(above)
    return found
  }
}
