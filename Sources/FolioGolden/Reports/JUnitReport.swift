extension GoldenReport {
  /// The report as the XML that build servers read, after the schema of the Apache Ant task: a test
  /// suite for each comparison, a test case for each frame.
  ///
  /// A frame that differs is a failure, one that cannot be compared an error. What fails as a whole,
  /// such as another size, is a test case named `sequence`.
  public var junit: [UInt8] {
    var suites = ""
    var (allCases, allFailures, allErrors) = (0, 0, 0)
    for entry in entries {
      let comparison = entry.comparison
      var cases = ""
      var (count, failures, errors) = (0, 0, 0)
      func add(_ name: String, _ fault: (tag: String, message: String, text: String)?) {
        count += 1
        let open = "    <testcase classname=\"\(xml(entry.name))\" name=\"\(xml(name))\""
        guard let fault else {
          cases += open + "/>\n"
          return
        }
        if fault.tag == "failure" { failures += 1 } else { errors += 1 }
        cases += open + ">\n      <\(fault.tag) message=\"\(xml(fault.message))\">"
        cases += xml(fault.text) + "</\(fault.tag)>\n    </testcase>\n"
      }
      let whole = comparison.headerFaults + (comparison.isEmpty ? ["0 frames compared"] : [])
      add(
        "sequence",
        whole.isEmpty
          ? nil
          : ("failure", whole.joined(separator: "; "), comparison.story.joined(separator: "\n"))
      )
      for frame in comparison.frames {
        guard comparison.fails(frame) else {
          add("frame \(frame.number)", nil)
          continue
        }
        let lines = comparison.lines(for: frame, scale: entry.actual.scale)
        add(
          "frame \(frame.number)",
          (
            frame.status == .damaged ? "error" : "failure",
            frame.fault ?? frame.difference?.kind.description ?? frame.status.rawValue,
            lines.joined(separator: "\n")
          ))
      }
      suites += "  <testsuite name=\"\(xml(entry.name))\" tests=\"\(count)\" "
      suites += "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\">\n"
      suites += cases + "  </testsuite>\n"
      allCases += count
      allFailures += failures
      allErrors += errors
    }
    return Array(
      ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"\(allCases)\" "
        + "failures=\"\(allFailures)\" errors=\"\(allErrors)\">\n" + suites + "</testsuites>\n")
        .utf8)
  }

  /// Text as XML 1.0 may have it, in content and in attributes.
  private func xml(_ text: String) -> String { Markup.escaped(text) }
}

/// Text for XML and HTML.
enum Markup {
  /// The text with its special characters escaped; what XML 1.0 may not hold at all becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\t", "\n": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
