extension Playback {
  /// The recording of a scene whose timeline is not played: what is there at the start. For looking
  /// at the pages of a scene that has faults elsewhere.
  public static func still(_ scene: Scene) -> SceneRecording {
    var silent = scene
    silent.timeline = []
    silent.canvas.duration = 0
    var player = Playback(silent)
    player.run()
    return player.recording()
  }
}
