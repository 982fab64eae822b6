import Foundation
package import VinculaCore

/// A second factor as an administrator lists it: one that the account has, or a phone to be added.
package struct ListedSecondFactor: Hashable, Sendable {
    /// The id of a factor that the account has, or of the phone to be added; `nil` lets the server choose one.
    package var id: String?
    package var displayName: String?
    /// The number of a phone; `nil` leaves a factor's own as it is.
    package var phone: String?
    /// The time of enrolment; `nil` for that of the factor, or for now.
    package var enrolledAt: Timestamp?
    /// True if it is said to be an authenticator app.
    package var isAuthenticator: Bool

    package init(
        id: String? = nil, displayName: String? = nil, phone: String? = nil, enrolledAt: Timestamp? = nil,
        isAuthenticator: Bool = false
    ) {
        self.id = id
        self.displayName = displayName
        self.phone = phone
        self.enrolledAt = enrolledAt
        self.isAuthenticator = isAuthenticator
    }

    var number: PhoneNumber? {
        get throws(AuthError) {
            guard let phone else { return nil }
            guard let number = PhoneNumber(phone) else { throw .invalidFactorPhoneNumber }
            return number
        }
    }

    /// The name, unless it is empty.
    var name: String? { displayName.flatMap { $0.isEmpty ? nil : $0 } }
}

extension Account {
    /// Replaces the second factors by those that an administrator lists. All sessions end if one is added, removed or gets
    /// another number: they were opened without the new one, or on a device that is lost.
    ///
    /// Authenticator apps cannot be added: only their owners have the secrets.
    ///
    /// - Parameters:
    ///   - listed: The factors that the account is to have.
    ///   - now: The current time.
    ///   - isTaken: Tells whether a factor of any account has an id.
    /// - Throws: ``AuthError/secondFactorNotFound``, ``AuthError/missingSecondFactorID``, ``AuthError/invalidFactorPhoneNumber``,
    ///   ``AuthError/secondFactorExists``, ``AuthError/duplicateSecondFactorID``, ``AuthError/secondFactorLimitExceeded``,
    ///   ``AuthError/invalidArgument(_:)``, ``AuthError/unverifiedEmail`` for a new factor of an account whose address is not
    ///   proven.
    mutating func setSecondFactors(
        _ listed: [ListedSecondFactor], now: Timestamp, isTaken: (SecondFactorID) throws -> Bool
    ) throws {
        var factors: [SecondFactor] = []
        var hasNew = false
        for entry in listed {
            try SecondFactor.checkName(entry.displayName)
            if let known = secondFactors.first(where: { $0.id.value == entry.id }) {
                let changed = try known.changed(as: entry)
                hasNew = hasNew || changed.phone != known.phone
                factors.append(changed)
            } else {
                guard let number = try entry.number else {
                    throw entry.id == nil ? AuthError.missingSecondFactorID : .secondFactorNotFound
                }
                // Listed twice, it is still one factor.
                guard !factors.contains(where: { $0.phone == number }) else { continue }
                let new = try SecondFactor(adding: number, as: entry, now: now)
                guard try !isTaken(new.id) else { throw AuthError.duplicateSecondFactorID }
                factors.append(new)
                hasNew = true
            }
        }
        guard Set(factors.map(\.id)).count == factors.count else { throw AuthError.duplicateSecondFactorID }
        let numbers = factors.compactMap(\.phone)
        guard Set(numbers).count == numbers.count else { throw AuthError.secondFactorExists }
        guard factors.count <= SecondFactor.mostOfAnAccount else { throw AuthError.secondFactorLimitExceeded }
        guard !hasNew || email != nil && emailVerified else { throw AuthError.unverifiedEmail }
        let hasLost = secondFactors.contains { old in !factors.contains { $0.id == old.id } }
        // Recovery codes stand in for factors that their owner had.
        let keepsOne = secondFactors.contains { old in factors.contains { $0.id == old.id && $0.phone == old.phone } }
        if !keepsOne { recoveryCodes = nil }
        secondFactors = factors
        if hasNew || hasLost { endAllSessions(now: now) }
    }
}

extension SecondFactor {
    /// The factor with an administrator's changes to its name and number.
    fileprivate func changed(as entry: ListedSecondFactor) throws(AuthError) -> SecondFactor {
        var changed = self
        changed.displayName = entry.name
        if let number = try entry.number {
            guard phone != nil else { throw .invalidArgument("\(id) is an authenticator app, not a phone.") }
            changed.means = .phone(number)
        }
        guard !entry.isAuthenticator || phone == nil else {
            throw .invalidArgument("\(id) is a phone, not an authenticator app.")
        }
        // Admin SDKs return the time that they have read, some of them without its milliseconds.
        if let time = entry.enrolledAt, time.seconds != enrolledAt.seconds {
            throw .invalidArgument("enrolledAt cannot be changed; \(id) has another time.")
        }
        return changed
    }

    /// Creates a phone that an administrator adds.
    fileprivate init(adding number: PhoneNumber, as entry: ListedSecondFactor, now: Timestamp) throws(AuthError) {
        guard !entry.isAuthenticator else {
            throw .invalidArgument("A second factor is either a phone or an authenticator app, which only its owner can add.")
        }
        let chosen = try entry.id.map { text throws(AuthError) in
            guard let id = SecondFactorID(chosen: text) else {
                throw .invalidArgument("mfaEnrollmentId must have 1 to 128 letters, digits and characters of -_.:+/= only.")
            }
            return id
        }
        if let time = entry.enrolledAt, time > now.adding(seconds: 60) {
            throw .invalidArgument("enrolledAt is in the future.")
        }
        self.init(
            id: chosen ?? SecondFactorID(UUID().uuidString.lowercased()), displayName: entry.name,
            enrolledAt: entry.enrolledAt ?? now, means: .phone(number))
    }
}
