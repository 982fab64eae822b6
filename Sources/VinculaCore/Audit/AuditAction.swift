/// What was done, as `thing.verb`.
///
/// The table of Documentation/Operations.md is made from the comments here, by `scripts/audit-table.sh`.
public struct AuditAction: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    /// An administrator made an account.
    public static let accountCreate = AuditAction("account.create")
    /// An administrator changed the profile of an account.
    public static let accountUpdate = AuditAction("account.update")
    /// An account was deleted, by whomever.
    public static let accountDelete = AuditAction("account.delete")
    /// All accounts of a project were deleted, by the emulator's control path.
    public static let accountDeleteAll = AuditAction("account.delete-all")
    /// An account was disabled.
    public static let accountDisable = AuditAction("account.disable")
    /// A disabled account was let in again.
    public static let accountEnable = AuditAction("account.enable")
    /// A proven owner of the email arrived, and what nobody had proven was taken off the account.
    public static let accountPurge = AuditAction("account.purge")
    /// A provider gave an address to somebody else, whose identity took the old one's place.
    public static let accountRecycle = AuditAction("account.recycle")
    /// An account got its first password.
    public static let passwordSet = AuditAction("password.set")
    /// A password was changed.
    public static let passwordChange = AuditAction("password.change")
    /// A password was taken off an account.
    public static let passwordRemove = AuditAction("password.remove")
    /// The email of an account was changed.
    public static let emailChange = AuditAction("email.change")
    /// An email was proven.
    public static let emailVerify = AuditAction("email.verify")
    /// An email counts as not proven any more.
    public static let emailUnverify = AuditAction("email.unverify")
    /// Somebody said that an account with their address is not theirs.
    public static let emailDisown = AuditAction("email.disown")
    /// A mailed link signs in from now on.
    public static let emailLinkAdd = AuditAction("email-link.add")
    /// A mailed link does not sign in any more.
    public static let emailLinkRemove = AuditAction("email-link.remove")
    /// An administrator got a link to mail it by themselves.
    public static let actionLinkCreate = AuditAction("action-link.create")
    /// The phone number of an account was changed.
    public static let phoneChange = AuditAction("phone.change")
    /// An identity of a provider was linked to an account.
    public static let identityLink = AuditAction("identity.link")
    /// An identity of a provider was taken off an account.
    public static let identityUnlink = AuditAction("identity.unlink")
    /// A second factor was added.
    public static let secondFactorEnroll = AuditAction("second-factor.enroll")
    /// A second factor was taken off.
    public static let secondFactorRemove = AuditAction("second-factor.remove")
    /// Wrong codes for a second factor: no more are taken for a while.
    public static let secondFactorGuessing = AuditAction("second-factor.guessing")
    /// Custom claims were changed, from and to.
    public static let claimsChange = AuditAction("claims.change")
    /// All sessions of an account ended.
    public static let sessionsRevoke = AuditAction("sessions.revoke")
    /// A refresh token came that was exchanged more than an hour before, as a copy would be: its session is over.
    public static let sessionReuse = AuditAction("session.reuse")
    /// A credential that had met another account was linked to it.
    public static let pendingCredentialRedeem = AuditAction("pending-credential.redeem")
    /// The settings of a project were changed.
    public static let configUpdate = AuditAction("config.update")
    /// A provider was configured for a project.
    public static let providerCreate = AuditAction("provider.create")
    /// A provider's configuration was changed.
    public static let providerUpdate = AuditAction("provider.update")
    /// A provider's configuration was deleted.
    public static let providerDelete = AuditAction("provider.delete")
    /// An API key was made.
    public static let apiKeyCreate = AuditAction("api-key.create")
    /// An API key was deleted.
    public static let apiKeyDelete = AuditAction("api-key.delete")
    /// A service account was made.
    public static let serviceAccountCreate = AuditAction("service-account.create")
    /// A service account was deleted, with its keys.
    public static let serviceAccountDelete = AuditAction("service-account.delete")
    /// A service account was disabled.
    public static let serviceAccountDisable = AuditAction("service-account.disable")
    /// A disabled service account was let in again.
    public static let serviceAccountEnable = AuditAction("service-account.enable")
    /// A service account got one more key.
    public static let serviceAccountKeyCreate = AuditAction("service-account-key.create")
    /// A key of a service account was deleted.
    public static let serviceAccountKeyDelete = AuditAction("service-account-key.delete")
    /// A key that is to sign tokens was made and published.
    public static let signingKeyCreate = AuditAction("signing-key.create")
    /// The time was set at which the next key begins to sign.
    public static let signingKeySchedule = AuditAction("signing-key.schedule")
    /// A key stopped signing; its tokens stay good until they expire.
    public static let signingKeyRetire = AuditAction("signing-key.retire")
    /// A key was forgotten; its tokens are void.
    public static let signingKeyDelete = AuditAction("signing-key.delete")
    /// The master key was changed.
    public static let masterKeyRotate = AuditAction("master-key.rotate")

    /// Every action, in the order of the list above; `scripts/audit-table.sh --check` sees to it that none is missing.
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
