/// The reason why a browser flow ended without a sign-in, once the provider has answered.
package enum FlowFailure: Hashable, Sendable {
    /// The person declined.
    case cancelled
    /// The provider refused.
    ///
    /// - Parameter code: OAuth's `error`, at most 64 letters, digits, `_`, `.` and `-`.
    case refused(code: String)
    /// The provider cannot be reached, or is in error.
    case unavailable(String)
    /// The provider was switched off, or is not configured for this.
    case misconfigured(String)
    /// The provider's answer does not fit.
    case invalid(String)

    /// The codes by which providers say that the person declined.
    private static let declined: Set<String> = [
        "access_denied", "user_cancelled", "user_canceled", "user_denied", "user_cancelled_login", "user_cancelled_authorize",
        "user_cancelled_authorization", "consent_required", "login_cancelled",
    ]

    /// The failure that an error of the exchange amounts to.
    package init(_ error: AuthError) {
        switch error {
        case .providerRefused(let code): self = Self.declined.contains(code) ? .cancelled : .refused(code: code)
        case .providerUnavailable(let reason): self = .unavailable(reason)
        case .overloaded: self = .unavailable("too many sign-ins with this provider at once")
        case .providerDisabled: self = .misconfigured("the provider is switched off")
        case .providerNotConfigured: self = .misconfigured("the provider is not configured")
        case .operationNotAllowed(let text): self = .misconfigured(text ?? "the provider is not configured")
        case .invalidIDPResponse(let text), .missingOrInvalidNonce(let text), .invalidCredentialOrProviderID(let text):
            self = .invalid(text)
        default: self = .invalid("the provider's answer cannot be used")
        }
    }
}
