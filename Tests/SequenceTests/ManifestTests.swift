import FolioSequence
import Foundation
import TestSupport
import Testing

@Suite("A manifest says what a folder holds, in the same bytes for the same values")
struct ManifestTests {
  static func info(
    frameCount: Int = 4, alpha: Bool = false, pattern: String = "frame-%05d.png"
  ) throws -> SequenceInfo {
    SequenceInfo(
      sceneName: "shop \"banner\"", sceneDigest: SHA256.hash(Array("scene".utf8)),
      renderer: "folioscope 0.1.0", width: 640, height: 1136, scale: 2,
      frameRate: try #require(FrameRate(30000, 1001)), frameCount: frameCount, hasAlpha: alpha,
      name: try FrameName(pattern: pattern, scene: "s", frameCount: frameCount),
      markers: [
        .init(name: "start", time: FrameTime(0)), .init(name: "rest", time: FrameTime(1, 15)),
      ],
      events: [
        .init(name: "didScroll", time: FrameTime(1, 30), page: 1, pagePosition: 0.25),
        .init(name: "end", time: FrameTime(2, 15)),
      ])
  }

  static func entry(_ index: Int, pixels: String) -> Manifest.Entry {
    Manifest.Entry(
      index: index, byteCount: 1000 + index, file: SHA256.hash(Array("file \(pixels)".utf8)),
      pixels: Fingerprint(digest: SHA256.hash(Array(pixels.utf8))),
      pagePosition: Double(index) / 8,
      contentOffset: ContentOffset(x: 320 * Double(index) / 8, y: 0))
  }

