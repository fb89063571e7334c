/// The help texts, made from the table of options. Lines have at most 80 characters.
enum HelpText {
  static let width = 80

  /// What `folioscope` alone prints.
  static func introduction(_ commands: [CommandDefinition]) -> String {
    var text = """
      Folioscope plays a paged interface on a virtual clock and draws it, frame by
      frame, into a PNG sequence that is the same on every machine.


      """
    let shown = ["check", "render", "still"]
    for command in commands where shown.contains(command.name) {
      let line = "folioscope \(command.name) welcome.folio.yaml"
      text += "  \(pad(line, to: 40))  \(command.summary)\n"
    }
    text += """

      Scenes to begin with are in Examples/. More: folioscope --help

      """
    return text
  }

  /// What `folioscope --help` prints.
  static func overview(_ commands: [CommandDefinition], topics: [HelpTopic]) -> String {
    var text = "Usage: folioscope COMMAND [OPTION]... SCENE\n\nCommands:\n"
    let nameWidth = (commands.map(\.name.count) + topics.map(\.name.count)).max() ?? 0
    for command in commands {
      text += "  \(pad(command.name, to: nameWidth))  \(command.summary)\n"
    }
    text += "\nOptions of all commands:\n" + options(Option.common + [.version])
    if !topics.isEmpty {
      text += "\nTopics (folioscope help TOPIC):\n"
      for topic in topics { text += "  \(pad(topic.name, to: nameWidth))  \(topic.summary)\n" }
    }
    return text + "\nMore on a command: folioscope COMMAND --help\n"
  }

  /// What `folioscope COMMAND --help` prints.
  static func command(_ command: CommandDefinition) -> String {
    let operands = command.operands.isEmpty ? "" : " " + command.operands
    var text = "Usage: folioscope \(command.name) [OPTION]...\(operands)\n"
    for paragraph in command.discussion { text += "\n" + wrap(paragraph, indent: 0) }
    if !command.options.isEmpty { text += "\nOptions:\n" + options(command.options) }
    text += "\nOptions of all commands:\n" + options(Option.common)
    if !command.examples.isEmpty {
      text += "\nExamples:\n"
      for example in command.examples {
        text += "  \(example.line)\n      \(example.meaning)\n"
      }
    }
    return text
  }

  /// Options with their help in a column of its own.
  static func options(_ options: [Option]) -> String {
    let column = 28
    var text = ""
    for option in options {
      var head = option.short.map { "  -\($0), " } ?? "      "
      head += "--" + (option.isNegatable ? "[no-]" : "") + option.name
      if let value = option.value { head += " " + value }
      var help = option.help
      if !option.choices.isEmpty { help += " (\(option.choices.joined(separator: ", ")))" }
      let body = wrap(help, indent: column)
      if head.count + 2 <= column {
        text += pad(head, to: column) + body.dropFirst(column)
      } else {
        text += head + "\n" + body
      }
    }
    return text
  }

  /// A paragraph in lines of at most ``width`` characters.
  static func wrap(_ paragraph: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(line)
    return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

/// A page of help that is about no single command.
struct HelpTopic: Sendable {
  /// The word that names it.
  var name: String
  /// What it is about.
  var summary: String
  /// The page.
  var text: String

  static let all: [HelpTopic] = [frames, video, exit]

  static let frames = HelpTopic(
    name: "frames", summary: "how to name frames",
    text: """
      A timeline of N frames has the frames 0 to N-1, at the times frame / rate. A
      span of time ends before its end; a set of frames holds both of its ends.

        90            frame 90
        0-149         frames 0 to 149; 0..149 is the same
        100-          from frame 100 to the last one
        -10           from frame 0 to frame 10
        0-149x2       every second frame of them; 0-149:2 is the same
        last          the last frame
        last-9-last   the last ten frames; last-9 is one frame
        @settled      the first frame at or after the marker "settled"
        @a-@end       from the marker "a" to the last frame
        0,30,60-89    several of these

      Numbers are those of the whole timeline, so frame 100 is called frame-00100.png
      whichever frames are drawn. Frames outside the timeline are an error. Parts that
      are rendered one after the other into one folder join into the whole.

      """)

  static let video = HelpTopic(
    name: "video", summary: "the kinds of videos and what they keep",
    text: """
      The ending of the file's name says which kind of video it is.

        .mp4   H.264, 4:2:0, BT.709; no transparency; an odd size is padded by
               repeating the edge
        .webm  VP9, 4:2:0, BT.709; with transparency
        .mov   ProRes 4444, 10 bits, BT.709; with transparency
        .gif   one palette of 256 colours; pixels are opaque or not there; delays are
               whole hundredths of a second, at least two: above 50 frames a second
               some are left out
        .apng  every pixel as it was drawn (.png means the same); needs no ffmpeg
        .webp  every pixel as it was drawn, unless --quality is given; delays are
               whole milliseconds

      All but .apng are made by ffmpeg. The video appears whole or not at all, after
      ffprobe has found the right number of frames, rate, size and tags in it.

      Animations (.gif, .apng, .webp) are played endlessly unless --loop-count says
      otherwise. --loop draws the shortest part of a scene that repeats without a
      seam: the state of every pager, timer and value at its end is that of its
      beginning. Where there is none, the reason is told and the program ends with 65.

      """)

  static let exit = HelpTopic(
    name: "exit", summary: "the codes with which the program ends",
    text: """
        0   everything that was asked for is done
        1   a comparison found a difference, or doctor a broken law
       64   the command line is wrong
       65   a scene, one of its files or a folder of frames has wrong content
       66   a scene, one of its files or a folder cannot be opened
       69   a program that is needed, such as ffmpeg, is absent
       70   a fault of Folioscope's own; please report it
       71   no process or memory could be had
       73   an output cannot be created, or is there already
       74   reading or writing failed; a full disk, too
       75   another render is writing into the folder; try later
       77   an input may not be read
       78   a configuration is wrong
      130   SIGINT ended the run (Ctrl-C)
      141   the reader of standard output went away
      143   SIGTERM ended the run

      A job that ended with 71, 74, 75 or a signal may be tried again; the others end
      in the same way however often they run.

      """)
}
