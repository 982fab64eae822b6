import VinculaCore
import VinculaEngine

/// The reason why a sign-in at a provider's page did not happen: for the person in words, and for the app as a code.
struct FlowRefusal: Sendable {
    /// The words that people read.
    let notice: any KeyPath<FlowTexts, PageTexts.Notice> & Sendable
    /// The SDKs' code.
    let code: String
    /// A hint for the app's developer, in English.
    let detail: String?
    /// Indicates whether the same request may succeed if it is sent again.
    let canBeTriedAgain: Bool

    private init(
        _ notice: any KeyPath<FlowTexts, PageTexts.Notice> & Sendable, _ code: String, _ detail: String?,
        canBeTriedAgain: Bool = false
    ) {
        self.notice = notice
        self.code = "auth/" + code
        self.detail = detail
        self.canBeTriedAgain = canBeTriedAgain
    }

    /// The refusal to begin a flow.
    ///
    /// - Returns: `nil` for failures that have nothing to do with the request.
    init?(_ error: AuthError, kind: FlowKind?) {
        switch error {
        case .missingAPIKey, .invalidAPIKey:
            self.init(\.unknownApp, "invalid-api-key", "apiKey names no project of this server.")
        case .apiKeyRefused:
            self.init(\.notOffered, "operation-not-allowed", "apiKey is restricted to other methods or addresses.")
        case .tenantNotFound, .invalidTenantID, .tenantIDMismatch:
            self.init(\.malformed, "invalid-tenant-id", "The project has no such tenant.")
        case .projectDisabled: self.init(\.notOffered, "operation-not-allowed", "The tenant is disabled.")
        case .invalidArgument(let text): self.init(\.malformed, "argument-error", text)
        case .unauthorizedDomain, .invalidContinueURI:
            self.init(\.addressNotAllowed, "unauthorized-domain", error.message)
        case .operationNotAllowed where kind == .verifyApp:
            self.init(\.noTextMessages, "operation-not-allowed", error.message)
        case .operationNotAllowed, .providerDisabled, .providerNotConfigured, .invalidCredentialOrProviderID:
            self.init(\.notOffered, "operation-not-allowed", error.message)
        case .tooManyAttempts: self.init(\.tooOften, "too-many-requests", nil, canBeTriedAgain: true)
        case .providerUnavailable(let text): self.init(\.unavailable, "network-request-failed", text, canBeTriedAgain: true)
        case .overloaded: self.init(\.busy, "network-request-failed", nil, canBeTriedAgain: true)
        case .providerRefused(let code): self.init(\.refused, "invalid-credential", code, canBeTriedAgain: true)
        default: return nil
        }
    }

    /// A flow's failure after the provider answered.
    init(_ failure: FlowFailure) {
        switch failure {
        case .cancelled: self.init(\.cancelled, "user-cancelled", nil, canBeTriedAgain: true)
        case .refused(let code): self.init(\.refused, "invalid-credential", code, canBeTriedAgain: true)
        case .unavailable(let text): self.init(\.unavailable, "network-request-failed", text, canBeTriedAgain: true)
        case .misconfigured(let text): self.init(\.notOffered, "operation-not-allowed", text)
        case .invalid(let text): self.init(\.invalid, "invalid-credential", text, canBeTriedAgain: true)
        }
    }

    /// The answer of a provider that belongs to no open flow of this browser.
    static let lost = FlowRefusal(\.lost, "invalid-credential", nil)
}
