import FolioGeometry
import FolioNumerics
import FolioRaster

extension Scene {
  /// Checks what needs no drawing and no playing: names that must exist, names given twice, sizes,
  /// limits, and the order of the timeline. Reading a scene does this too; a scene made in code is
  /// checked by the player, or by calling this.
  ///
  /// Times that follow `settled` are known only once the scene is played; what depends on them is
  /// left to the player.
  public func validate() -> DiagnosticList {
    var check = SceneCheck(scene: self)
    check.run()
    return DiagnosticList(check.faults, mainFile: provenance.span?.file.path ?? "")
  }

  /// The most frames of a film.
  public static let mostFrames = 1_000_000
}

/// The checks of one scene.
struct SceneCheck {
  let scene: Scene
  var faults: [Diagnostic] = []
  /// The layers of the whole scene that have a name.
  private(set) var layers: [(id: String, layer: Layer)] = []
  /// The pagers that are layers and have a name.
  private(set) var pagers: [(id: String, content: PagerContent)] = []

  private var pagerIDs: Set<String> = []

  init(scene: Scene) { self.scene = scene }

  mutating func run() {
    checkCanvas()
    checkOutput()
    checkFonts()
    collect(scene.behind, path: "behind")
    collect(scene.above, path: "above")
    checkUnique(layerIDs: scene.behind + scene.above)
    checkPages(scene.pages + scene.spares, path: "pages")
    checkCurrent(scene.pager, scene.pages, path: "pager")
    checkPreset(scene.pager, path: "pager")
    checkLeaves(scene.pager, scene.pages, path: "pager")
    var timeline = TimelineCheck(scene: scene, layers: layers, pagers: pagers)
    timeline.run()
    faults += timeline.faults
  }

  // MARK: - Faults

  /// A fault at a key of a value; without a provenance the message says where the value is.
  static func fault(
    _ code: Diagnostic.Code, _ message: String, _ provenance: Provenance, _ key: String,
    path: String, hint: String? = nil, notes: [Diagnostic.Note] = [],
    severity: Diagnostic.Severity = .error
  ) -> Diagnostic {
    let span = provenance[key]
    let last = key.split(separator: ".").last.map(String.init) ?? key
    let name = span == nil ? "\(path)\(key.isEmpty ? "" : ".")\(key)" : last
    return Diagnostic(
      severity, code, name.isEmpty ? message : "\(name): \(message)", at: span,
      pointer: pointer(path, key), hint: hint, notes: notes)
  }

  private static func pointer(_ path: String, _ key: String) -> String {
    let parts = (path + (key.isEmpty ? "" : ".\(key)")).split { ".[]".contains($0) }
    return parts.map { "/\($0)" }.joined()
  }

  // MARK: - Canvas and output

  private mutating func checkCanvas() {
    // A canvas that was read has passed these; one made in code may hold any number.
    let canvas = scene.canvas
    if canvas.provenance.span != nil { return }
    let limit = Double(CanvasDescription.largestSide)
    func report(_ code: Diagnostic.Code, _ message: String, _ key: String, _ hint: String) {
      faults.append(
        SceneCheck.fault(code, message, canvas.provenance, key, path: "canvas", hint: hint))
    }
    if !(canvas.size.isFinite && canvas.size.width > 0 && canvas.size.height > 0
      && canvas.size.width <= limit && canvas.size.height <= limit)
    {
      report(
        .badNumber, "the size must be above 0, and at most 8192 points a side", "width",
        "use at most 8192")
      return
    }
    if canvas.frameRate < FrameRateText.slowest || canvas.frameRate > FrameRateText.fastest {
      report(.badTime, "the rate is out of range", "fps", "the range is 1/1000 to 1000")
    }
    switch canvas.resolution {
    case .scale(let scale):
      if !(scale > 0 && canvas.size.width * scale < limit + 0.5
        && canvas.size.height * scale < limit + 0.5)
      {
        report(
          .limit, "a frame has at most 8192 px a side", "scale", "reduce the scale")
      }
    case .pixels(let width, let height, _):
      let range = 1...CanvasDescription.largestSide
      if !range.contains(width) || !range.contains(height) {
        report(.limit, "a frame has 1 to 8192 px a side", "pixels", "reduce the size")
      }
    }
    if !canvas.safeAreaLeavesRoom {
      report(
        .badNumber, "the safe area leaves nothing of the canvas", "safeArea", "make it smaller")
    }
    if let duration = canvas.duration, duration <= 0 || duration > TimeText.longest {
      report(.badTime, "the duration is out of range", "duration", "above 0, to 24 hours")
    }
  }

