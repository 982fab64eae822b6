/// A project's choice of what a request for a text message must bring along.
package enum AppVerification: String, Hashable, Sendable, Codable, CaseIterable {
    /// A proof that it is worth something to its sender: work, or a token that a configured service vouches for.
    case required
    /// Nothing: the limits alone bound the cost.
    case limits
}

/// The use that a proof is for. One for one use does not count for another.
package enum AppProofUse: String, Hashable, Sendable, CaseIterable {
    case sendVerificationCode
    case mfaEnrollment
    case mfaSignIn
    /// The page that native apps open before they know what they will ask for; its proofs count for all the others.
    case verifyApp
}

/// A kind of token that a service vouches for.
package enum AppTokenKind: String, Hashable, Sendable, CaseIterable {
    case recaptcha
    case recaptchaEnterprise
    case playIntegrity
}

/// The proofs in a request for a text message, as Firebase's clients send them.
package struct AppProof: Hashable, Sendable {
    /// The greatest length of each, in bytes.
    package static let longest = 16 << 10
    /// The beginning of every solution of a proof of work.
    package static let workPrefix = "pow1."
    /// The web SDK's `captchaResponse` where it has none.
    package static let noRecaptcha = "NO_RECAPTCHA"

    /// What is to be checked.
    package enum Evidence: Hashable, Sendable {
        /// Nothing was sent.
        case none
        /// The solution of a proof of work.
        case work(String)
        case token(AppTokenKind, String)
        /// Only what this server cannot check.
        case unknown
    }

    /// The token of a reCAPTCHA, or the solution of a proof of work.
    package var recaptchaToken: String?
    /// The token of reCAPTCHA Enterprise.
    package var captchaResponse: String?
    package var iosReceipt: String?
    package var iosSecret: String?
    package var playIntegrityToken: String?
    package var safetyNetToken: String?

    package init() {}

    private var fields: [(name: String, value: String?)] {
        [
            ("recaptchaToken", recaptchaToken), ("captchaResponse", captchaResponse), ("iosReceipt", iosReceipt),
            ("iosSecret", iosSecret), ("playIntegrityToken", playIntegrityToken), ("safetyNetToken", safetyNetToken),
        ]
    }

    /// Checks the lengths.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names the field.
    package func requireBounded() throws(AuthError) {
        for (name, value) in fields where (value?.utf8.count ?? 0) > Self.longest {
            throw .invalidArgument("\(name) has more than \(Self.longest) bytes")
        }
    }

    /// Chooses what is checked: the work first, since it needs no other service.
    ///
    /// - Parameter checkers: The kinds of tokens that can be checked.
    package func evidence(checkers: Set<AppTokenKind>) -> Evidence {
        func sent(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        let captcha = sent(captchaResponse).flatMap { $0 == Self.noRecaptcha ? nil : $0 }
        if let token = sent(recaptchaToken), token.hasPrefix(Self.workPrefix) { return .work(token) }
        let tokens: [(AppTokenKind, String?)] = [
            (.recaptchaEnterprise, captcha), (.playIntegrity, sent(playIntegrityToken)), (.recaptcha, sent(recaptchaToken)),
        ]
        for (kind, token) in tokens { if let token, checkers.contains(kind) { return .token(kind, token) } }
        let isAnything = captcha != nil || fields.contains { $0.name != "captchaResponse" && sent($0.value) != nil }
        return isAnything ? .unknown : .none
    }
}
