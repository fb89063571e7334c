import FolioImageCoding
import FolioSequence
import Foundation

/// Writes a report as one HTML file that opens from disk, asks no server for anything, and can be
/// read without its script.
///
/// It is written piece by piece, with the pictures of one frame in memory at a time. Up to 20 failing
/// frames or 20 MB of pictures stand in the file itself; the pictures of further frames go into a
/// folder beside it. Every text is escaped, and a content policy names the one script and the one
/// style sheet by their digests, so that nothing in a name can run.
public struct HTMLReport {
  /// The most frames whose pictures are in the file itself.
  public var embeddedFrames = 20
  /// The most bytes of pictures in the file itself.
  public var embeddedBytes = 20_000_000
  /// The most frames of a comparison that are shown with pictures at all.
  public var frameLimit = 200
  /// How much effort is given to the size of the pictures.
  public var level = PNGEncoder.Level.fast
  /// The heading.
  public var title: String
  /// Where the pictures of a frame come from, if they are encoded already.
  var encoded: ((SequenceComparison.Frame) -> EncodedPictures?)?

  /// A writer of reports with a heading.
  public init(title: String) { self.title = title }

  /// Writes the report to a file, and pictures that do not fit into `NAME-files` beside it.
  ///
  /// - Throws: ``GoldenError/cannotWrite(path:reason:)``.
  public func write(_ report: GoldenReport, to path: String) throws(GoldenError) {
    var page = try Page(path: path, limits: self)
    try page.put(head(report))
    for (number, entry) in report.entries.enumerated() {
      try page.put(overview(entry, number, alone: report.entries.count == 1))
      let failing = entry.comparison.frames.filter(entry.comparison.fails)
      for frame in failing.prefix(frameLimit) { try put(frame, entry, number, into: &page) }
      if failing.count > frameLimit {
        try page.put(
          "<p>\(failing.count - frameLimit) more failing frames are listed in the strip and not shown "
            + "here.</p>\n")
      }
      try page.put("</section>\n")
    }
    try page.put("</main>\n<script>\(HTMLReport.script)</script>\n</body>\n</html>\n")
    try page.finish()
  }

  private func escape(_ text: String) -> String { Markup.escaped(text) }

  /// The base64 SHA-256 of a script or style sheet, as a content policy has it.
  private static func digest(_ text: String) -> String {
    "'sha256-\(Data(SHA256.hash(Array(text.utf8)).bytes).base64EncodedString())'"
  }