  private mutating func checkOutput() {
    if scene.output.alpha == .never && scene.canvas.background.alpha == 0 {
      faults.append(
        SceneCheck.fault(
          .conflictingKeys, "a transparent canvas needs an alpha channel",
          scene.output.provenance, "alpha", path: "output",
          hint: "leave alpha out, or give the canvas a background"))
    }
    if FrameName(pattern: scene.output.name) == nil, scene.output.provenance.span == nil {
      faults.append(
        SceneCheck.fault(
          .badText, "\(scene.output.name.quoted) is no name for frames", Provenance(), "name",
          path: "output", hint: "write the number as %05d, ##### or {frame}"))
    }
  }

  private mutating func checkFonts() {
    for (index, font) in scene.fonts.enumerated() {
      if let first = scene.fonts[..<index].first(where: { $0.id == font.id }) {
        faults.append(
          SceneCheck.fault(
            .duplicateID, "the font \(font.id.quoted) is given twice", font.provenance, "",
            path: "fonts[\(index)]",
            notes: [Diagnostic.Note("first given here", at: first.provenance.span)]))
      }
    }
  }

  // MARK: - Pages

  private mutating func checkCurrent(_ pager: PagerDescription, _ pages: [Page], path: String) {
    if pages.isEmpty && pager.current == .index(0) { return }
    let ids = pages.map(\.id)
    if let message = SceneCheck.unknown(pager.current, among: ids, Set(ids)) {
      faults.append(
        SceneCheck.fault(
          .unknownPage, message.text, pager.provenance, "current", path: path, hint: message.hint))
    }
  }

  /// Options that do nothing: the literal banner has habits instead, and one needs another.
  private mutating func checkPreset(_ pager: PagerDescription, path: String) {
    if pager.preset != .dlpageview {
      if pager.transition.kind == .curl && pager.spacing > 0 {
        faults.append(
          SceneCheck.fault(
            .noEffect, "leaves that turn have no gap between them", pager.provenance, "spacing",
            path: path, hint: "leave it out, or write transition: scroll", severity: .warning))
      }
      if pager.decelerationRate != nil && !pager.freeScroll && pager.pagesPerFling == .pages(1) {
        faults.append(
          SceneCheck.fault(
            .noEffect, "a pager that turns one page a fling has no free motion", pager.provenance,
            "decelerationRate", path: path, hint: "add freeScroll: true, or pagesPerFling: auto",
            severity: .warning))
      }
      return
    }
    for key in [
      "loop", "spacing", "itemSize", "padEnds", "bounces", "freeScroll", "pagesPerFling",
      "decelerationRate", "direction", "offscreenPageLimit",
    ] where pager.provenance.contains(key) {
      faults.append(
        SceneCheck.fault(
          .noEffect, "the literal banner dlpageview has no such option", pager.provenance, key,
          path: path, hint: "leave it out, or write preset: system with loop: true",
          severity: .warning))
    }
  }

  /// Pages that do not fill the leaves they are on.
  private mutating func checkLeaves(_ pager: PagerDescription, _ pages: [Page], path: String) {
    let layout = pager.leafLayout
    let isPaired = pager.transition.spine == .mid || pager.transition.isDoubleSided
    if pager.preset == .dlpageview && pager.transition.kind == .curl && isPaired {
      faults.append(
        SceneCheck.fault(
          .noEffect, "the literal banner dlpageview has a page on each leaf", pager.provenance,
          "transition", path: path, hint: "write transition: curl, or preset: system",
          severity: .warning))
    }
    if layout == .single { return }
    if let fault = layout.fault(pages: pages.map(\.id), loops: pager.loops) {
      let isLoop = fault.severity == .error && pager.loops
      faults.append(
        SceneCheck.fault(
          fault.code, fault.message, pager.provenance, isLoop ? "loop" : "transition", path: path,
          hint: fault.hint, severity: fault.severity))
      if fault.severity == .error { return }
    }
    let current: Int?
    switch pager.current {
    case .index(let index): current = index
    case .id(let id): current = pages.firstIndex { $0.id == id }
    }
    if let current, pages.indices.contains(current),
      layout.leaf(ofPage: current, pageCount: pages.count) == nil
    {
      faults.append(
        SceneCheck.fault(
          .unknownPage, "no page faces \(pages[current].id.quoted), so it is not shown",
          pager.provenance, "current", path: path, hint: "begin at a page before it"))
    }
    guard layout == .doubleSided else { return }
    for (index, page) in pages.enumerated() where index % 2 == 1 && page.dwell != nil {
      faults.append(
        SceneCheck.fault(
          .noEffect, "the back of a leaf never stays", page.provenance, "dwell",
          path: "\(path).pages[\(index)]", hint: "give the dwell to the front, the page before",
          severity: .warning))
    }
  }

  /// What is wrong with a reference to one of several pages, if anything. A number is an index
  /// unless a page has that very name.
  static func unknown(
    _ reference: PageReference, among ids: [String], _ present: Set<String>
  ) -> (text: String, hint: String)? {
    switch reference {
    case .id(let id):
      if present.contains(id) { return nil }
      return ("no page \(id.quoted)", Suggestion.hint(for: id, among: ids))
    case .index(let index):
      if ids.indices.contains(index) || present.contains(String(index)) { return nil }
      return (
        "no page \(index)",
        ids.isEmpty ? "there are no pages" : "pages are counted from 0 to \(ids.count - 1)"
      )
    }
  }

