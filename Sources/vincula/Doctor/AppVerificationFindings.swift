import VinculaCore
import VinculaEngine

/// What the doctor says about the proofs that requests for text messages need.
enum AppVerificationFindings {
    static func all(
        _ projects: [String], _ engine: AuthEngine, _ configuration: ServerConfiguration
    ) async throws -> [Finding] {
        // Without a gateway no message costs anything.
        guard configuration.texts != nil else { return [] }
        let kinds = engine.appChecker.kinds.map(\.rawValue).sorted()
        let others = kinds.isEmpty ? "" : ", or a token of \(kinds.joined(separator: ", "))"
        var findings: [Finding] = []
        for project in projects {
            // Unreadable settings are reported elsewhere.
            guard let settings = try? await engine.projects.settings(of: project),
                settings.phone.isEnabled || settings.secondFactors.phonesEnabled
            else { continue }
            findings.append(
                engine.requiresAppProof(settings.phone)
                    ? .good(
                        "Project \(project): a text message needs a proof of work\(others). Firebase's web SDK, pointed at this "
                            + "server, sends none and gets no message.")
                    : .note(
                        "Project \(project): text messages need no proof (vincula.phone.appVerification is limits). A program can "
                            + "have \(settings.phone.messagesPerDay) a day sent at your cost."))
        }
        return findings
    }
}
