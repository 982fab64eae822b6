/// What was done, as `thing.verb`.
public struct AuditAction: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }

    public var description: String { rawValue }

    public static let accountCreate = AuditAction("account.create")
    public static let accountUpdate = AuditAction("account.update")
    public static let accountDelete = AuditAction("account.delete")
    public static let accountDeleteAll = AuditAction("account.delete-all")
    public static let accountDisable = AuditAction("account.disable")
    public static let accountEnable = AuditAction("account.enable")
    public static let accountPurge = AuditAction("account.purge")
    public static let accountRecycle = AuditAction("account.recycle")
    public static let passwordSet = AuditAction("password.set")
    public static let passwordChange = AuditAction("password.change")
    public static let passwordRemove = AuditAction("password.remove")
    public static let emailChange = AuditAction("email.change")
    public static let emailVerify = AuditAction("email.verify")
    public static let emailUnverify = AuditAction("email.unverify")
    /// Somebody said that an account with their address is not theirs.
    public static let emailDisown = AuditAction("email.disown")
    public static let emailLinkAdd = AuditAction("email-link.add")
    public static let emailLinkRemove = AuditAction("email-link.remove")
    public static let actionLinkCreate = AuditAction("action-link.create")
    public static let phoneChange = AuditAction("phone.change")
    public static let identityLink = AuditAction("identity.link")
    public static let identityUnlink = AuditAction("identity.unlink")
    public static let secondFactorEnroll = AuditAction("second-factor.enroll")
    public static let secondFactorRemove = AuditAction("second-factor.remove")
    /// Wrong codes for a second factor: no more are taken for a while.
    public static let secondFactorGuessing = AuditAction("second-factor.guessing")
    public static let claimsChange = AuditAction("claims.change")
    public static let sessionsRevoke = AuditAction("sessions.revoke")
    /// A refresh token came that somebody must have copied: its session is over.
    public static let sessionReuse = AuditAction("session.reuse")
    public static let pendingCredentialRedeem = AuditAction("pending-credential.redeem")
    public static let configUpdate = AuditAction("config.update")
    public static let providerCreate = AuditAction("provider.create")
    public static let providerUpdate = AuditAction("provider.update")
    public static let providerDelete = AuditAction("provider.delete")
    public static let apiKeyCreate = AuditAction("api-key.create")
    public static let apiKeyDelete = AuditAction("api-key.delete")
    public static let serviceAccountCreate = AuditAction("service-account.create")
    public static let serviceAccountDelete = AuditAction("service-account.delete")
    public static let serviceAccountDisable = AuditAction("service-account.disable")
    public static let serviceAccountEnable = AuditAction("service-account.enable")
    public static let serviceAccountKeyCreate = AuditAction("service-account-key.create")
    public static let serviceAccountKeyDelete = AuditAction("service-account-key.delete")
    public static let signingKeyCreate = AuditAction("signing-key.create")
    public static let signingKeySchedule = AuditAction("signing-key.schedule")
    public static let signingKeyRetire = AuditAction("signing-key.retire")
    public static let signingKeyDelete = AuditAction("signing-key.delete")
    public static let masterKeyRotate = AuditAction("master-key.rotate")
}
