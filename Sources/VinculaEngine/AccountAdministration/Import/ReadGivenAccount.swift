import Foundation
import VinculaCore
import VinculaCrypto

/// An account of an import whose values can be used, as far as can be told without the database.
struct ReadAccount: Sendable {
    /// Without password, identities and factors.
    var account: Account
    var identities: [(provider: ProviderID, subject: String, email: EmailAddress?, profile: Profile)] = []
    var factors: [SecondFactor] = []
    /// The ids of ``factors`` that the import itself names.
    var namedFactors: Set<SecondFactorID> = []
    var password: Password?
    var passwordUpdatedAt: Timestamp?
    /// True if the import says when the account was created.
    var hasCreationTime = false
    /// The account's `validSince` at the other server, in seconds.
    var formerValidSince: Int64?

    enum Password: Sendable {
        /// A hash of our own kind, as a PHC string.
        case own(String)
        case foreign(ReadHash)
        /// The password itself, to be hashed; empty for one that nobody knows.
        case plain(String)
    }
}

extension GivenAccount {
    /// Reads the values of an account.
    ///
    /// - Parameters:
    ///   - hashes: The parameters of the password hashes; `nil` if the import has none.
    ///   - acceptsAnyHash: `true` as in the emulator, which takes hashes without parameters: nobody knows their passwords.
    ///   - tenant: The tenant that the import is for.
    ///   - now: The time of the import.
    /// - Throws: ``ImportFault``: the first one.
    func read(
        _ hashes: HashParameters?, acceptsAnyHash: Bool, tenant: String, now: Timestamp
    ) throws(ImportFault) -> ReadAccount {
        guard let id, !id.isEmpty else { throw .missingID }
        try naming(.invalidID) { () throws(AuthError) in try AccountEdit.checkID(id) }
        guard self.tenant ?? "" == "" || self.tenant == tenant else { throw .otherTenant }
        var read = ReadAccount(account: .start(AccountID(id), now: now))
        read.password = try password(hashes, acceptsAnyHash: acceptsAnyHash)
        try readProfile(&read.account)
        read.identities = try identities()
        if let phone, !phone.isEmpty {
            guard let number = PhoneNumber(phone) else { throw .invalidPhone }
            read.account.phone = number
        }
        try readTimes(&read, now: now)
        if let email, !email.isEmpty {
            guard let address = EmailAddress(email) else { throw .invalidEmail }
            read.account.email = address
            read.account.emailVerified = emailVerified
        }
        if let initialEmail, !initialEmail.isEmpty {
            guard let address = EmailAddress(initialEmail) else { throw .value("initialEmail is invalid") }
            read.account.initialEmail = address
        }
        read.account.isDisabled = isDisabled
        (read.factors, read.namedFactors) = try factors(for: read.account, now: now)
        return read
    }

    private func password(_ hashes: HashParameters?, acceptsAnyHash: Bool) throws(ImportFault) -> ReadAccount.Password? {
        if let version = passwordVersion, version != 0 { throw .hash("version must be 0") }
        guard let text = passwordHash, !text.isEmpty else {
            guard let password, !password.isEmpty else { return nil }
            return .plain(password)
        }
        guard let hashes else {
            guard acceptsAnyHash else { throw .hash("hashAlgorithm is missing") }
            return .plain(EmulatorHash.password(of: text) ?? "")
        }
        guard text.utf8.count <= 4096, let hash = Data(anyBase64: text) else { throw .hash("it is not base64") }
        guard salt?.utf8.count ?? 0 <= 1024, let salt = Data(anyBase64: salt ?? "") else { throw .hash("salt is not base64") }
        let read = try hashes.read(hash: hash, salt: salt)
        return hashes.ownHash(of: read).map { .own($0) } ?? .foreign(read)
    }

    private func readProfile(_ account: inout Account) throws(ImportFault) {
        if let text = customClaims, !text.isEmpty {
            do throws(AuthError) {
                account.customClaims = try CustomClaims(text)
            } catch {
                switch error {
                case .claimsTooLarge: throw .claimsTooLarge
                case .forbiddenClaim: throw .reservedClaim
                default: throw .invalidClaims
                }
            }
        }
        do throws(AuthError) {
            try AccountEdit.checkProfile(displayName: displayName, photoURL: photoURL)
        } catch {
            if case .invalidProfileAttribute(let text) = error { throw .value(text) }
            throw .value("displayName or photoUrl is invalid")
        }
        account.displayName = displayName.flatMap { $0.isEmpty ? nil : $0 }
        account.photoURL = photoURL.flatMap { $0.isEmpty ? nil : $0 }
    }

