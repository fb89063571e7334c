import Foundation
import TestSupport
import Testing

/// The rules of the house that a reader of one file would not notice.
@Suite("The house keeps its rules")
struct HouseTests {
  /// Who may import whom, beside the module's own C bridge. The table of
  /// Documentation/Architecture.md.
  static let allowed: [String: Set<String>] = [
    "FolioNumerics": [],
    "FolioGeometry": ["FolioNumerics"],
    "FolioRaster": ["FolioNumerics", "FolioGeometry"],
    "FolioPagingCore": ["FolioNumerics", "FolioGeometry"],
    "FolioPaging": ["FolioNumerics", "FolioGeometry", "FolioPagingCore"],
    "FolioTypography": [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "CFolioFreeType", "CFolioHarfBuzz",
      "CFolioFriBidi", "FolioICUBridge", "FolioFontBridge",
    ],
    "FolioImageCoding": [
      "FolioRaster", "FolioPNGBridge", "FolioJPEGBridge", "Foundation", "Glibc", "Synchronization",
    ],
    "FolioScene": [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPaging", "FolioPagingCore",
      "CFolioYAML", "Foundation", "Glibc",
    ],
    "FolioRendering": [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPaging", "FolioPagingCore",
      "FolioScene", "FolioTypography", "FolioImageCoding", "Synchronization",
    ],
    "FolioSequence": ["FolioNumerics", "FolioRaster", "CFolioCrypto", "Foundation", "Glibc"],
    "FolioFilm": [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPaging", "FolioPagingCore",
      "FolioScene", "FolioRendering", "FolioImageCoding", "FolioSequence", "Foundation", "Glibc",
      "Dispatch", "Synchronization", "Musl", "Darwin",
    ],
    "FolioGolden": [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioImageCoding", "FolioSequence",
      "Foundation", "Glibc", "Synchronization", "Dispatch",
    ],
  ]

  /// The only files in which `unsafe` may stand: those that wrap a C library or the system, and the
  /// kernels of Raster, ImageCoding and Golden.
  static let unsafeFiles: Set<String> = [
    "FolioFilm/Video/EncoderProcess.swift", "FolioFilm/FileDescriptor.swift",
    "FolioGolden/Kernels.swift",
    "FolioImageCoding/EncoderKernels.swift", "FolioImageCoding/ImageFile.swift",
    "FolioImageCoding/JPEGDecoder.swift", "FolioImageCoding/PNGDecoder.swift",
    "FolioRaster/BlendKernels.swift", "FolioRaster/BlurKernels.swift",
    "FolioRaster/GradientKernels.swift", "FolioRaster/Lane.swift",
    "FolioRaster/SamplingKernels.swift", "FolioRaster/SpanKernels.swift",
    "FolioScene/Decoding/FileProbe.swift",
    "FolioScene/YAML/YAMLReader.swift", "FolioSequence/SHA256.swift",
    "FolioTypography/Fonts/FontData.swift", "FolioTypography/Fonts/FreeTypeFace+Bitmaps.swift",
    "FolioTypography/Fonts/FreeTypeFace.swift", "FolioTypography/Fonts/HarfBuzzFont.swift",
    "FolioTypography/Shaping/ShapingBuffer.swift", "FolioTypography/Unicode/BidiParagraph.swift",
    "FolioTypography/Unicode/ICULineBreaking.swift", "FolioscopeCLI/System.swift",
  ]

  static func swiftFiles() throws -> [(path: String, text: String)] {
    let root = ReferenceData.root.appendingPathComponent("Sources")
    let walker = try #require(FileManager.default.enumerator(atPath: root.path))
    var files: [(String, String)] = []
    for case let path as String in walker where path.hasSuffix(".swift") {
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      files.append((path, text))
    }
    #expect(files.count > 30)
    return files.sorted { $0.0 < $1.0 }
  }

