import Foundation
import FuzzTargets

// Calls libFuzzer as a library: `vincula-fuzz TARGET [libFuzzer's flags] CORPUS…`. Only scripts/fuzz.sh builds this.

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

nonisolated(unsafe) var chosen = FuzzTarget.json

func complain(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

guard CommandLine.arguments.count > 1, let target = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
    complain("usage: vincula-fuzz TARGET [libFuzzer's flags] CORPUS…; targets: \(FuzzTarget.allCases.map(\.rawValue))")
    exit(2)
}
chosen = target

// libFuzzer uses the arguments for as long as it runs, so they are never freed.
let rest = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
var count = Int32(rest.count)
var arguments = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: rest.count + 1)
for (index, argument) in rest.enumerated() { arguments[index] = strdup(argument) }
arguments[rest.count] = nil

let status = runFuzzer(&count, &arguments) { bytes, count in
    do {
        try chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        complain("BROKEN: \(error)")
        abort()
    }
    return 0
}
exit(status)
