/// The groups of RPCs that are rate limited, by the name in the RPC's path (`accounts:signUp`).
///
/// A new RPC that needs its own limit gets a case here and a line in ``RateLimitPolicy``; without one it is `other`.
package enum LimitedRPC: String, Hashable, Sendable, CaseIterable {
    case signInWithPassword, signUp, signInWithIdp, token, createAuthUri, lookup, update, delete, revokeToken
    case sendOobCode, resetPassword, signInWithEmailLink
    case sendVerificationCode, signInWithPhoneNumber
    case signInWithCustomToken
    /// `mfaSignIn:…`
    case mfaSignIn
    /// `mfaEnrollment:…`
    case mfaEnrollment
    /// `account/sessions…`
    case ownSessions
    /// `account/handover`
    case handover
    /// The buttons on the hosted pages.
    case actionPage
    /// The beginning of a sign-in at a provider's page: the handler, and `accounts:createAuthUri` with a provider.
    case beginFlow
    /// The end of one: the answer of a provider's page, which whoever begins many must not keep from being taken.
    case finishFlow
    /// A question to the server that a project left, whatever it is asked for.
    case formerServer
    /// An operator's test of a provider, a mail server or an SMS gateway.
    case consoleTest
    /// Everything that an app may call and that has no limit of its own.
    case other
    /// Everything that an administrator calls.
    case admin
}

/// The rate limits of one RPC; `nil` means not limited.
package struct RateLimit: Hashable, Sendable {
    /// For one client address; see ``ClientAddress/site``. An IPv6 /48 has four times as much.
    package var perAddress: TokenBucket?
    /// For one target: an email, a session, a provider's subject, an administrator.
    package var perTarget: TokenBucket?
    /// For one client address and one target.
    package var perPair: TokenBucket?
}

/// The table of rate limits.
///
/// Wrong passwords are counted separately, and for longer: see ``GuessingPolicy``.
package enum RateLimitPolicy {
    /// The number of verifications with one provider that may be in progress at a time.
    package static let inFlightPerProvider = 64

    package static func limit(_ rpc: LimitedRPC) -> RateLimit {
        switch rpc {
        case .signInWithPassword: RateLimit(perAddress: .minute(30, burst: 10), perPair: .minute(5, burst: 10))
        case .signUp: RateLimit(perAddress: .hour(100, burst: 20), perTarget: .hour(3, burst: 3))
        case .signInWithIdp: RateLimit(perAddress: .minute(60, burst: 20), perTarget: .minute(10, burst: 10))
        case .token: RateLimit(perAddress: .minute(600, burst: 100), perTarget: .minute(60, burst: 60))
        case .createAuthUri: RateLimit(perAddress: .minute(60, burst: 20), perPair: .minute(10, burst: 10))
        case .revokeToken: RateLimit(perAddress: .minute(10, burst: 5), perTarget: .minute(5, burst: 5))
        case .sendOobCode: RateLimit(perAddress: .hour(20, burst: 10), perPair: .hour(10, burst: 5))
        case .resetPassword: RateLimit(perAddress: .minute(30, burst: 15))
        case .signInWithEmailLink: RateLimit(perAddress: .minute(30, burst: 15), perPair: .minute(10, burst: 10))
        // Messages are counted in the store, too, by day; see ``TextMessagePolicy``.
        case .sendVerificationCode: RateLimit(perAddress: .hour(20, burst: 10), perTarget: .hour(5, burst: 5))
        case .signInWithPhoneNumber: RateLimit(perAddress: .minute(30, burst: 15), perTarget: .minute(10, burst: 10))
        // Backends exchange tokens for all of their users, as they exchange refresh tokens. The target is an account.
        case .signInWithCustomToken: RateLimit(perAddress: .minute(600, burst: 100), perTarget: .minute(30, burst: 30))
        case .mfaSignIn: RateLimit(perAddress: .minute(60, burst: 20), perTarget: .minute(10, burst: 10))
        case .mfaEnrollment: RateLimit(perAddress: .minute(30, burst: 15), perTarget: .minute(10, burst: 10))
        case .ownSessions: RateLimit(perAddress: .minute(60, burst: 20), perTarget: .minute(30, burst: 30))
        case .handover: RateLimit(perAddress: .minute(60, burst: 20), perTarget: .minute(10, burst: 10))
        case .actionPage: RateLimit(perAddress: .minute(60, burst: 30))
        // A flow that has begun is stored for ten minutes. The target is a project, of which at most 13,200 are then stored;
        // the pair is a project and an address, of which at most 630 are.
        case .beginFlow:
            RateLimit(
                perAddress: .minute(120, burst: 60), perTarget: .minute(1200, burst: 1200), perPair: .minute(60, burst: 30))
        case .finishFlow: RateLimit(perAddress: .minute(120, burst: 60))
        // A company behind one address moves within an hour. The target is a project: the other server has limits, too.
        case .formerServer: RateLimit(perAddress: .minute(120, burst: 60), perTarget: .minute(3000, burst: 600))
        // The target is an operator.
        case .consoleTest: RateLimit(perAddress: .minute(60, burst: 20), perTarget: .hour(20, burst: 10))
        case .lookup: RateLimit(perAddress: .minute(600, burst: 100))
        case .update: RateLimit(perAddress: .minute(60, burst: 20))
        case .delete: RateLimit(perAddress: .minute(30, burst: 10))
        case .other: RateLimit(perAddress: .minute(600, burst: 100))
        case .admin: RateLimit(perTarget: TokenBucket(500, perSeconds: 1, burst: 500))
        }
    }
}

extension TokenBucket {
    fileprivate static func minute(_ count: Int, burst: Int) -> TokenBucket { TokenBucket(count, perSeconds: 60, burst: burst) }

    fileprivate static func hour(_ count: Int, burst: Int) -> TokenBucket { TokenBucket(count, perSeconds: 3600, burst: burst) }
}
