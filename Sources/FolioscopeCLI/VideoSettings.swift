import Folioscope

/// How a video is to be made, as the command line says it.
struct VideoSettings: Equatable {
  var rateFactor: Int?
  var quality: Int?
  var colors = 256
  var level = PNGEncoder.Level.fast
  var plays = 0
  /// The encoder: a path, or a name that is looked for in `PATH`.
  var program = "ffmpeg"
  var verifies = true
  var overwrite = false

  /// The usual way.
  init() {}

  init(_ arguments: ParsedArguments) throws(UsageError) {
    rateFactor = try arguments.number(.crf, in: 0...63)
    quality = try arguments.number(.quality, in: 0...100)
    colors = try arguments.number(.colors, in: 3...256) ?? colors
    level = try arguments.choice(.pngLevel, as: PNGEncoder.Level.self) ?? level
    plays = try arguments.number(.loopCount, in: 0...65535) ?? plays
    program = try arguments.text(.ffmpeg) ?? program
    if program.isEmpty { throw arguments.error(.ffmpeg, "is empty") }
    verifies = arguments.flag(.verify) ?? verifies
    overwrite = arguments.flag(.overwrite) ?? overwrite
  }

  /// Makes sure that no option is for another kind of file than the one that is to be written.
  func check(_ file: FilePath, _ arguments: ParsedArguments) throws(UsageError) {
    guard let container = VideoContainer(of: file) else {
      throw UsageError(
        command: arguments.command,
        reason: "\(file) is no video's name; write one that ends in .mp4, .webm, .mov, .gif, .apng "
          + "or .webp")
    }
    let owners: [(option: Option, kinds: [VideoContainer])] = [
      (.crf, [.mp4, .webm]), (.quality, [.webp]), (.colors, [.gif]), (.pngLevel, [.apng]),
      (.loopCount, [.gif, .apng, .webp]),
      (.ffmpeg, VideoContainer.allCases.filter(\.needsEncoder)),
      (.verify, VideoContainer.allCases.filter(\.needsEncoder)),
    ]
    for (option, kinds) in owners where arguments.has(option) && !kinds.contains(container) {
      throw UsageError(
        command: arguments.command,
        reason: "--\(option.name) is for \(ParsedArguments.list(kinds.map(\.rawValue))), and "
          + "\(file) is \(container)")
    }
    if let factor = rateFactor, let factors = container.rateFactors, !factors.contains(factor) {
      throw arguments.error(.crf, "is \"\(factor)\"; \(container) takes 0 to \(factors.upperBound)")
    }
  }

  /// The library's options for it.
  func options(jobs: Int, cancellation: Cancellation) -> VideoOptions {
    var options = VideoOptions()
    options.program = program
    options.verifies = verifies
    options.overwrite = overwrite
    options.rateFactor = rateFactor
    options.quality = quality
    options.colors = colors
    options.level = level
    options.plays = plays
    options.film = FilmOptions(jobs: jobs)
    options.film.cancellation = cancellation
    return options
  }
}
