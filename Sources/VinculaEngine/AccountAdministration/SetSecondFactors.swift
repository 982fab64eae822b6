import Foundation
package import VinculaCore

/// A second factor as an administrator lists it: one that the account has, or a phone to be added.
package struct ListedSecondFactor: Hashable, Sendable {
    /// The factor that the account has; `nil` for a new one.
    package var id: SecondFactorID?
    package var displayName: String?
    /// The number of a phone; `nil` leaves a factor's own as it is.
    package var phone: String?

    package init(id: SecondFactorID? = nil, displayName: String? = nil, phone: String? = nil) {
        self.id = id
        self.displayName = displayName
        self.phone = phone
    }
}

extension Account {
    /// Replaces the second factors by those that an administrator lists. A new one ends all sessions: they were opened without
    /// it.
    ///
    /// Authenticator apps cannot be added: only their owners have the secrets.
    ///
    /// - Throws: ``AuthError/secondFactorNotFound``, ``AuthError/missingSecondFactorID``, ``AuthError/invalidFactorPhoneNumber``,
    ///   ``AuthError/secondFactorExists``, ``AuthError/secondFactorLimitExceeded``, ``AuthError/unverifiedEmail`` for a new
    ///   factor of an account whose address is not proven.
    mutating func setSecondFactors(_ listed: [ListedSecondFactor], now: Timestamp) throws(AuthError) {
        var factors: [SecondFactor] = []
        var hasNew = false
        for entry in listed {
            try SecondFactor.checkName(entry.displayName)
            let name = entry.displayName.flatMap { $0.isEmpty ? nil : $0 }
            let number = try entry.phone.map { text throws(AuthError) in
                guard let number = PhoneNumber(text) else { throw .invalidFactorPhoneNumber }
                return number
            }
            if let id = entry.id {
                guard var factor = secondFactors.first(where: { $0.id == id }) else { throw .secondFactorNotFound }
                factor.displayName = name
                if let number, number != factor.phone {
                    guard factor.phone != nil else { throw .invalidArgument("\(id) is an authenticator app, not a phone.") }
                    factor.means = .phone(number)
                    hasNew = true
                }
                factors.append(factor)
            } else {
                guard let number else { throw .missingSecondFactorID }
                // Listed twice, it is still one factor.
                guard !factors.contains(where: { $0.phone == number }) else { continue }
                let id = SecondFactorID(UUID().uuidString.lowercased())
                factors.append(SecondFactor(id: id, displayName: name, enrolledAt: now, means: .phone(number)))
                hasNew = true
            }
        }
        let numbers = factors.compactMap(\.phone)
        guard Set(numbers).count == numbers.count, Set(factors.map(\.id)).count == factors.count else {
            throw .secondFactorExists
        }
        guard factors.count <= SecondFactor.mostOfAnAccount else { throw .secondFactorLimitExceeded }
        guard !hasNew || email != nil && emailVerified else { throw .unverifiedEmail }
        // A phone whose number changes is another factor to those who hold its sessions and codes.
        secondFactors = factors
        if hasNew { endAllSessions(now: now) }
    }
}
