import FolioImageCoding
import FolioSequence

/// The results of one or several comparisons, to be written as text, JSON, JUnit or HTML.
public struct GoldenReport {
  /// One comparison.
  public struct Entry {
    /// What was compared, for people.
    public var name: String
    /// The result.
    public var comparison: SequenceComparison
    /// The expected frames, for their pictures.
    public var expected: any GoldenFrames
    /// The actual frames, for their pictures.
    public var actual: any GoldenFrames

    /// An entry from its parts.
    public init(
      name: String, comparison: SequenceComparison, expected: any GoldenFrames,
      actual: any GoldenFrames
    ) {
      self.name = name
      self.comparison = comparison
      self.expected = expected
      self.actual = actual
    }
  }

  /// The comparisons in order.
  public var entries: [Entry]

  /// A report.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// Whether every comparison passes; a report of nothing does not.
  public var passes: Bool { !entries.isEmpty && entries.allSatisfy(\.comparison.passes) }
}

/// The pictures of a frame that fails.
struct FramePictures {
  var expected: Pixmap?
  /// The index of the kept frame that `expected` shows in place of one that was not kept.
  var standIn: Int?
  var actual: Pixmap?
  var difference: Pixmap?
  /// The bytes of the expected picture's file, where it is one.
  var expectedFile: [UInt8]?
  var actualFile: [UInt8]?
  var strip: Pixmap?

  /// Loads what can be loaded; what cannot be is left out, since the frame says why already.
  init(_ frame: SequenceComparison.Frame, in entry: GoldenReport.Entry, withStrip: Bool) {
    if let index = frame.expectedIndex {
      expected = (try? entry.expected.picture(at: index)) ?? nil
      if expected != nil {
        expectedFile = (try? entry.expected.encodedPicture(at: index)) ?? nil
      } else if let reference = entry.expected as? GoldenReference,
        let near = reference.nearestKept(to: index)
      {
        expected = (try? reference.picture(at: near)) ?? nil
        expectedFile = (try? reference.encodedPicture(at: near)) ?? nil
        standIn = expected == nil ? nil : near
      }
    }
    if let index = frame.actualIndex {
      actual = (try? entry.actual.picture(at: index)) ?? nil
      actualFile = (try? entry.actual.encodedPicture(at: index)) ?? nil
    }
    if let expected, let actual, standIn == nil, frame.status != .equal {
      let result = ImageComparison(
        expected: expected, actual: actual,
        tolerance: entry.comparison.options.tolerance,
        ignoring: entry.comparison.ignoredRects(frame, scale: entry.actual.scale))
      difference = DifferencePicture.difference(
        expected: expected, actual: actual, comparison: result)
      if withStrip {
        strip = DifferencePicture.strip(expected: expected, actual: actual, comparison: result)
      }
    }
  }
}

/// The pictures of a failing frame as PNG files.
struct EncodedPictures {
  /// A picture's file with its size.
  struct File {
    var bytes: [UInt8]
    var size: PixelSize
  }

  var expected: File?
  var standIn: Int?
  var actual: File?
  var difference: File?
  /// Expected, difference and actual side by side around the box.
  var detail: File?

  /// Loads and encodes the pictures of a frame, the detail only where it is asked for.
  init(
    _ frame: SequenceComparison.Frame, in entry: GoldenReport.Entry, level: PNGEncoder.Level,
    withDetail: Bool
  ) {
    let pictures = FramePictures(frame, in: entry, withStrip: withDetail)
    func file(_ picture: Pixmap?, _ file: [UInt8]?) -> File? {
      guard let picture else { return nil }
      func made() -> [UInt8]? {
        level == .stored ? picture.storedPNGFile() : try? picture.pngFile(level: level)
      }
      guard let bytes = file ?? made() else { return nil }
      return File(bytes: bytes, size: PixelSize(width: picture.width, height: picture.height))
    }
    expected = file(pictures.expected, pictures.expectedFile)
    standIn = pictures.standIn
    actual = file(pictures.actual, pictures.actualFile)
    difference = file(pictures.difference, nil)
    detail = file(pictures.strip, nil)
  }
}
