import FolioSequence

extension SequenceComparison {
  /// What happened to the sequence as a whole, a sentence each, the most telling first; empty where
  /// it passes without remark.
  public var story: [String] {
    var lines = headerFaults
    if isReversed { lines.append("the frames run backwards") }
    for shift in shifts {
      let direction = shift.frames > 0 ? "late" : "early"
      let place =
        shift.through.map { "frames \(shift.from)–\($0)" } ?? "from frame \(shift.from) on,"
      lines.append("\(place) \(Wording.frames(Int(shift.frames.magnitude))) \(direction)")
    }
    if shifts.isEmpty, !isReversed {
      for (status, word) in [(Status.inserted, "inserted"), (.dropped, "dropped")] {
        let numbers = frames.filter { $0.status == status }.map(\.number)
        if !numbers.isEmpty {
          lines.append("\(Wording.frames(numbers.count)) \(word) at \(Wording.ranges(numbers))")
        }
      }
    }
    if !isReversed { lines += kinds }
    let damaged = frames.filter { $0.status == .damaged }.map(\.number)
    if !damaged.isEmpty {
      lines.append("\(Wording.frames(damaged.count)) not readable (\(Wording.ranges(damaged)))")
    }
    if isEmpty {
      lines.append(
        "0 frames compared (\(expectedCount) expected, \(actualCount) found); an empty comparison "
          + "proves nothing")
    }
    if stoppedEarly { lines.append("the comparison stopped early; counts are not complete") }
    return lines
  }

  /// Frames that differ, by what their difference looks like.
  private var kinds: [String] {
    var order: [String] = []
    var groups: [String: [Int]] = [:]
    for frame in frames where frame.status == .differs {
      guard let kind = frame.difference?.kind else { continue }
      let text: String
      switch kind {
      case .moved(let dx, let dy): text = "moved by (\(signed(dx)), \(signed(dy))) px"
      case .timing(let index):
        let distance = frame.number - index
        text =
          "showing the picture expected \(Wording.frames(Int(distance.magnitude))) "
          + (distance > 0 ? "earlier" : "later")
      case .levels: text = "with levels off by at most 2"
      case .local: text = "changed in places"
      case .global: text = "changed all over"
      case .size: text = "of another size"
      case .unseen: text = "changed, whose expected pictures are not kept"
      }
      if groups[text] == nil { order.append(text) }
      groups[text, default: []].append(frame.number)
    }
    return order.map { text in
      let numbers = groups[text] ?? []
      return "\(Wording.frames(numbers.count)) \(text)"
        + (numbers.count < frames.count ? " (\(Wording.ranges(numbers)))" : "")
    }
  }

  /// One line: how many frames differ and how many do not.
  public var summary: String {
    let failing = frames.filter(fails).map(\.number)
    let equal = count(.equal)
    var parts = ["\(equal) equal"]
    if count(.withinTolerance) > 0 { parts.append("\(count(.withinTolerance)) within tolerance") }
    parts.append("\(count(.inserted)) inserted")
    parts.append("\(count(.dropped)) dropped")
    if count(.damaged) > 0 { parts.append("\(count(.damaged)) not readable") }
    let total = max(expectedCount, actualCount)
    let head =
      failing.isEmpty
      ? (passes ? "\(Wording.frames(total)) as expected" : "no frame as expected")
      : "\(failing.count) of \(Wording.frames(total)) (\(Wording.ranges(failing)))"
    return head + ". " + parts.joined(separator: ", ") + "."
  }

  /// The lines that describe one frame.
  ///
  /// - Parameters:
  ///   - frame: A frame of this comparison.
  ///   - scale: Pixels a point.
  public func lines(for frame: Frame, scale: Double) -> [String] {
    var lines = [headline(frame)]
    if let fault = frame.fault { lines.append("  cannot be compared: \(Wording.plain(fault))") }
    guard let difference = frame.difference else {
      if frame.status == .inserted { lines.append("  no frame was expected here") }
      if frame.status == .dropped { lines.append("  this frame is missing") }
      return lines
    }
    for change in difference.changes.prefix(3) {
      lines.append("  element \(Wording.plain(change.description))")
    }
    if difference.changes.count > 3 {
      lines.append("  and \(difference.changes.count - 3) more elements moved, appeared or went")
    }
    if let counts = difference.comparison {
      if counts.expectedSize != counts.actualSize {
        lines.append("  size \(counts.expectedSize) px expected, \(counts.actualSize) px found")
      }
      if let similarity = counts.similarity {
        lines.append(
          "  structural similarity \(similarity.mean), at least \(similarity.minimum) around "
            + "(\(similarity.x), \(similarity.y))")
      }
      if counts.differing > 0 {
        lines.append(
          "  \(Wording.grouped(counts.differing)) of \(Wording.grouped(counts.total)) px "
            + "(\(Wording.percent(counts.differing, of: counts.total))), box \(counts.box) px"
            + (scale == 1 ? "" : " \(Wording.points(counts.box, scale: scale))"))
      }
      if counts.excused > 0 {
        lines.append("  \(Wording.grouped(counts.excused)) px excused as anti-aliasing")
      }
      if counts.differing > 0 {
        let elements = difference.elements.prefix(3).map {
          "element \(Wording.plain($0.name)): \(Wording.grouped($0.count)) px"
        }
        lines.append(
          "  "
            + (elements + ["largest channel difference \(difference.maximumDelta.maximum)"])
            .joined(separator: "; "))
      }
    }
    lines.append("  looks like: \(difference.kind)")
    return lines
  }

  private func headline(_ frame: Frame) -> String {
    var text = "frame \(frame.number)"
    if let e = frame.expectedIndex, let a = frame.actualIndex, e != a { text += " (expected \(e))" }
    guard let record = frame.record else { return text }
    if isTimed { text += "  \(decimal(FailureTime.tenths(record.time))) ms" }
    func point(_ offset: ContentOffset) -> String { "(\(decimal(offset.x)), \(decimal(offset.y)))" }
    switch (frame.expectedRecord?.contentOffset, frame.actualRecord?.contentOffset) {
    case (let e?, let a?):
      text += "  offset \(point(a)) pt, "
      text += e == a ? "as expected" : "\(point(e)) expected"
    case (nil, let a?): text += "  offset \(point(a)) pt"
    case (let e?, nil): text += "  offset \(point(e)) pt expected"
    case (nil, nil): break
    }
    return text
  }
}

/// Times for people.
enum FailureTime {
  /// Milliseconds, rounded to tenths.
  static func tenths(_ time: FrameTime) -> Double {
    (Double(time.numerator) * 10_000 / Double(time.denominator)).rounded() / 10
  }
}
