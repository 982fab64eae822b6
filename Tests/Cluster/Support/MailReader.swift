import ChildProcesses
import Foundation
import SMTPSink

/// The codes in the mails of a sink.
final class MailReader: Sendable {
    private struct State {
        var read: Set<String> = []
        /// The codes by recipient and purpose, in the order in which they came.
        var codes: [String: [String]] = [:]
        var mails = 0
    }

    private let sink: SMTPSink
    private let state = Guarded(State())

    init(_ sink: SMTPSink) { self.sink = sink }

    /// The number of codes that have come, each as often as it came.
    func codes(_ mode: String, to email: String) throws -> [String] {
        try refresh()
        return state.withLock { $0.codes["\(mode) \(email)"] ?? [] }
    }

    /// Waits for a code.
    ///
    /// - Parameter mode: The link's, such as `verifyEmail`.
    /// - Returns: The newest one; `nil` if none has come after a while.
    func code(_ mode: String, to email: String, after count: Int = 0, within seconds: Int) async throws -> String? {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < deadline {
            let codes = try codes(mode, to: email)
            if codes.count > count { return codes.last }
            try await Task.sleep(for: .milliseconds(100))
        }
        return nil
    }

    private func refresh() throws {
        try state.withLock { state in
            let names = try FileManager.default.contentsOfDirectory(atPath: sink.folder.path)
                .filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") && !state.read.contains($0) }.sorted()
            for name in names {
                let data = try Data(contentsOf: sink.folder.appending(path: name))
                let mail = try JSONDecoder().decode(SMTPSink.Mail.self, from: data)
                state.read.insert(name)
                let text = mail.data.replacing("\r\n", with: "\n").replacing("=\n", with: "").replacing("=3D", with: "=")
                guard let code = text.firstMatch(of: /oobCode=([A-Za-z0-9_-]+)/)?.1,
                    let mode = text.firstMatch(of: /mode=([A-Za-z]+)/)?.1
                else { continue }
                for recipient in mail.recipients { state.codes["\(mode) \(recipient)", default: []].append(String(code)) }
            }
        }
    }
}
