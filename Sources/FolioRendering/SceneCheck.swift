import FolioGeometry
import FolioPagingCore
import FolioRaster
import FolioScene
import FolioTypography

/// Finds what is wrong with the pictures and texts of a scene before the first frame.
struct SceneCheck {
  private let recording: SceneRecording
  private let scene: Scene
  private(set) var faults: [Diagnostic] = []

  init(_ recording: SceneRecording) {
    self.recording = recording
    scene = recording.scene
    faults = recording.warnings
    refuseWhatIsNotDrawn()
  }

  /// What the scene format knows and this version does not draw is an error, never something else
  /// in its place.
  private mutating func refuseWhatIsNotDrawn() {
    for track in recording.tracks {
      let kind = track.description.transition.kind
      if kind != .scroll {
        faults.append(
          Diagnostic(
            .error, .unknownWord, "the transition \(kind.rawValue) is not drawn by this version",
            at: track.description.provenance["transition"], hint: "write transition: scroll"))
      }
      guard let control = track.pageControl else { continue }
      if control.style != .dots {
        faults.append(
          Diagnostic(
            .error, .unknownWord,
            "the page control style \(control.style.rawValue) is not drawn by this version",
            at: control.provenance["style"], hint: "write style: dots"))
      }
    }
  }

  /// Loads every picture and font.
  mutating func loadAssets(
    fontFolders: [String], bitmaps: BitmapCache, jobs: Int
  ) -> (ImageStore, FontBook) {
    let paths = imagePaths()
    let images = ImageStore(paths.map(\.0), cache: bitmaps, jobs: jobs)
    var seen: Set<String> = []
    for (path, span) in paths {
      let place = path.provenance.span ?? span
      if let fault = images.fault(of: path) {
        faults.append(Diagnostic(.error, fault.code, fault.message, at: place))
      }
      if !seen.insert(path.resolved).inserted { continue }
      for warning in images.warnings(of: path) {
        faults.append(Diagnostic(.warning, .noEffect, warning, at: place))
      }
    }
    var found: [Diagnostic] = []
    let fonts = FontBook.book(for: scene, folders: fontFolders) { found.append($0) }
    faults += found
    return (images, fonts)
  }

  /// Draws every page and layer once, at a size that costs little, and gathers the faults.
  mutating func drawEverything(images: ImageStore, fonts: FontBook) {
    let engine = TextEngine(fonts: fonts)
    let found = FaultBox()
    var painter = LayerPainter(
      scene: scene, images: images, text: engine, scale: scene.canvas.scale, overrides: [])
    painter.report = { found.faults.append($0) }
    painter.drawsPlaceholders = true
    for track in recording.tracks {
      let size = track.description.pageSize(in: track.frame(at: .zero).size)
      for page in track.pages {
        var canvas = Canvas(width: 1, height: 1)
        painter.draw(page, in: &canvas, size: size)
        if canvas.fault != nil {
          found.faults.append(
            Diagnostic(
              .error, .badNumber, "page \"\(page.id)\": a coordinate is not finite",
              at: page.provenance.span))
        }
      }
    }
    var canvas = Canvas(width: 1, height: 1)
    painter.draw(
      scene.behind + scene.above, in: scene.canvas.size, safeArea: scene.canvas.safeArea, &canvas)
    // Texts that are set on the way.
    for change in recording.settings {
      guard case .layerText(let id) = change.path, let layer = scene.layer(named: id) else {
        continue
      }
      var painter = LayerPainter(
        scene: scene, images: images, text: engine, scale: scene.canvas.scale,
        overrides: [FrameState.Override(path: change.path, pager: nil, value: change.value)])
      painter.report = { found.faults.append($0) }
      painter.drawsPlaceholders = true
      painter.draw([layer], in: scene.canvas.size, safeArea: .zero, &canvas)
    }
    faults += found.faults
  }

  /// Faults gathered by closures.
  private final class FaultBox {
    var faults: [Diagnostic] = []
  }

  /// Every picture that the scene names, with the place of the layer or page that names it.
  private func imagePaths() -> [(AssetPath, SourceSpan?)] {
    recording.tracks.flatMap { $0.pages.flatMap(\.imagePaths) }
      + (scene.behind + scene.above).flatMap(\.imagePaths)
  }
}

extension Page {
  /// The pictures of its background and its layers, with the places that name them.
  var imagePaths: [(AssetPath, SourceSpan?)] {
    var found: [(AssetPath, SourceSpan?)] = []
    if case .image(let image) = background {
      found.append((image.path, provenance["background"]))
    }
    return found + layers.flatMap(\.imagePaths)
  }
}

extension Layer {
  /// Its picture or, for a group, those of its layers, with the places that name them. Those of a pager
  /// are its pages'.
  fileprivate var imagePaths: [(AssetPath, SourceSpan?)] {
    switch content {
    case .image(let image): [(image.path, provenance["image"])]
    case .group(let group): group.allLayers.flatMap(\.imagePaths)
    case .pager, .text, .shape, .button: []
    }
  }
}
