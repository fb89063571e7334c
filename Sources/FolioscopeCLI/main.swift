import Folioscope
import Foundation

let arguments = CommandLine.arguments
do {
  let loaded = try SceneLoader().load(arguments[1])
  let info = try loaded.film.info(sourceDigest: loaded.sourceDigest)
  print(loaded.warnings.rendered())
  let frames = arguments.count > 3 ? try FrameSet(arguments[3], frameCount: info.frameCount) : info.allFrames
  let manifest = try FilmWriter.write(
    loaded.film, info: info, frames: frames, to: FilePath(arguments[2]),
    encoder: loaded.film.encoder())
  print(manifest.info.frameCount)
} catch let list as DiagnosticList {
  print(list.rendered())
} catch { print(error) }
