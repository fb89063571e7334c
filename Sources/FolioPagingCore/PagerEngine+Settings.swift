extension PagerEngine {
  /// Whether the last page is followed by the first. Leaving a loop, the pager names the page in
  /// view by its plain index; what is beyond the ends then springs back.
  public mutating func setLoops(_ loops: Bool) {
    if loops == configuration.loops { return }
    let index = configuration.index(of: strip.page(at: anchorSlot))
    configuration.loops = loops
    if let index { keep(page: index) }
    record()
  }

  /// Whether a drag may pull past an edge.
  public mutating func setBounces(_ bounces: Bool) {
    configuration.bounces = bounces
    reanchorFinger()
    record()
  }
}
