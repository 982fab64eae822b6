/// A recorded action, as `thing.verb`.
///
/// The table in Documentation/Operations.md is generated from the comments here, by `scripts/audit-table.sh`.
package struct AuditAction: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ rawValue: String) { self.rawValue = rawValue }

    package var description: String { rawValue }

    /// An administrator created an account.
    package static let accountCreate = AuditAction("account.create")
    /// An administrator changed the profile of an account.
    package static let accountUpdate = AuditAction("account.update")
    /// An administrator imported accounts; how many were taken, replaced and refused is recorded, and the ids of those that were taken.
    package static let accountImport = AuditAction("account.import")
    /// An operator exported all accounts of a project or tenant; their number, and whether password hashes are among them, is recorded before the first one is written.
    package static let accountExport = AuditAction("account.export")
    /// An account was deleted, by its owner, an administrator or the server.
    package static let accountDelete = AuditAction("account.delete")
    /// All accounts of a project were deleted, by the emulator's control path.
    package static let accountDeleteAll = AuditAction("account.delete-all")
    /// An account was disabled.
    package static let accountDisable = AuditAction("account.disable")
    /// A disabled account was enabled again.
    package static let accountEnable = AuditAction("account.enable")
    /// The proven owner of the email arrived, and everything unproven was removed from the account.
    package static let accountPurge = AuditAction("account.purge")
    /// A provider gave an address to somebody else, whose identity replaced the old one.
    package static let accountRecycle = AuditAction("account.recycle")
    /// An owner undid a change of their account with a mailed code, with all that a recovery removes.
    package static let accountRecover = AuditAction("account.recover")
    /// An account got its first password.
    package static let passwordSet = AuditAction("password.set")
    /// A password was changed.
    package static let passwordChange = AuditAction("password.change")
    /// The password of an account was removed.
    package static let passwordRemove = AuditAction("password.remove")
    /// The email of an account was changed.
    package static let emailChange = AuditAction("email.change")
    /// An email was proven.
    package static let emailVerify = AuditAction("email.verify")
    /// An email no longer counts as proven.
    package static let emailUnverify = AuditAction("email.unverify")
    /// Somebody reported that an account with their address is not theirs.
    package static let emailDisown = AuditAction("email.disown")
    /// Sign-in by email link was added to an account.
    package static let emailLinkAdd = AuditAction("email-link.add")
    /// Sign-in by email link was removed from an account.
    package static let emailLinkRemove = AuditAction("email-link.remove")
    /// An administrator requested a link in order to mail it themselves.
    package static let actionLinkCreate = AuditAction("action-link.create")
    /// An operator had a link for a new password mailed from the console.
    package static let actionLinkSend = AuditAction("action-link.send")
    /// The phone number of an account was changed.
    package static let phoneChange = AuditAction("phone.change")
    /// An identity of a provider was linked to an account.
    package static let identityLink = AuditAction("identity.link")
    /// An identity of a provider was removed from an account.
    package static let identityUnlink = AuditAction("identity.unlink")
    /// A second factor was added.
    package static let secondFactorEnroll = AuditAction("second-factor.enroll")
    /// A second factor was removed.
    package static let secondFactorRemove = AuditAction("second-factor.remove")
    /// Too many wrong codes for a second factor; further attempts must wait.
    package static let secondFactorGuessing = AuditAction("second-factor.guessing")
    /// A set of recovery codes was made; it replaced the one before.
    package static let recoveryCodesCreate = AuditAction("recovery-codes.create")
    /// The recovery codes of an account ended.
    package static let recoveryCodesRemove = AuditAction("recovery-codes.remove")
    /// A recovery code completed a sign-in in place of a second factor; how many are left is recorded.
    package static let recoveryCodesUse = AuditAction("recovery-codes.use")
    /// Custom claims were changed; both values are recorded.
    package static let claimsChange = AuditAction("claims.change")
    /// All sessions of an account ended.
    package static let sessionsRevoke = AuditAction("sessions.revoke")
    /// A refresh token was presented more than an hour after it was exchanged, as a copy would be; its session ended.
    package static let sessionReuse = AuditAction("session.reuse")
    /// A token of a session that is bound to a key was presented without a proof of that key, as a copy would be, and refused;
    /// recorded once an hour for each session, which stays open.
    package static let sessionKeyRefuse = AuditAction("session.key_refused")
    /// A person, or an administrator, ended some of an account's sessions; how many is recorded.
    package static let sessionEnd = AuditAction("session.end")
    /// A sign-in ended older sessions of its account, because there may be no more of them at a time; how many is recorded.
    package static let sessionLimit = AuditAction("session.limit")
    /// An account was signed in to from a device that it had not seen, and its owner was told by mail.
    package static let sessionNewDevice = AuditAction("session.new-device")
    /// A signed-in person was handed over to a web app; its host is recorded.
    package static let sessionHandOver = AuditAction("session.hand-over")
    /// A pending credential was linked to the account that it had collided with.
    package static let pendingCredentialRedeem = AuditAction("pending-credential.redeem")
    /// The answer of a provider's page, or its one-time code, was presented from another browser or with another session id
    /// than the sign-in began with, and refused; recorded once for each sign-in.
    package static let signInPageMismatch = AuditAction("sign-in-page.mismatch")
    /// The settings of a project were changed.
    package static let configUpdate = AuditAction("config.update")
    /// A provider was configured for a project.
    package static let providerCreate = AuditAction("provider.create")
    /// A provider's configuration was changed.
    package static let providerUpdate = AuditAction("provider.update")
    /// A provider's configuration was deleted.
    package static let providerDelete = AuditAction("provider.delete")
    /// A tenant was created.
    package static let tenantCreate = AuditAction("tenant.create")
    /// The settings of a tenant were changed.
    package static let tenantUpdate = AuditAction("tenant.update")
    /// A tenant was deleted, with everything in it; how many accounts it had is recorded, unless they were more than 10,000.
    package static let tenantDelete = AuditAction("tenant.delete")
    /// The data of a deleted tenant is gone; how many accounts were deleted is recorded. If the project is deleted before that,
    /// only `project.erase` follows.
    package static let tenantErase = AuditAction("tenant.erase")
    /// An API key was created.
    package static let apiKeyCreate = AuditAction("api-key.create")
    /// An API key's label or restrictions were changed.
    package static let apiKeyUpdate = AuditAction("api-key.update")
    /// An API key was deleted.
    package static let apiKeyDelete = AuditAction("api-key.delete")
    /// A service account was created.
    package static let serviceAccountCreate = AuditAction("service-account.create")
    /// A service account was deleted, with its keys.
    package static let serviceAccountDelete = AuditAction("service-account.delete")
    /// A service account was disabled.
    package static let serviceAccountDisable = AuditAction("service-account.disable")
    /// A disabled service account was enabled again.
    package static let serviceAccountEnable = AuditAction("service-account.enable")
    /// A key was added to a service account.
    package static let serviceAccountKeyCreate = AuditAction("service-account-key.create")
    /// A key of a service account was deleted.
    package static let serviceAccountKeyDelete = AuditAction("service-account-key.delete")
    /// A project began to accept the custom tokens of a foreign key; its service account and id are recorded.
    package static let customTokenKeyAdd = AuditAction("custom-token-key.add")
    /// A foreign key of custom tokens was disabled.
    package static let customTokenKeyDisable = AuditAction("custom-token-key.disable")
    /// A disabled foreign key of custom tokens was enabled again.
    package static let customTokenKeyEnable = AuditAction("custom-token-key.enable")
    /// A foreign key of custom tokens was deleted.
    package static let customTokenKeyDelete = AuditAction("custom-token-key.delete")
    /// A webhook was created.
    package static let webhookCreate = AuditAction("webhook.create")
    /// A webhook was deleted.
    package static let webhookDelete = AuditAction("webhook.delete")
    /// A project's blocking function refused a request, or gave no usable answer; its trigger and the reason are recorded.
    package static let blockingFunctionRefuse = AuditAction("blocking-function.refuse")
    /// A refresh token of the server that the project left was exchanged for a session; the provider of the sign-in is
    /// recorded.
    package static let sessionMigrate = AuditAction("session.migrate")
    /// An account, or its password, came from the server that the project left when its owner signed in.
    package static let accountMigrate = AuditAction("account.migrate")
    /// Somebody was invited to be an operator; the role and the projects are recorded.
    package static let operatorInvite = AuditAction("operator.invite")
    /// An invitation of an operator was taken back.
    package static let operatorUninvite = AuditAction("operator.uninvite")
    /// Somebody who was invited became an operator.
    package static let operatorJoin = AuditAction("operator.join")
    /// The role or the projects of an operator were changed; both states are recorded.
    package static let operatorChange = AuditAction("operator.change")
    /// An operator was removed.
    package static let operatorRemove = AuditAction("operator.remove")
    /// An operator tested the connection to a provider.
    package static let providerTest = AuditAction("provider.test")
    /// An operator sent a test email to themselves, or a test text message.
    package static let messageTest = AuditAction("message.test")
    /// Somebody who manages operators ended all sessions of one.
    package static let operatorRevoke = AuditAction("operator.revoke")
    /// An operator signed in to the console.
    package static let consoleSignIn = AuditAction("console.sign-in")
    /// A password for an operator's account was wrong: the first of a run, the tenth and the hundredth are recorded, with their number.
    package static let consoleSignInRefuse = AuditAction("console.sign-in-refuse")
    /// An operator signed out of the console.
    package static let consoleSignOut = AuditAction("console.sign-out")
    /// An operator took back a limit that somebody had met; which one is recorded.
    package static let limitLift = AuditAction("limit.lift")
    /// A project was created.
    package static let projectCreate = AuditAction("project.create")
    /// A project was deleted with everything that belonged to it; the number of its accounts is recorded, unless they were more
    /// than 10,000.
    package static let projectDelete = AuditAction("project.delete")
    /// The data of a deleted project is gone; how many accounts were deleted is recorded.
    package static let projectErase = AuditAction("project.erase")
    /// A signing key was created and published.
    package static let signingKeyCreate = AuditAction("signing-key.create")
    /// The time at which the next key begins to sign was set.
    package static let signingKeySchedule = AuditAction("signing-key.schedule")
    /// A key stopped signing; its tokens stay valid until they expire.
    package static let signingKeyRetire = AuditAction("signing-key.retire")
    /// A key was deleted; its tokens are invalid.
    package static let signingKeyDelete = AuditAction("signing-key.delete")
    /// The master key was changed.
    package static let masterKeyRotate = AuditAction("master-key.rotate")
    /// All data was copied here from another database; both kinds of databases, the number of rows and their digest are recorded.
    package static let databaseCopy = AuditAction("database.copy")

    /// ``all``, for looking one up.
    package static let known = Set(all)

    /// Every action, in the order of the list above; `scripts/audit-table.sh --check` makes sure that none is missing.
    package static let all: [AuditAction] = [
        .accountCreate, .accountUpdate, .accountImport, .accountExport, .accountDelete, .accountDeleteAll, .accountDisable,
        .accountEnable, .accountPurge,
        .accountRecycle, .accountRecover, .passwordSet, .passwordChange, .passwordRemove, .emailChange, .emailVerify,
        .emailUnverify, .emailDisown, .emailLinkAdd, .emailLinkRemove, .actionLinkCreate, .actionLinkSend, .phoneChange,
        .identityLink,
        .identityUnlink,
        .secondFactorEnroll, .secondFactorRemove, .secondFactorGuessing, .recoveryCodesCreate, .recoveryCodesRemove,
        .recoveryCodesUse, .claimsChange, .sessionsRevoke, .sessionReuse, .sessionKeyRefuse,
        .sessionEnd, .sessionLimit, .sessionNewDevice, .sessionHandOver,
        .pendingCredentialRedeem, .signInPageMismatch, .configUpdate, .providerCreate,
        .providerUpdate, .providerDelete, .tenantCreate, .tenantUpdate, .tenantDelete, .tenantErase,
        .apiKeyCreate, .apiKeyUpdate,
        .apiKeyDelete, .serviceAccountCreate, .serviceAccountDelete, .serviceAccountDisable, .serviceAccountEnable,
        .serviceAccountKeyCreate, .serviceAccountKeyDelete, .customTokenKeyAdd, .customTokenKeyDisable, .customTokenKeyEnable,
        .customTokenKeyDelete, .webhookCreate, .webhookDelete, .blockingFunctionRefuse, .sessionMigrate, .accountMigrate,
        .operatorInvite, .operatorUninvite, .operatorJoin, .operatorChange, .operatorRemove, .operatorRevoke,
        .providerTest, .messageTest,
        .consoleSignIn, .consoleSignInRefuse, .consoleSignOut, .limitLift,
        .projectCreate, .projectDelete, .projectErase, .signingKeyCreate, .signingKeySchedule, .signingKeyRetire,
        .signingKeyDelete, .masterKeyRotate, .databaseCopy,
    ]
}