    private func readTimes(_ read: inout ReadAccount, now: Timestamp) throws(ImportFault) {
        func milliseconds(_ value: Int64?, _ name: String, unitsPerSecond: Int64 = 1000) throws(ImportFault) -> Timestamp? {
            guard let value else { return nil }
            try naming(.value("\(name) must be between 1970 and 9999")) { () throws(AuthError) in
                try AccountEdit.checkTime(value, named: name, unitsPerSecond: unitsPerSecond)
            }
            return Timestamp(milliseconds: value)
        }
        if let created = try milliseconds(createdAt, "createdAt") {
            (read.account.createdAt, read.hasCreationTime) = (created, true)
        }
        read.account.lastSignInAt = try milliseconds(lastSignInAt, "lastLoginAt")
        read.passwordUpdatedAt = try milliseconds(passwordUpdatedAt, "passwordUpdatedAt")
        if let text = lastRefreshAt, !text.isEmpty {
            guard let time = Timestamp(rfc3339: text) else { throw .value("lastRefreshAt is not a time in RFC 3339") }
            read.account.lastRefreshAt = time
        }
        // Tokens of an earlier account with this id must not be valid, so the time of the import includes any before it.
        if let validSince, validSince > now.seconds { throw .value("validSince is in the future") }
        read.account.validSince = now.seconds
        read.formerValidSince = validSince
        read.account.hasCustomToken = hasCustomToken
        read.account.hasEmailLink = hasEmailLink && read.account.email != nil
    }

    private func identities() throws(ImportFault) -> [(ProviderID, String, EmailAddress?, Profile)] {
        guard links.count <= Self.mostLinks else {
            throw .value("an account may have at most \(Self.mostLinks) entries in providerUserInfo")
        }
        var read: [(ProviderID, String, EmailAddress?, Profile)] = []
        for link in links {
            let provider = ProviderID(link.provider ?? "")
            // These two follow from the account's email and phone.
            if provider == .password || provider == .phone { continue }
            guard let subject = link.subject, !subject.isEmpty, !provider.value.isEmpty else {
                if link.federatedID?.isEmpty ?? true { throw .incompleteIdentity }
                throw .value("federatedId cannot be read: send providerId and rawId")
            }
            guard (1...256).contains(subject.utf8.count), (subject + provider.value).utf8.allSatisfy({ $0 > 0x20 }) else {
                throw .value("rawId must have 1 to 256 bytes and no spaces or control characters")
            }
            guard !read.contains(where: { $0.0 == provider }) else { throw .severalOfAProvider(provider.value) }
            let profile = Profile(displayName: link.displayName, photoURL: link.photoURL, screenName: link.screenName)
            var address: EmailAddress?
            if let email = link.email, !email.isEmpty {
                guard let known = EmailAddress(email) else { throw .invalidEmail }
                address = known
            }
            read.append((provider, subject, address, profile))
        }
        return read
    }

    private func factors(
        for account: Account, now: Timestamp
    ) throws(ImportFault) -> ([SecondFactor], Set<SecondFactorID>) {
        guard !factors.isEmpty else { return ([], []) }
        guard account.email != nil else { throw .factorWithoutEmail }
        guard account.emailVerified else { throw .factorWithUnverifiedEmail }
        guard factors.count <= SecondFactor.mostOfAnAccount else {
            throw .value("an account may have at most \(SecondFactor.mostOfAnAccount) second factors")
        }
        var named: Set<SecondFactorID> = []
        var read: [SecondFactor] = []
        for factor in factors {
            guard let phone = factor.phone, !phone.isEmpty else { throw .factorIsNoPhone }
            guard let number = PhoneNumber(phone) else { throw .invalidFactorPhone }
            guard !read.contains(where: { $0.phone == number }) else {
                throw .value("the same phone is enrolled twice as second factor")
            }
            try naming(.value("the name of a second factor is too long or has control characters")) { () throws(AuthError) in
                try SecondFactor.checkName(factor.displayName)
            }
            var id = SecondFactorID(UUID().uuidString.lowercased())
            if let text = factor.id, !text.isEmpty {
                try naming(.value("mfaEnrollmentId must have 1 to 128 printable ASCII characters")) { () throws(AuthError) in
                    try AccountEdit.checkID(text)
                }
                id = SecondFactorID(text)
                guard named.insert(id).inserted else { throw .factorIDTwice }
            }
            var enrolledAt = now
            if let text = factor.enrolledAt, !text.isEmpty {
                guard let time = Timestamp(rfc3339: text) else { throw .value("enrolledAt is not a time in RFC 3339") }
                enrolledAt = time
            }
            let name = factor.displayName.flatMap { $0.isEmpty ? nil : $0 }
            read.append(SecondFactor(id: id, displayName: name, enrolledAt: enrolledAt, means: .phone(number)))
        }
        return (read, named)
    }
}

/// Runs a check whose refusal has another name here.
private func naming(_ fault: ImportFault, _ check: () throws(AuthError) -> Void) throws(ImportFault) {
    do throws(AuthError) { try check() } catch { throw fault }
}
