import Folioscope

extension Session {
  /// The loader for scenes as the command line and the environment say.
  var loader: SceneLoader {
    SceneLoader(
      fontFolders: FontFolders.standard(named: options.fontFolders),
      reader: SceneReader(
        options: SceneReader.Options(allowsOutsideFiles: options.allowsOutsideFiles)))
  }

  /// Reports faults of a scene: as text with the line they stand in, or as JSON objects.
  func report(_ faults: DiagnosticList) {
    switch options.logFormat {
    case .text:
      let shown =
        options.isQuiet ? DiagnosticList(faults.errors) : faults
      if shown.isEmpty { return }
      interruptProgress()
      try? standardError.write(Array((shown.rendered() + "\n").utf8))
    case .json:
      for fault in faults.diagnostics {
        let place = fault.span?.start
        let severity: Message.Severity = fault.severity == .error ? .error : .warning
        let text = fault.hint.map { "\(fault.message); \($0)" } ?? fault.message
        messages.write(
          Message(
            severity, text,
            at: place.map { Message.Location(file: fault.path, line: $0.line, column: $0.column) }))
      }
    }
  }

  /// Loads a scene and reports its warnings; its faults are reported and thrown.
  ///
  /// - Parameters:
  ///   - jobs: How many threads decode pictures; as many as there are processors unless said.
  ///   - adjust: What the command line says instead of the scene.
  func load(
    _ path: FilePath, jobs: Int? = nil, adjust: @escaping @Sendable (inout Scene) -> Void = { _ in }
  ) throws(SceneFaults) -> SceneLoader.Loaded {
    do throws(DiagnosticList) {
      var loader = self.loader
      loader.jobs = jobs ?? processors
      loader.adjust = adjust
      let loaded = try loader.load(path.description)
      report(loaded.warnings)
      return loaded
    } catch {
      report(error)
      throw SceneFaults(
        code: ExitCode(rawValue: error.exitStatus) ?? .data, count: error.errors.count)
    }
  }
}

extension Session {
  /// Plays a scene without its pictures and fonts and reports warnings; faults are reported and
  /// thrown.
  func play(_ path: FilePath) throws(SceneFaults) -> SceneRecording {
    do throws(DiagnosticList) {
      let (recording, warnings) = try loader.play(path.description)
      report(warnings)
      return recording
    } catch {
      report(error)
      throw SceneFaults(
        code: ExitCode(rawValue: error.exitStatus) ?? .data, count: error.errors.count)
    }
  }
}

/// A scene whose faults have been reported.
struct SceneFaults: Error {
  /// The code that the faults ask for.
  let code: ExitCode
  /// How many errors there are.
  let count: Int
}

extension SequenceInfo {
  /// The length in seconds, for a person: two decimals at most.
  var secondsText: String {
    let seconds = Double(frameCount) * Double(frameRate.denominator) / Double(frameRate.numerator)
    let hundredths = Int((seconds * 100).rounded())
    let fraction = hundredths % 100
    if fraction == 0 { return "\(hundredths / 100) s" }
    let digits =
      fraction % 10 == 0 ? "\(fraction / 10)" : (fraction < 10 ? "0" : "") + "\(fraction)"
    return "\(hundredths / 100).\(digits) s"
  }
}
