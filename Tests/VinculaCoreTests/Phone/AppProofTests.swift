import Testing
import VinculaCore

struct AppProofTests {
    struct Case: Sendable {
        var recaptcha: String?
        var captcha: String?
        var ios: String?
        var play: String?
        var safetyNet: String?
        var checkers: Set<AppTokenKind> = []
        let evidence: AppProof.Evidence
    }

    private static let all = Set(AppTokenKind.allCases)

    @Test(
        "what is checked of all that clients send",
        arguments: [
            Case(evidence: .none),
            Case(recaptcha: "", captcha: "", ios: "", play: "", safetyNet: "", checkers: all, evidence: .none),
            // The web SDK's way of saying that it has none.
            Case(captcha: "NO_RECAPTCHA", checkers: all, evidence: .none),
            Case(recaptcha: "pow1.x", evidence: .work("pow1.x")),
            Case(recaptcha: "pow1.x", captcha: "c", play: "p", checkers: all, evidence: .work("pow1.x")),
            Case(recaptcha: "r", evidence: .unknown),
            Case(captcha: "c", evidence: .unknown),
            Case(ios: "i", checkers: all, evidence: .unknown),
            Case(play: "p", evidence: .unknown),
            Case(safetyNet: "s", checkers: all, evidence: .unknown),
            Case(recaptcha: "r", checkers: [.recaptcha], evidence: .token(.recaptcha, "r")),
            Case(recaptcha: "r", checkers: [.recaptchaEnterprise, .playIntegrity], evidence: .unknown),
            Case(recaptcha: "r", captcha: "c", checkers: all, evidence: .token(.recaptchaEnterprise, "c")),
            Case(recaptcha: "r", captcha: "c", checkers: [.recaptcha], evidence: .token(.recaptcha, "r")),
            Case(recaptcha: "r", captcha: "NO_RECAPTCHA", checkers: all, evidence: .token(.recaptcha, "r")),
            Case(recaptcha: "r", play: "p", checkers: all, evidence: .token(.playIntegrity, "p")),
        ])
    func evidence(of sent: Case) {
        var proof = AppProof()
        proof.recaptchaToken = sent.recaptcha
        proof.captchaResponse = sent.captcha
        proof.iosReceipt = sent.ios
        proof.iosSecret = sent.ios
        proof.playIntegrityToken = sent.play
        proof.safetyNetToken = sent.safetyNet
        #expect(proof.evidence(checkers: sent.checkers) == sent.evidence)
    }

    @Test("each field is bounded, and named if it is too long")
    func bounds() {
        let fields: [(String, WritableKeyPath<AppProof, String?>)] = [
            ("recaptchaToken", \.recaptchaToken), ("captchaResponse", \.captchaResponse), ("iosReceipt", \.iosReceipt),
            ("iosSecret", \.iosSecret), ("playIntegrityToken", \.playIntegrityToken), ("safetyNetToken", \.safetyNetToken),
        ]
        for (name, field) in fields {
            var proof = AppProof()
            proof[keyPath: field] = String(repeating: "x", count: AppProof.longest)
            #expect(throws: Never.self) { try proof.requireBounded() }
            proof[keyPath: field] = String(repeating: "x", count: AppProof.longest + 1)
            #expect(throws: AuthError.invalidArgument("\(name) has more than 16384 bytes")) { try proof.requireBounded() }
        }
    }
}