  private func head(_ report: GoldenReport) -> String {
    let policy =
      "default-src 'none'; img-src data: file: 'self'; script-src "
      + "\(HTMLReport.digest(HTMLReport.script)); style-src \(HTMLReport.digest(HTMLReport.style)); "
      + "base-uri 'none'; form-action 'none'"
    let word = ["equal": "as expected", "differs": "differs"][report.verdict] ?? "not comparable"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="referrer" content="no-referrer">
      <link rel="icon" href="data:,">
      <title>\(escape(title)): \(word)</title>
      <style>\(HTMLReport.style)</style>
      </head>
      <body class="side">
      <h1>\(escape(title)) <span class="verdict \(report.verdict)">\(word)</span></h1>
      <header hidden>
      <div id="tools">
      <span role="group" aria-label="view">
      <button data-mode="side" aria-pressed="true" title="side by side (1)">side by side</button>
      <button data-mode="slider" title="slider (2)">slider</button>
      <button data-mode="onion" title="onion skin (3)">onion</button>
      <button data-mode="blink" title="blink (4)">blink</button>
      <button data-mode="difference" title="difference (5)">difference</button>
      </span>
      <span role="group" aria-label="zoom">
      <button data-zoom="out" title="smaller (−)">−</button>
      <output id="zoom">fit</output>
      <button data-zoom="in" title="larger (+)">+</button>
      <button data-zoom="fit" title="fit (0)">fit</button>
      </span>
      <span class="keys">1–5 view · ← → slide · + − 0 zoom · j k frame</span>
      <label title="where the slider is, or how opaque the actual picture is (← →)">expected
      <input id="split" type="range" min="0" max="100" value="50"> actual</label>
      </div>
      </header>
      <main>

      """
  }

  private func id(_ frame: SequenceComparison.Frame, _ number: Int) -> String {
    "c\(number)-" + (frame.actualIndex.map { "a\($0)" } ?? "e\(frame.expectedIndex ?? 0)")
  }

  private func overview(_ entry: GoldenReport.Entry, _ number: Int, alone: Bool) -> String {
    let comparison = entry.comparison
    var text = "<section class=\"comparison\">\n"
    if !alone || entry.name != title { text += "<h2>\(escape(entry.name))</h2>\n" }
    text += "<p>\(escape(comparison.summary))</p>\n"
    if !comparison.story.isEmpty {
      text += "<ul class=\"story\">"
      for line in comparison.story { text += "<li>\(escape(line))</li>" }
      text += "</ul>\n"
    }
    for note in comparison.notes { text += "<p class=\"note\">\(escape(note))</p>\n" }
    text += "<p class=\"note\">tolerance: \(escape(comparison.options.tolerance.description))</p>\n"
    text += "<nav class=\"strip\" aria-label=\"frames\">"
    var shown = 0
    for frame in comparison.frames {
      let title = "frame \(frame.number): \(frame.status.rawValue)"
      if comparison.fails(frame), shown < frameLimit {
        shown += 1
        text += "<a class=\"\(frame.status.rawValue)\" href=\"#\(id(frame, number))\" "
        text += "title=\"\(title)\">\(frame.number)</a>"
      } else {
        text += "<span class=\"\(frame.status.rawValue)\" title=\"\(title)\"></span>"
      }
    }
    text += "</nav>\n"
    text += legend(comparison)
    let listed = comparison.frames.filter { $0.status != .equal }
    if !listed.isEmpty {
      text += "<details><summary>table</summary><table><thead><tr><th>expected</th><th>actual</th>"
      text += "<th>status</th><th>pixels</th><th>box</th><th>looks like</th></tr></thead><tbody>\n"
      for frame in listed.prefix(1000) { text += row(frame, number) }
      text += "</tbody></table></details>\n"
    }
    return text
  }

  private func row(_ frame: SequenceComparison.Frame, _ number: Int) -> String {
    func cell(_ text: String) -> String { "<td>\(escape(text))</td>" }
    let counts = frame.difference?.comparison
    var text = "<tr>" + cell(frame.expectedIndex.map(String.init) ?? "–")
    text += cell(frame.actualIndex.map(String.init) ?? "–") + cell(frame.status.rawValue)
    text += cell(counts.map { Wording.grouped($0.differing) } ?? "")
    text += cell(counts.map { $0.box.isEmpty ? "" : $0.box.description } ?? "")
    let plain =
      frame.status == .inserted
      ? "no frame was expected here" : frame.status == .dropped ? "this frame is missing" : ""
    text += cell(frame.fault ?? frame.difference?.kind.description ?? plain)
    return text + "</tr>\n"
  }

  private func word(_ status: SequenceComparison.Status) -> String {
    switch status {
    case .withinTolerance: "within tolerance"
    case .damaged: "not readable"
    case .equal, .differs, .inserted, .dropped: status.rawValue
    }
  }

  /// What the colours of the strip mean, for those that it has.
  private func legend(_ comparison: SequenceComparison) -> String {
    let all: [SequenceComparison.Status] = [
      .equal, .withinTolerance, .differs, .inserted, .dropped, .damaged,
    ]
    var text = "<p class=\"legend\">"
    for status in all where comparison.count(status) > 0 {
      text += "<span><i class=\"\(status.rawValue)\"></i>\(comparison.count(status)) "
      text += "\(word(status))</span>"
    }
    return text + "</p>\n"
  }

  private func put(
    _ frame: SequenceComparison.Frame, _ entry: GoldenReport.Entry, _ number: Int,
    into page: inout Page
  ) throws(GoldenError) {
    let comparison = entry.comparison
    let lines = comparison.lines(for: frame, scale: entry.actual.scale)
    let status = frame.status.rawValue
    var text = "<article class=\"frame \(status)\" id=\"\(id(frame, number))\""
    if let box = frame.difference?.comparison?.box, !box.isEmpty {
      text += " data-box=\"\(box.x),\(box.y),\(box.width),\(box.height)\""
    }
    text += ">\n<h3>\(escape(lines.first ?? "frame")) "
    text += "<span class=\"verdict \(status)\">\(word(frame.status))</span></h3>\n<pre>"
    text += escape(lines.dropFirst().map { String($0.dropFirst(2)) }.joined(separator: "\n"))
    text += "</pre>\n<div class=\"views\">\n"
    try page.put(text)
    let pictures =
      encoded?(frame) ?? EncodedPictures(frame, in: entry, level: level, withDetail: false)
    page.beginFrame()
    let name = "\(number)-\(id(frame, number))"
    let caption = pictures.standIn.map { "expected: not kept, this is frame \($0)" } ?? "expected"
    try figure("expected", caption, pictures.expected, name, &page)
    try figure("difference", "difference", pictures.difference, name, &page)
    try figure("actual", "actual", pictures.actual, name, &page)
    try page.put("</div>\n</article>\n")
  }

  private func figure(
    _ role: String, _ caption: String, _ file: EncodedPictures.File?, _ name: String,
    _ page: inout Page
  ) throws(GoldenError) {
    let open = "<figure class=\"\(role)\"><figcaption>\(escape(caption))"
    guard let file else {
      try page.put("\(open): no picture</figcaption></figure>\n")
      return
    }
    let source = try page.source(of: file.bytes, name: "\(name).\(role).png")
    try page.put(
      "\(open)</figcaption><div class=\"pane\"><img alt=\"\(role)\" width=\"\(file.size.width)\" "
        + "height=\"\(file.size.height)\" src=\"")
    try page.put(source)
    try page.put("\"></div></figure>\n")
  }
}

/// A file that is written piece by piece beside its place and moved there at its end.
private struct Page {
  private let path: String
  private let partial: String
  private let handle: FileHandle
  private let limits: HTMLReport
  private var frames = 0
  private var bytes = 0
  private var hasFolder = false

  init(path: String, limits: HTMLReport) throws(GoldenError) {
    self.path = path
    self.limits = limits
    partial = path + ".partial"
    let folder = (path as NSString).deletingLastPathComponent
    if !folder.isEmpty { try FileSystem.makeFolder(folder) }
    guard FileManager.default.createFile(atPath: partial, contents: nil),
      let handle = FileHandle(forWritingAtPath: partial)
    else { throw .cannotWrite(path: partial, reason: "the file cannot be created") }
    self.handle = handle
  }

  func put(_ text: String) throws(GoldenError) {
    do { try handle.write(contentsOf: Data(text.utf8)) } catch {
      throw .cannotWrite(path: partial, reason: error.localizedDescription)
    }
  }

  mutating func beginFrame() { frames += 1 }

  /// The address of a picture: its bytes, or a file in the folder beside the page.
  mutating func source(of picture: [UInt8], name: String) throws(GoldenError) -> String {
    if frames <= limits.embeddedFrames, bytes + picture.count <= limits.embeddedBytes {
      bytes += picture.count
      return "data:image/png;base64," + Data(picture).base64EncodedString()
    }
    let stem = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    let folderName = GoldenName.fileName(stem) + "-files"
    let folder = (path as NSString).deletingLastPathComponent
    let full = folder.isEmpty ? folderName : "\(folder)/\(folderName)"
    if !hasFolder {
      try FileSystem.makeFolder(full)
      hasFolder = true
    }
    try FileSystem.write(picture, to: "\(full)/\(name)")
    // The name has a percent sign only as an escape of its own, which an address would undo.
    return folderName.split(separator: "%", omittingEmptySubsequences: false)
      .joined(separator: "%25") + "/" + name
  }

  func finish() throws(GoldenError) {
    do {
      try handle.close()
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(atPath: path)
      }
      try FileManager.default.moveItem(atPath: partial, toPath: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.localizedDescription)
    }
  }
}
