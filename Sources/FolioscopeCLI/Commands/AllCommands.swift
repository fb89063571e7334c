import Folioscope

extension Command {
  /// The commands of the program, in the order of the help text.
  static let all: [Command] = [
    .check(CheckCommand.run), .info(InfoCommand.run), .render(RenderCommand.run),
    .encode(EncodeCommand.run), .still(StillCommand.run), .trace(TraceCommand.run),
    .doctor(DoctorCommand.run),
    .compare(GoldenCommand.compare),
    .golden(GoldenCommand.golden),
    Command(definition: .schema) { _, session in
      {
        try session.write(SceneSchema.json)
        return .success
      }
    },
  ]
}
