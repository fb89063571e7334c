import FolioSequence

extension GoldenReport {
  /// The report as a JSON file.
  ///
  /// Its top level is `{"schema": 1, "verdict", "comparisons": [...]}`. A comparison has `name`,
  /// `verdict` (`equal`, `differs` or `damaged`), `options`, `summary`, `story` and `frames`; of the
  /// frames, those that are equal are left out unless `includingEqual`. Keys stand in a fixed order.
  ///
  /// - Parameter includingEqual: Whether frames that are equal are listed too.
  public func json(includingEqual: Bool = false) -> [UInt8] {
    JSONText.object([
      ("schema", .integer(1)),
      ("verdict", .string(verdict)),
      (
        "comparisons",
        .array(entries.map { $0.comparison.json($0.name, includingEqual: includingEqual) })
      ),
    ]).file
  }

  /// `equal`, `differs` or `damaged`.
  var verdict: String {
    if entries.contains(where: { $0.comparison.isDamaged || $0.comparison.isEmpty })
      || entries.isEmpty
    {
      return "damaged"
    }
    return passes ? "equal" : "differs"
  }
}

extension SequenceComparison {
  /// `equal`, `differs` or `damaged`.
  var verdict: String {
    if isDamaged || isEmpty { return "damaged" }
    return passes ? "equal" : "differs"
  }

  func json(_ name: String, includingEqual: Bool) -> JSONText {
    let optionMembers: [(String, JSONText)] = [
      ("tolerance", .string(options.tolerance.description)),
      ("align", .string(options.alignment.rawValue)),
      ("ignore", .array(options.ignoring.map(\.json))),
      ("ignoreElements", .array(options.ignoringElements.map { .string($0) })),
    ]
    let summary: [(String, JSONText)] = [
      ("expected", .integer(expectedCount)),
      ("actual", .integer(actualCount)),
      ("compared", .integer(compared)),
      ("equal", .integer(count(.equal))),
      ("withinTolerance", .integer(count(.withinTolerance))),
      ("differs", .integer(count(.differs))),
      ("inserted", .integer(count(.inserted))),
      ("dropped", .integer(count(.dropped))),
      ("damaged", .integer(count(.damaged))),
    ]
    let listed = frames.filter { includingEqual || $0.status != .equal }
    let members: [(String, JSONText)] = [
      ("name", .string(name)),
      ("verdict", .string(verdict)),
      ("options", .object(optionMembers)),
      ("summary", .object(summary)),
      ("story", .array(story.map { .string($0) })),
      ("notes", .array(notes.map { .string($0) })),
      ("frames", .array(listed.map { json($0) })),
    ]
    return .object(members)
  }

  private func json(_ frame: Frame) -> JSONText {
    func integer(_ value: Int?) -> JSONText { value.map { .integer($0) } ?? .null }
    let difference = frame.difference
    let time = isTimed ? frame.record?.time : nil
    let milliseconds = time.map { Double($0.numerator) * 1000 / Double($0.denominator) }
    let reason = frame.fault ?? difference?.kind.name
    let clusters: [JSONText] = (difference?.clusters ?? []).prefix(20).map {
      .object([("pixels", .integer($0.count)), ("box", $0.box.json)])
    }
    let elements: [JSONText] = (difference?.elements ?? []).map {
      .object([("name", .string($0.name)), ("pixels", .integer($0.count))])
    }
    let changes: [JSONText] = (difference?.changes ?? []).map { .string($0.description) }
    let members: [(String, JSONText)] = [
      ("index", integer(frame.expectedIndex)),
      ("actualIndex", integer(frame.actualIndex)),
      ("timeMs", milliseconds.map { .double($0) } ?? .null),
      ("expectedOffset", SequenceComparison.json(frame.expectedRecord?.contentOffset)),
      ("offset", SequenceComparison.json(frame.actualRecord?.contentOffset)),
      ("status", .string(frame.status.rawValue)),
      ("reason", reason.map { .string($0) } ?? .null),
      ("pixels", difference?.comparison.map { json($0, difference) } ?? .null),
      ("shift", SequenceComparison.shift(difference?.kind)),
      ("clusters", .array(clusters)),
      ("elements", .array(elements)),
      ("changes", .array(changes)),
    ]
    return .object(members)
  }

  private func json(_ counts: Counts, _ difference: Difference?) -> JSONText {
    let ratio = counts.total == 0 ? 0 : Double(counts.differing) / Double(counts.total)
    func size(_ size: PixelSize) -> JSONText {
      .array([.integer(size.width), .integer(size.height)])
    }
    let members: [(String, JSONText)] = [
      ("different", .integer(counts.differing)),
      ("excused", .integer(counts.excused)),
      ("total", .integer(counts.total)),
      ("ratio", .double(ratio)),
      ("maxDelta", .integer(difference?.maximumDelta.maximum ?? 0)),
      ("box", counts.box.isEmpty ? .null : counts.box.json),
      ("ssim", counts.similarity.map { .double($0.mean) } ?? .null),
      ("expectedSize", size(counts.expectedSize)),
      ("actualSize", size(counts.actualSize)),
    ]
    return .object(members)
  }

  private static func json(_ offset: ContentOffset?) -> JSONText {
    offset.map { .array([.double($0.x), .double($0.y)]) } ?? .null
  }

  private static func shift(_ kind: DifferenceKind?) -> JSONText {
    switch kind {
    case .moved(let dx, let dy): .array([.integer(dx), .integer(dy)])
    default: .null
    }
  }
}

extension PixelBox {
  /// Column, row, width and height.
  var json: JSONText { .array([.integer(x), .integer(y), .integer(width), .integer(height)]) }
}