  private mutating func checkPages(_ pages: [Page], path: String) {
    if pages.count > Codec<[Page]>.mostPages {
      faults.append(
        SceneCheck.fault(
          .limit, "\(pages.count) pages; the limit is \(Codec<[Page]>.mostPages)",
          scene.provenance, path, path: ""))
    }
    var seen: [String: Page] = [:]
    for (index, page) in pages.enumerated() {
      if let first = seen[page.id] {
        faults.append(
          SceneCheck.fault(
            .duplicateID, "the page \(page.id.quoted) is given twice", page.provenance, "id",
            path: "\(path)[\(index)]", hint: "give each page its own id",
            notes: [Diagnostic.Note("first given here", at: first.provenance["id"])]))
      } else {
        seen[page.id] = page
      }
      if let caption = page.caption {
        checkFont(caption.style, path: "\(path)[\(index)].caption")
      }
      collect(page.layers, path: "\(path)[\(index)].layers")
      checkUnique(layerIDs: page.layers)
    }
  }

  /// Notes the layers that have names, and checks what is in them.
  /// - Parameter stillness: why a pager cannot be among the layers.
  private mutating func collect(_ list: [Layer], path: String, stillness: String? = nil) {
    for (index, layer) in list.enumerated() {
      let place = "\(path)[\(index)]"
      if !layer.rotation.isFinite {
        faults.append(
          SceneCheck.fault(
            .badNumber, "the rotation must be a finite number", layer.provenance, "rotate",
            path: place, hint: "use degrees, such as -8"))
      }
      if case .pager = layer.content, let reason = layer.rotation != 0 ? "turned" : stillness {
        faults.append(
          SceneCheck.fault(
            .conflictingKeys, "a pager cannot be \(reason)", layer.provenance, "pager", path: place,
            hint: "put it beside the group"))
      }
      if let id = layer.id { layers.append((id, layer)) }
      switch layer.content {
      case .text(let text):
        checkFont(text.style, path: place)
        for run in text.runs
        where run.style.provenance.contains("font") || run.style.provenance.span == nil {
          if run.style.font != text.style.font { checkFont(run.style, path: place) }
        }
      case .button(let button): checkFont(button.style, path: place)
      case .group(let group):
        collect(
          group.layers, path: "\(place).group",
          stillness: layer.rotation != 0 ? "turned" : stillness)
        collect(group.mask?.layers ?? [], path: "\(place).mask", stillness: "part of a mask")
      case .pager(let pager):
        if let id = layer.id {
          if !pagerIDs.insert(id).inserted,
            let other = layers.first(where: { $0.id == id })
          {
            faults.append(
              SceneCheck.fault(
                .duplicateID, "the pager \(id.quoted) is given twice", layer.provenance, "id",
                path: place, hint: "give each pager its own id",
                notes: [Diagnostic.Note("first given here", at: other.layer.provenance["id"])]))
          }
          pagers.append((id, pager))
        }
        checkPages(pager.pages, path: "\(place).pages")
        checkCurrent(pager.pager, pager.pages, path: "\(place).pager")
        checkPreset(pager.pager, path: "\(place).pager")
        checkLeaves(pager.pager, pager.pages, path: "\(place).pager")
      case .image, .shape: break
      }
    }
  }

  /// Layers of one page have different names; other pages may use them again.
  private mutating func checkUnique(layerIDs list: [Layer]) {
    var seen: [String: Layer] = [:]
    var rest = list[...]
    var groups: [ArraySlice<Layer>] = []
    while true {
      guard let layer = rest.popFirst() else {
        guard let next = groups.popLast() else { return }
        rest = next
        continue
      }
      if let id = layer.id {
        if let first = seen[id] {
          faults.append(
            SceneCheck.fault(
              .duplicateID, "the layer \(id.quoted) is given twice on one page", layer.provenance,
              "id", path: "layers", hint: "give each layer its own id",
              notes: [Diagnostic.Note("first given here", at: first.provenance["id"])]))
        } else {
          seen[id] = layer
        }
      }
      if case .group(let group) = layer.content {
        groups.append(rest)
        rest = group.allLayers[...]
      }
    }
  }

  private mutating func checkFont(_ style: TextStyle, path: String) {
    let known = scene.fonts.map(\.id) + FontFamily.builtIn
    if known.contains(style.font) { return }
    // A font with faults of its own is known by name where it was read.
    if style.provenance.span != nil { return }
    faults.append(
      SceneCheck.fault(
        .unknownFont, "no font \(style.font.quoted)", style.provenance, "font", path: path,
        hint: Suggestion.hint(for: style.font, among: known)))
  }
}
