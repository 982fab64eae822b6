import Foundation
import VinculaCore
import VinculaEngine
import VinculaSQL

/// The additional checks of `doctor --deep`: every row, every secret, every audit record.
enum DeepCheck {
    /// - Parameters:
    ///   - installation: The open data.
    ///   - home: Its place.
    static func findings(_ installation: Installation, _ home: any DatabaseHome) async -> [Finding] {
        var findings: [Finding] = []
        do {
            let faults = try await installation.store.unreadableRows { progress("\($0) rows read") }
            findings += faults.map { .bad("\($0). Restore the last backup\(home.restoring)") }
            if faults.isEmpty { findings.append(.good("Every row can be read.")) }
            let secrets = try await installation.engine.sealedSecrets.count()
            findings.append(
                secrets.closed.isEmpty
                    ? .good("The master key decrypts every secret (\(secrets.open)).")
                    : .bad("The master key does not decrypt the secrets in: \(secrets.closed.joined(separator: ", "))."))
            let verdict = try await installation.engine.auditLog.verify { done, all in
                if done.isMultiple(of: 100_000) { progress("\(done) of \(all) records checked") }
            }
            findings.append(
                verdict.fault == nil
                    ? .good("The audit log is intact: \(verdict.count) record\(verdict.count == 1 ? "" : "s").")
                    : .bad("The audit log is not intact. See: vincula audit verify"))
        } catch {
            findings.append(.bad("\(error)"))
        }
        return findings
    }

    private static func progress(_ text: String) { StandardError.print("\(text) …") }
}
