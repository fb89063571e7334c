import Folioscope
import Foundation

System.tuneHeap()
let closed = System.openStandardDescriptors()
System.ignoreWriteSignals()

let cancellation = Cancellation()
let signals = Signals()
let session = Session(
  standardOutput: .standardOutput, standardError: .standardError,
  isOutputClosed: closed.contains(1), environment: ProcessInfo.processInfo.environment,
  processors: ProcessInfo.processInfo.activeProcessorCount, cancellation: cancellation,
  options: CommonOptions())
signals.listen(cancel: cancellation, report: session.reportNow)

let program = Program(commands: Command.all)
exit(program.run(System.words(), in: session, stopCode: { signals.exitCode }).rawValue)
