extension Manifest {
  /// The manifest as JSON (UTF-8, ends with a line feed).
  public var json: [UInt8] {
    var out = JSONWriter()
    out.raw("{\n  \"folioscopeManifest\": \(Manifest.version),\n  \"complete\": \(isComplete),\n")
    func member(_ key: String, _ write: (inout JSONWriter) -> Void) {
      out.raw("  \"\(key)\": ")
      write(&out)
      out.raw(",\n")
    }
    member("scene") { $0.string(info.sceneName) }
    member("sceneDigest") { $0.string(info.sceneDigest.hex) }
    member("renderer") { $0.string(info.renderer) }
    member("width") { $0.number(Int64(info.width)) }
    member("height") { $0.number(Int64(info.height)) }
    member("scale") { $0.number(info.scale) }
    member("frameRate") {
      $0.ratio(Int64(info.frameRate.numerator), Int64(info.frameRate.denominator))
    }
    member("timelineFrames") { $0.number(Int64(info.frameCount)) }
    member("name") { $0.string(info.name.printfPattern) }
    member("firstNumber") { $0.number(Int64(info.name.firstNumber)) }
    member("first") { $0.number(Int64(frames.first ?? 0)) }
    member("last") { $0.number(Int64(frames.last ?? 0)) }
    member("step") { $0.raw(frames.step.map(String.init) ?? "null") }
    member("count") { $0.number(Int64(frames.count)) }
    member("set") { $0.string(frames.description) }
    member("alpha") { $0.raw("\(info.hasAlpha)") }
    member("colorSpace") { $0.string(SequenceInfo.colorSpace) }
    member("ffmpeg") {
      if let arguments = ffmpegArguments { $0.strings(arguments) } else { $0.raw("null") }
    }
    member("markers") { list(info.markers, into: &$0, write: write(marker:into:)) }
    member("events") { list(info.events, into: &$0, write: write(event:into:)) }
    member("stale") { $0.strings(stale) }
    out.raw("  \"frames\": ")
    list(entries, into: &out, write: write(entry:into:))
    out.raw("\n}\n")
    return out.bytes
  }

  private func list<T>(
    _ values: [T], into out: inout JSONWriter, write: (T, inout JSONWriter) -> Void
  ) {
    if values.isEmpty { return out.raw("[]") }
    out.raw("[\n")
    for (i, value) in values.enumerated() {
      out.raw("    { ")
      write(value, &out)
      out.raw(i + 1 < values.count ? " },\n" : " }\n")
    }
    out.raw("  ]")
  }

  private func write(marker: SequenceInfo.Marker, into out: inout JSONWriter) {
    out.raw("\"name\": ")
    out.string(marker.name)
    out.raw(", \"frame\": \(info.frame(of: marker)), \"time\": ")
    out.ratio(marker.time.numerator, marker.time.denominator)
  }

  private func write(event: SequenceInfo.Event, into out: inout JSONWriter) {
    out.raw("\"name\": ")
    out.string(event.name)
    out.raw(", \"time\": ")
    out.ratio(event.time.numerator, event.time.denominator)
    if let page = event.page { out.raw(", \"page\": \(page)") }
    if let position = event.pagePosition, position.isFinite {
      out.raw(", \"position\": ")
      out.number(position)
    }
  }

  private func write(entry: Entry, into out: inout JSONWriter) {
    out.raw("\"index\": \(entry.index), \"name\": ")
    out.string(info.name.name(of: entry.index))
    out.raw(", \"bytes\": \(entry.byteCount), \"sha256\": \"\(entry.file)\", ")
    out.raw("\"pixels\": \"\(entry.pixels)\"")
    if entry.sameAsPrevious { out.raw(", \"sameAsPrevious\": true") }
    if !entry.markers.isEmpty {
      out.raw(", \"markers\": ")
      out.strings(entry.markers)
    }
    if let position = entry.pagePosition, position.isFinite {
      out.raw(", \"position\": ")
      out.number(position)
    }
    if let offset = entry.contentOffset, offset.x.isFinite, offset.y.isFinite {
      out.raw(", \"offset\": [")
      out.number(offset.x)
      out.raw(", ")
      out.number(offset.y)
      out.raw("]")
    }
  }
}