  @Test("the text of a small one, byte for byte")
  func text() throws {
    let manifest = try Manifest(
      info: ManifestTests.info(),
      complete: ["a", "a", "b", "a"].enumerated().map { ManifestTests.entry($0, pixels: $1) })
    let lines = String(decoding: manifest.json, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 37)
    #expect(
      lines.prefix(22).joined(separator: "\n") == """
        {
          "folioscopeManifest": 1,
          "complete": true,
          "scene": "shop \\"banner\\"",
          "sceneDigest": "\(SHA256.hash(Array("scene".utf8)))",
          "renderer": "folioscope 0.1.0",
          "width": 640,
          "height": 1136,
          "scale": 2,
          "frameRate": [30000, 1001],
          "timelineFrames": 4,
          "name": "frame-%05d.png",
          "firstNumber": 0,
          "first": 0,
          "last": 3,
          "step": 1,
          "count": 4,
          "set": "0-3",
          "alpha": false,
          "colorSpace": "sRGB",
          "ffmpeg": \(ManifestTests.list(try #require(manifest.ffmpegArguments))),
          "markers": [
        """)
    #expect(lines[23] == "    { \"name\": \"rest\", \"frame\": 2, \"time\": [1, 15] }")
    #expect(
      lines[26]
        == "    { \"name\": \"didScroll\", \"time\": [1, 30], \"page\": 1, \"position\": 0.25 },")
    #expect(
      lines[32]
        == "    { \"index\": 1, \"name\": \"frame-00001.png\", \"bytes\": 1001, \"sha256\": "
        + "\"\(SHA256.hash(Array("file a".utf8)))\", \"pixels\": "
        + "\"\(SHA256.hash(Array("a".utf8)))\", \"sameAsPrevious\": true, \"position\": 0.125, "
        + "\"offset\": [40, 0] },")
    #expect(manifest.json.last == UInt8(ascii: "\n"))
  }

  static func list(_ texts: [String]) -> String {
    "[" + texts.map { "\"\($0.replacing("\"", with: "\\\""))\"" }.joined(separator: ", ") + "]"
  }

  @Test("Foundation reads it as JSON, with the values where they belong")
  func foundation() throws {
    let manifest = try Manifest(
      info: ManifestTests.info(), complete: (0..<4).map { ManifestTests.entry($0, pixels: "\($0)") }
    )
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(manifest.json)) as? [String: Any])
    #expect(json["scene"] as? String == "shop \"banner\"")
    #expect(json["complete"] as? Bool == true)
    let frames = try #require(json["frames"] as? [[String: Any]])
    #expect(frames.count == 4)
    #expect(frames[3]["offset"] as? [Double] == [120, 0])
    #expect(frames[2]["markers"] as? [String] == ["rest"])
    #expect(frames[0]["sameAsPrevious"] == nil)
  }

  @Test("what is written is read back as the same values and the same bytes")
  func roundTrip() throws {
    var manifests: [Manifest] = []
    for alpha in [false, true] {
      for pattern in ["frame-%05d.png", "100%%{{x}}-####.png", "ü%d"] {
        let info = try ManifestTests.info(frameCount: 10, alpha: alpha, pattern: pattern)
        manifests.append(
          Manifest(info: info, complete: (0..<10).map { ManifestTests.entry($0, pixels: "a") }))
        manifests.append(
          Manifest(info: info, complete: [2, 4, 6].map { ManifestTests.entry($0, pixels: "a") }))
        manifests.append(
          Manifest(info: info, frames: FrameSet([1, 2, 5]), stale: ["frame-00012.png", "x"]))
      }
    }
    for manifest in manifests {
      let read = try Manifest(json: manifest.json)
      #expect(read == manifest)
      #expect(read.json == manifest.json)
    }
  }

  @Test("numbers are the shortest that read back, whole ones without a fraction")
  func numbers() throws {
    var info = try ManifestTests.info()
    info.events = [0.1, -0.0, 1e300, 2e-308, 123456789.25, -3, 1.0 / 3].map {
      .init(name: "e", time: FrameTime(0), pagePosition: $0)
    }
    let manifest = Manifest(info: info, frames: FrameSet(0..<4))
    let text = String(decoding: manifest.json, as: UTF8.self)
    for number in ["0.1", "0", "1e+300", "2e-308", "123456789.25", "-3", "0.3333333333333333"] {
      #expect(text.contains("\"position\": \(number) }"), "\(number)")
    }
    #expect(try Manifest(json: manifest.json) == manifest)
  }

  @Test("the parts of a timeline make up the whole, whatever their order and overlap")
  func joining() throws {
    let info = try ManifestTests.info(frameCount: 10)
    let entries = (0..<10).map { ManifestTests.entry($0, pixels: "\($0 / 3)") }
    let whole = Manifest(info: info, complete: entries)
    func part(_ range: Range<Int>) -> Manifest {
      Manifest(info: info, complete: Array(entries[range]))
    }
    #expect(Manifest.joining([part(0..<4), part(4..<10)]) == whole)
    #expect(Manifest.joining([part(4..<10), part(0..<4)]) == whole)
    #expect(Manifest.joining([part(0..<7), part(3..<10), part(5..<6)]) == whole)
    #expect(Manifest.joining([part(0..<4), part(5..<10)]) == nil)
    #expect(Manifest.joining([part(0..<4), Manifest(info: info, frames: FrameSet(4..<10))]) == nil)
    var other = info
    other.sceneDigest = SHA256.hash([1])
    #expect(
      Manifest.joining([part(0..<4), Manifest(info: other, complete: Array(entries[4...]))]) == nil)
    #expect(Manifest.joining([]) == nil)
    // Frame 4's predecessor is in the other part; in the whole its picture is known to be the same.
    #expect(part(4..<10).entries[0].sameAsPrevious == false)
    #expect(whole.entries[4].sameAsPrevious == true)
  }

  @Test("a part has a name of its own")
  func names() {
    #expect(
      Manifest.fileName(of: FrameSet(0..<100), frameCount: 1440)
        == "folioscope-manifest.0-99.json")
    #expect(
      Manifest.fileName(of: FrameSet([3, 7]), frameCount: 1440) == "folioscope-manifest.3-7.json")
    #expect(
      Manifest.fileName(of: FrameSet(0..<1440), frameCount: 1440) == "folioscope-manifest.json")
  }

  // MARK: - What is refused

  @Test(
    "each wrong value is named",
    arguments: [
      ("\"folioscopeManifest\": 1", "\"folioscopeManifest\": 2", "version is 2"),
      ("\"complete\": true", "\"complete\": 1", "complete: found the number 1"),
      ("\"complete\": true", "\"complete\": false", "frames are listed though"),
      ("\"width\": 640", "\"width\": -640", "width: found the number -640"),
      ("\"width\": 640", "\"width\": 640.5", "width"),
      ("\"width\": 640", "\"width\": 99999999999999999999", "width"),
      ("\"width\": 640", "\"width\": 6e2", "width"),
      ("\"scale\": 2", "\"scale\": 1e999", "scale: found the number 1e999, expected a finite"),
      ("\"scale\": 2", "\"scale\": 0", "scale is 0"),
      ("[30000, 1001]", "[30000, 0]", "frameRate"),
      ("[30000, 1001]", "[30000]", "frameRate"),
      ("\"timelineFrames\": 4", "\"timelineFrames\": 0", "timelineFrames"),
      ("\"timelineFrames\": 4", "\"timelineFrames\": 3", "last"),
      ("\"name\": \"frame-%05d.png\"", "\"name\": \"../%05d.png\"", "holds a \"/\""),
      ("\"name\": \"frame-00001.png\"", "\"name\": \"../../etc\"", "expected \"frame-00001.png\""),
      ("\"set\": \"0-3\"", "\"set\": \"0-2\"", "disagree with set"),
      ("\"set\": \"0-3\"", "\"set\": \"0-4\"", "frame 4 does not exist"),
      ("\"step\": 1", "\"step\": null", "disagree with set"),
      ("\"index\": 2", "\"index\": 1", "expected \"frame-00001.png\""),
      ("\"colorSpace\": \"sRGB\"", "\"colorSpace\": \"P3\"", "colorSpace is \"P3\""),
      ("\"sameAsPrevious\": true, ", "", "sameAsPrevious or markers"),
      ("\"stale\": []", "\"stale\": [\"../x\"]", "no plain file name"),
      ("\"stale\": []", "\"stale\": [\"folioscope-manifest.json\"]", "no plain file name"),
      ("\"stale\": []", "\"stale\": [\"x\"]", "do not list the frames"),
      ("\"alpha\": false,", "\"alpha\": false, \"alhpa\": false,", "alhpa is no key"),
      ("\"alpha\": false,", "", "alpha is missing"),
      ("\"bytes\": 1001", "\"bytes\": -1", "frames[1].bytes"),
      ("\"offset\": [40, 0]", "\"offset\": [40]", "offset of frame 1 has 1 numbers"),
      ("\"offset\": [40, 0]", "\"offset\": [40, \"0\"]", "frames[1].offset: found the text"),
    ])
  func wrongValues(old: String, new: String, reason: String) throws {
    let manifest = try Manifest(
      info: ManifestTests.info(),
      complete: ["a", "a", "b", "a"].enumerated().map { ManifestTests.entry($0, pixels: $1) })
    let text = String(decoding: manifest.json, as: UTF8.self)
    let range = try #require(text.range(of: old))
    let changed = text.replacingCharacters(in: range, with: new)
    let error = #expect(throws: ManifestError.self) { try Manifest(json: Array(changed.utf8)) }
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test(
    "what is no JSON is refused with its place",
    arguments: [
      ("", 1, 1, "found the end"),
      ("{\"a\": 1,}", 1, 9, "expected a key"),
      ("{\"a\": 1,\n \"a\": 2}", 2, 5, "is there twice"),
      ("[1, 2,]", 1, 7, "expected a value"),
      ("{} {}", 1, 4, "found more"),
      ("{'a': 1}", 1, 2, "expected a key"),
      ("{\"a\": 01}", 1, 8, "expected \",\" or \"}\""),
      ("{\"a\": +1}", 1, 7, "expected a value"),
      ("{\"a\": .5}", 1, 7, "expected a value"),
      ("{\"a\": 1.}", 1, 9, "expected a digit"),
      ("{\"a\": 1e}", 1, 9, "expected a digit"),
      ("{\"a\": NaN}", 1, 7, "expected a value"),
      ("{\"a\": tru}", 1, 10, "expected true"),
      ("{\"a\": \"\\ud800\"}", 1, 14, "surrogate"),
      ("{\"a\": \"\\udc00\"}", 1, 14, "surrogate"),
      ("{\"a\": \"\\q\"}", 1, 9, "after \"\\\""),
      ("{\"a\": \"\\u00g0\"}", 1, 12, "hexadecimal"),
      ("{\"a\": \"\t\"}", 1, 8, "escaped"),
      ("{\"a\": \"x", 1, 9, "inside a text"),
      ("\u{FEFF}{}", 1, 1, "found byte 0xef"),
      (String(repeating: "[", count: 100_000), 1, 17, "nested more than 16"),
      ("{\"a\"", 1, 5, "expected \":\""),
      ("{\"a\":}", 1, 6, "expected a value"),
    ])
  func noJSON(text: String, line: Int, column: Int, reason: String) {
    let error = #expect(throws: ManifestError.self) { try Manifest(json: Array(text.utf8)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
    #expect(error?.reason.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("bytes that are no UTF-8 are refused")
  func encoding() {
    for bytes in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] as [[UInt8]] {
      #expect(throws: ManifestError.self) {
        try Manifest(json: Array("{\"scene\": \"".utf8) + bytes + Array("\"}".utf8))
      }
    }
  }

  @Test("cut, changed and doubled bytes give an error or a manifest, and never a trap")
  func mutations() throws {
    let manifest = try Manifest(
      info: ManifestTests.info(), complete: (0..<4).map { ManifestTests.entry($0, pixels: "\($0)") }
    )
    let json = manifest.json
    var random = SplitMix64(seed: 4)
    var accepted = 0
    for i in stride(from: 0, to: json.count, by: 3) {
      // The line feed at the end is no part of the value.
      if i < json.count - 1 {
        #expect(throws: ManifestError.self) { try Manifest(json: Array(json[..<i])) }
      }
      var changed = json
      changed[i] = UInt8(truncatingIfNeeded: random.next())
      var doubled = json
      doubled.insert(json[i], at: i)
      for bytes in [changed, doubled] {
        guard let read = try? Manifest(json: bytes) else { continue }
        accepted += 1
        // Whatever is accepted says the same when it is written again.
        #expect(try Manifest(json: read.json) == read)
      }
    }
    #expect(accepted > 0)
  }
}
