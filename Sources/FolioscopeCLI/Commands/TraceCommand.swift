import FolioSequence
import Folioscope

/// `trace`: what the pagers do, as JSON lines or as a plot.
enum TraceCommand {
  @Sendable
  static func run(_ options: TraceOptions, _ session: Session) throws -> ExitCode {
    if options.writesLines && options.output == nil { try session.checkOutput() }
    // What pagers do needs no picture and no font.
    let recording: SceneRecording
    do throws(SceneFaults) {
      recording = try session.play(options.scene)
    } catch {
      return error.code
    }
    if options.writesLines {
      let writer = TraceWriter(recording)
      if options.showsEvents {
        try write(writer.eventLines(), options, session)
      } else {
        let frames: FrameSet
        do throws(FrameSetError) {
          frames =
            try options.frames.map { expression throws(FrameSetError) in
              try FrameSet(
                expression, frameCount: recording.frameCount, markers: recording.frameSetMarkers)
            } ?? FrameSet(0..<recording.frameCount)
        } catch {
          throw UsageError(command: "trace", reason: "--frames: \(error)")
        }
        try write(frames.map { writer.line(ofFrame: $0) }, options, session)
      }
    }
    switch options.plot {
    case .png(let path):
      let bitmap: Bitmap
      do throws(DiagnosticList) {
        bitmap = try MotionPlot(recording).bitmap(fontFolders: session.loader.fontFolders)
      } catch {
        session.report(error)
        return ExitCode(rawValue: error.exitStatus) ?? .data
      }
      let encoder = try PNGEncoder(width: bitmap.width, height: bitmap.height, colorType: .rgb)
      try WholeFile.write(try encoder.encode(bitmap), to: path)
    case .svg(let path): try WholeFile.write(Array(MotionPlot(recording).svg().utf8), to: path)
    case nil: break
    }
    return .success
  }

  private static func write(
    _ lines: [String], _ options: TraceOptions, _ session: Session
  ) throws {
    var bytes: [UInt8] = []
    for line in lines {
      bytes += Array(line.utf8)
      bytes.append(UInt8(ascii: "\n"))
      if options.output == nil && bytes.count > 1 << 16 {
        try session.write(bytes)
        bytes = []
      }
    }
    if let output = options.output {
      try WholeFile.write(bytes, to: output)
    } else {
      try session.write(bytes)
    }
  }
}

extension SceneRecording {
  /// The markers as expressions of frame sets name them: the first frame at or after their time.
  fileprivate var frameSetMarkers: [FrameSet.Marker] {
    markers.map {
      FrameSet.Marker(name: $0.name, frame: Int(($0.time * scene.canvas.frameRate).ceiling))
    }
  }
}
