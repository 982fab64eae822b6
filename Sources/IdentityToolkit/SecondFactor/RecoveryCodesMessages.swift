/// The request to `account/recovery-codes`, which tells how many recovery codes a person has left. Firebase has nothing like it.
public struct CountRecoveryCodesRequest: Codable, Sendable {
    /// The ID token of the signed-in user.
    public var idToken: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `account/recovery-codes`.
public struct CountRecoveryCodesResponse: Codable, Sendable {
    /// The number of codes that have not been used; 0 also if the account has no codes.
    @AlwaysSent public var left: Int?
    /// The time at which they were made, in RFC 3339 format, in UTC, with fractional seconds. Absent if the account has no codes.
    public var createdAt: String?

    /// Creates an empty response.
    public init() {}
}

/// The request to `account/recovery-codes:new`, which makes new recovery codes in place of those before.
public struct NewRecoveryCodesRequest: Codable, Sendable {
    /// The ID token of the signed-in user, who has given a second factor within the last minutes.
    public var idToken: String?

    /// Creates an empty request.
    public init() {}
}

/// The response to `account/recovery-codes:new`.
public struct NewRecoveryCodesResponse: Codable, Sendable {
    /// Ten codes, which are shown only here, as `K7QM2-9XTRD`. Each completes one sign-in; case, spaces and hyphens do not
    /// matter.
    @AlwaysSent public var recoveryCodes: [String]?
    /// The ID token of the session in which the user continues. Present only if they had signed in with one of the codes that
    /// have been replaced.
    public var idToken: String?
    /// The refresh token of that session.
    public var refreshToken: String?

    /// Creates an empty response.
    public init() {}
}
