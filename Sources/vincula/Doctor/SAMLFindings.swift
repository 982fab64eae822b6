import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The doctor's findings about SAML providers: certificates that have ended, or end soon.
enum SAMLFindings {
    /// The time before its end at which a certificate is mentioned, in seconds: 30 days.
    private static let soon: Int64 = 30 * 86_400

    static func all(_ projects: [String], _ engine: AuthEngine, now: Timestamp) async throws -> [Finding] {
        var findings: [Finding] = []
        for project in projects {
            for provider in try await engine.projects.samlProviders(in: ProjectScope(project: project)) where provider.isEnabled {
                let place = "\(provider.id) of project \(project)"
                let ends = provider.saml?.certificates.compactMap { try? XMLSignatureCertificate($0).notAfter } ?? []
                if let end = ends.max() { findings.append(identityProvider(place, end, now)) }
                guard let own = provider.saml?.current, provider.saml?.signsRequests == true else { continue }
                if own.expiresAt < now.adding(seconds: soon) {
                    findings.append(
                        .note(
                            "The certificate of the key that signs requests to \(place) ends on \(own.expiresAt.short). Change it: "
                                + "vincula sign-in saml rotate-key \(provider.id)"))
                }
            }
        }
        return findings
    }

    private static func identityProvider(_ place: String, _ end: Timestamp, _ now: Timestamp) -> Finding {
        let advice = "Get the new one from the identity provider: vincula sign-in saml add --replace"
        if end < now {
            return .note("The last certificate of \(place) ended on \(end.short); it is still accepted. \(advice)")
        }
        if end < now.adding(seconds: soon) { return .note("The last certificate of \(place) ends on \(end.short). \(advice)") }
        return .good("The certificates of \(place) are valid until \(end.short).")
    }
}