  static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test("each module imports only what its row of the table allows")
  func imports() throws {
    for (path, text) in try Self.swiftFiles() {
      let module = String(path.prefix { $0 != "/" })
      guard let allowed = Self.allowed[module] else { continue }
      for line in Self.lines(text) {
        var words = line.split(separator: " ").map(String.init)
        while let first = words.first,
          ["@_exported", "@preconcurrency", "public", "internal"]
            .contains(first)
        {
          words.removeFirst()
        }
        guard words.first == "import", words.count > 1 else { continue }
        let kinds = ["struct", "class", "enum", "func", "protocol"]
        let name = kinds.contains(words[1]) ? words[words.count - 1] : words[1]
        let imported = String(name.prefix { $0 != "." })
        #expect(allowed.contains(imported), "\(path) imports \(imported)")
      }
    }
  }

  @Test("unsafe code stands in the files that are for it, and in each of them")
  func unsafeCode() throws {
    var found: Set<String> = []
    for (path, text) in try Self.swiftFiles() {
      let isUnsafe = Self.lines(text).contains { line in
        line.prefix { $0 != "/" }.split { !$0.isLetter && $0 != "_" && $0 != "\"" }
          .contains("unsafe")
      }
      if isUnsafe { found.insert(path) }
    }
    #expect(found == Self.unsafeFiles)
  }

  @Test("no C mathematics on the way to a pixel: the names stand only as members of Elementary")
  func noLibm() throws {
    let names = [
      "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "pow", "log", "log2",
      "log10", "cbrt", "hypot", "sinh", "cosh", "tanh", "expm1", "log1p",
    ]
    let core = [
      "FolioNumerics", "FolioGeometry", "FolioRaster", "FolioPagingCore", "FolioPaging",
      "FolioTypography", "FolioRendering", "FolioImageCoding",
    ]
    for (path, text) in try Self.swiftFiles() {
      guard core.contains(String(path.prefix { $0 != "/" })) else { continue }
      for (number, line) in Self.lines(text).enumerated() {
        let code = line.prefix { $0 != "/" }
        for name in names {
          var rest = code[...]
          while let found = rest.range(of: name + "(") {
            let before = rest[..<found.lowerBound].last
            let isMember = before == "." || before.map { $0.isLetter || $0.isNumber } == true
            let isDeclaration = rest[..<found.lowerBound].hasSuffix("func ")
            let isOwn = path == "FolioNumerics/Elementary.swift"
            #expect(
              isMember || isDeclaration || isOwn, "\(path):\(number + 1) calls \(name)")
            rest = rest[found.upperBound...]
          }
        }
      }
    }
  }

  @Test("no wall clock, locale, time zone or random number in the libraries")
  func noAmbientState() throws {
    let words = [
      "Date()", "Locale.current", "TimeZone.current", "SystemRandomNumberGenerator", ".random(in",
      "DispatchTime.now", "ContinuousClock", "clock_gettime", "NumberFormatter", "hashValue",
    ]
    for (path, text) in try Self.swiftFiles() where !path.hasPrefix("FolioscopeCLI") {
      for (number, line) in Self.lines(text).enumerated()
      where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in words {
          #expect(!line.contains(word), "\(path):\(number + 1) uses \(word)")
        }
      }
    }
  }

  @Test("every public bug that the rasterizer is held against has a test named by its row")
  func issueRows() throws {
    let folder = ReferenceData.root.appendingPathComponent("Tests/RasterTests")
    var text = ""
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
      text += try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
    let rows = [
      1, 2, 4, 5, 7, 8, 9, 10, 11, 12, 14, 15, 16, 18, 19, 20, 21, 23, 25, 27, 28, 29,
    ]
    for row in rows { #expect(text.contains("\"row \(row): "), "row \(row)") }
  }

  @Test("nothing is left unfinished")
  func noUnfinishedMarks() throws {
    for (path, text) in try Self.swiftFiles() {
      for (number, line) in Self.lines(text).enumerated() {
        for mark in ["TO" + "DO", "FIX" + "ME", "XX" + "X", "fatalError(\"not"] {
          #expect(!line.contains(mark), "\(path):\(number + 1)")
        }
      }
    }
  }
}
