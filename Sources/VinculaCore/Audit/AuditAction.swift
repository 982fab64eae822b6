/// A recorded action, as `thing.verb`.
///
/// The table in Documentation/Operations.md is generated from the comments here, by `scripts/audit-table.sh`.
public struct AuditAction: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// An administrator created an account.
    public static let accountCreate = AuditAction("account.create")
    /// An administrator changed the profile of an account.
    public static let accountUpdate = AuditAction("account.update")
    /// An account was deleted, by its owner, an administrator or the server.
    public static let accountDelete = AuditAction("account.delete")
    /// All accounts of a project were deleted, by the emulator's control path.
    public static let accountDeleteAll = AuditAction("account.delete-all")
    /// An account was disabled.
    public static let accountDisable = AuditAction("account.disable")
    /// A disabled account was enabled again.
    public static let accountEnable = AuditAction("account.enable")
    /// The proven owner of the email arrived, and everything unproven was removed from the account.
    public static let accountPurge = AuditAction("account.purge")
    /// A provider gave an address to somebody else, whose identity replaced the old one.
    public static let accountRecycle = AuditAction("account.recycle")
    /// An account got its first password.
    public static let passwordSet = AuditAction("password.set")
    /// A password was changed.
    public static let passwordChange = AuditAction("password.change")
    /// The password of an account was removed.
    public static let passwordRemove = AuditAction("password.remove")
    /// The email of an account was changed.
    public static let emailChange = AuditAction("email.change")
    /// An email was proven.
    public static let emailVerify = AuditAction("email.verify")
    /// An email no longer counts as proven.
    public static let emailUnverify = AuditAction("email.unverify")
    /// Somebody reported that an account with their address is not theirs.
    public static let emailDisown = AuditAction("email.disown")
    /// Sign-in by email link was added to an account.
    public static let emailLinkAdd = AuditAction("email-link.add")
    /// Sign-in by email link was removed from an account.
    public static let emailLinkRemove = AuditAction("email-link.remove")
    /// An administrator requested a link in order to mail it themselves.
    public static let actionLinkCreate = AuditAction("action-link.create")
    /// The phone number of an account was changed.
    public static let phoneChange = AuditAction("phone.change")
    /// An identity of a provider was linked to an account.
    public static let identityLink = AuditAction("identity.link")
    /// An identity of a provider was removed from an account.
    public static let identityUnlink = AuditAction("identity.unlink")
    /// A second factor was added.
    public static let secondFactorEnroll = AuditAction("second-factor.enroll")
    /// A second factor was removed.
    public static let secondFactorRemove = AuditAction("second-factor.remove")
    /// Too many wrong codes for a second factor; further attempts must wait.
    public static let secondFactorGuessing = AuditAction("second-factor.guessing")
    /// Custom claims were changed; both values are recorded.
    public static let claimsChange = AuditAction("claims.change")
    /// All sessions of an account ended.
    public static let sessionsRevoke = AuditAction("sessions.revoke")
    /// A refresh token was presented more than an hour after it was exchanged, as a copy would be; its session ended.
    public static let sessionReuse = AuditAction("session.reuse")
    /// A pending credential was linked to the account that it had collided with.
    public static let pendingCredentialRedeem = AuditAction("pending-credential.redeem")
    /// The settings of a project were changed.
    public static let configUpdate = AuditAction("config.update")
    /// A provider was configured for a project.
    public static let providerCreate = AuditAction("provider.create")
    /// A provider's configuration was changed.
    public static let providerUpdate = AuditAction("provider.update")
    /// A provider's configuration was deleted.
    public static let providerDelete = AuditAction("provider.delete")
    /// An API key was created.
    public static let apiKeyCreate = AuditAction("api-key.create")
    /// An API key was deleted.
    public static let apiKeyDelete = AuditAction("api-key.delete")
    /// A service account was created.
    public static let serviceAccountCreate = AuditAction("service-account.create")
    /// A service account was deleted, with its keys.
    public static let serviceAccountDelete = AuditAction("service-account.delete")
    /// A service account was disabled.
    public static let serviceAccountDisable = AuditAction("service-account.disable")
    /// A disabled service account was enabled again.
    public static let serviceAccountEnable = AuditAction("service-account.enable")
    /// A key was added to a service account.
    public static let serviceAccountKeyCreate = AuditAction("service-account-key.create")
    /// A key of a service account was deleted.
    public static let serviceAccountKeyDelete = AuditAction("service-account-key.delete")
    /// A signing key was created and published.
    public static let signingKeyCreate = AuditAction("signing-key.create")
    /// The time at which the next key begins to sign was set.
    public static let signingKeySchedule = AuditAction("signing-key.schedule")
    /// A key stopped signing; its tokens stay valid until they expire.
    public static let signingKeyRetire = AuditAction("signing-key.retire")
    /// A key was deleted; its tokens are invalid.
    public static let signingKeyDelete = AuditAction("signing-key.delete")
    /// The master key was changed.
    public static let masterKeyRotate = AuditAction("master-key.rotate")

    /// Every action, in the order of the list above; `scripts/audit-table.sh --check` makes sure that none is missing.
    public static let all: [AuditAction] = [
        .accountCreate, .accountUpdate, .accountDelete, .accountDeleteAll, .accountDisable, .accountEnable, .accountPurge,
        .accountRecycle, .passwordSet, .passwordChange, .passwordRemove, .emailChange, .emailVerify, .emailUnverify,
        .emailDisown, .emailLinkAdd, .emailLinkRemove, .actionLinkCreate, .phoneChange, .identityLink, .identityUnlink,
        .secondFactorEnroll, .secondFactorRemove, .secondFactorGuessing, .claimsChange, .sessionsRevoke, .sessionReuse,
        .pendingCredentialRedeem, .configUpdate, .providerCreate, .providerUpdate, .providerDelete, .apiKeyCreate,
        .apiKeyDelete, .serviceAccountCreate, .serviceAccountDelete, .serviceAccountDisable, .serviceAccountEnable,
        .serviceAccountKeyCreate, .serviceAccountKeyDelete, .signingKeyCreate, .signingKeySchedule, .signingKeyRetire,
        .signingKeyDelete, .masterKeyRotate,
    ]
}
