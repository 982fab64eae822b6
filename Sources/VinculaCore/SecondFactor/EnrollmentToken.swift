/// The rules for enrolment tokens: ID tokens that allow nothing but enrolling a second factor.
///
/// A project that requires second factors issues them instead of ordinary ones, as long as a session has given none.
package enum EnrollmentToken {
    /// The beginning of its `aud`, before the project's id: whoever verifies ID tokens requires the id alone, and refuses it.
    private static let audiencePrefix = "vincula:second-factor-enrollment:"

    package static func audience(of project: String) -> String { audiencePrefix + project }

    /// The project of an enrolment token.
    ///
    /// - Returns: `nil` for the `aud` of any other token.
    package static func project(ofAudience audience: String) -> String? {
        audience.hasPrefix(audiencePrefix) ? String(audience.dropFirst(audiencePrefix.count)) : nil
    }

    /// Indicates whether a session gets an enrolment token now. One that a custom token opened never does: it is the word of the
    /// project's own server, which makes its own checks.
    ///
    /// - Parameters:
    ///   - account: The session's account as it is now.
    ///   - firstFactor: The provider that the session's person signed in with.
    ///   - secondFactor: The second factor that they gave, if any.
    ///   - settings: The project's settings as they are now.
    package static func isIssued(
        to account: Account, firstFactor: ProviderID, secondFactor: SecondFactorID?, settings: SecondFactorSettings
    ) -> Bool {
        guard settings.isMandatory, firstFactor != .custom else { return false }
        guard !account.secondFactors.isEmpty else { return true }
        do {
            try SecondFactorPolicy.checkSession(of: account, secondFactor: secondFactor)
            return false
        } catch {
            return true
        }
    }
}

/// A request that a signed-in person makes with an ID token, or with the refresh token of their session.
package enum SignedInRequest: String, Hashable, Sendable, CaseIterable {
    case refresh
    case lookUp
    case enrollSecondFactor
    case withdrawSecondFactor
    /// `VERIFY_EMAIL`: the mail that proves the account's address.
    case proveAddress
    /// A new address, by `VERIFY_AND_CHANGE_EMAIL` or by an update of nothing else.
    case changeAddress
    /// A mailed code, which is a proof of its own.
    case applyMailedCode
    case updateAccount
    case deleteAccount
    case linkPassword
    case linkEmailLink
    /// An identity of a provider, a phone number, or a player.
    case linkIdentity
    /// A sign-in that must lead to the same account.
    case reauthenticate
    case listSessions
    case endSessions
    case handOver
    case revokeProviderToken
    /// Whatever is not listed here.
    case other

    /// When a request may be made with an enrolment token.
    package enum Opening: Hashable, Sendable {
        case always
        /// A second factor needs a proven address.
        case untilAddressIsProven
        case never
    }

    package var opening: Opening {
        switch self {
        // A client lists sessions to find its own, which it ends when somebody signs out.
        case .refresh, .lookUp, .enrollSecondFactor, .proveAddress, .applyMailedCode, .reauthenticate, .listSessions,
            .endSessions, .revokeProviderToken:
            .always
        case .changeAddress: .untilAddressIsProven
        case .withdrawSecondFactor, .updateAccount, .deleteAccount, .linkPassword, .linkEmailLink, .linkIdentity, .handOver,
            .other:
            .never
        }
    }

    /// Checks that the request may be made with an enrolment token.
    ///
    /// - Parameter account: The account, or `nil` while it is not known: then only what is never allowed is refused.
    /// - Throws: ``AuthError/secondFactorRequired``.
    package func requireOpen(to account: Account?) throws(AuthError) {
        switch opening {
        case .always: return
        case .untilAddressIsProven where account?.email == nil || account?.emailVerified == false: return
        case .untilAddressIsProven, .never: throw .secondFactorRequired
        }
    }
}
