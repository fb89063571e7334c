/// Scripts for characters that have none of their own.
enum ScriptResolution {
  /// The script of each scalar, with common and inherited ones resolved: each takes the script
  /// before it, at the start of the text the first one that follows.
  ///
  /// Where nothing has a script (digits, or a title of emoji alone) all are common. Leaving some
  /// inherited would end a run inside a joined emoji and tear it apart.
  static func resolve(_ scalars: [Unicode.Scalar]) -> [OpenTypeTag] {
    var scripts = scalars.map { $0.script }
    func isWeak(_ script: OpenTypeTag) -> Bool { script == .common || script == .inherited }
    var current = scripts.first { !isWeak($0) } ?? .common
    for i in scripts.indices {
      if isWeak(scripts[i]) { scripts[i] = current } else { current = scripts[i] }
    }
    return scripts
  }
}
