import Foundation
import VinculaCore
import VinculaCrypto

extension AccountMail {
    /// Remembers the device of a sign-in, and tells the owner of the account by mail if it was not known, where the project wants
    /// that. Part of the transaction that opens the session.
    ///
    /// It is for sign-ins alone. A person who links, changes a password or is handed over goes on where they are.
    func noteDevice(of session: Session, _ account: Account, _ settings: ProjectSettings, _ work: Work) throws {
        guard settings.sessions.newDeviceNotices, work.origin.actor.kind == .endUser, isSet(settings), let email = account.email
        else { return }
        let device = device(of: session)
        let known = try work.reads.knownDevices(of: account.id, in: work.scope)
        let decision = DeviceNotice.decide(
            device, known: known, isOpenElsewhere: try isOpen(elsewhere: session, of: account, settings, work),
            accountSince: account.createdAt, now: work.now)
        switch decision {
        case .nothing: return
        case .leaveUnknown: try work.note(device, seenAt: KnownDevice.never, toldAt: nil, of: account)
        case .note: try work.note(device, toldAt: nil, of: account)
        case .tell:
            // Nobody can be told at an address that nobody has proven; the device is no less new once it is.
            guard account.emailVerified else { return }
            try work.note(device, toldAt: work.now, of: account)
            try tell(email, of: session, device, account, settings, work)
        }
    }

    /// The fingerprint of an account and a device.
    private func device(of session: Session) -> Data {
        let place = [session.place.network ?? "", session.place.device ?? ""]
        let parts =
            [session.scope.project, session.scope.tenant, session.account.value]
            + (session.key.map { ["key", $0.bytes.base64URL] } ?? place)
        return Data(sealer.fingerprint(Data(parts.joined(separator: "\u{0}").utf8), purpose: "known device").prefix(16))
    }

    /// Indicates whether another session of the account is open at the device: the project may have begun to ask for mails since.
    private func isOpen(
        elsewhere session: Session, of account: Account, _ settings: ProjectSettings, _ work: Work
    ) throws -> Bool {
        let life = settings.sessions.limits.life(within: work.serverLife)
        let device = device(of: session)
        return try work.reads.openSessions(of: account.id, limit: OwnSession.mostOfAList, in: work.scope).contains {
            $0.id != session.id && life.isOpen($0, of: account, now: work.now) && self.device(of: $0) == device
        }
    }

    private func tell(
        _ email: EmailAddress, of session: Session, _ device: Data, _ account: Account, _ settings: ProjectSettings,
        _ work: Work
    ) throws {
        var target = ActionCode.Target()
        target.language = work.language
        target.device = device
        try keepSettled(of: account, in: &target, settings: settings, work)
        // Whoever signed in can do so again with the same identity. Its owner links it again, if mail leads back.
        if settings.passwordEnabled { target.identitiesBefore?.removeAll { $0.provider == session.signInProvider } }
        var order = MailOrder(.newDeviceSignIn, project: work.scope.project, to: email)
        order.email = email
        try queueActionCode(.revertSignIn, in: order, of: account, target, settings: settings, work)
        work.record(.sessionNewDevice, account: account.id)
    }
}

extension Work {
    fileprivate func note(_ device: Data, seenAt: Timestamp? = nil, toldAt: Timestamp?, of account: Account) throws {
        try transaction.note(
            KnownDevice(device: device, seenAt: seenAt ?? now, toldAt: toldAt), of: account.id,
            most: DeviceNotice.mostOfAnAccount, expiresAt: now.adding(seconds: DeviceNotice.knownForSeconds), in: scope)
    }
}
