import Foundation
import IdentityToolkit
import VinculaCore

extension UserInfo {
    /// Creates the wire format of an account, for clients and Admin SDKs.
    init(_ account: Account, in scope: ProjectScope) {
        self.init(localId: account.id.value)
        tenantId = scope.tenant.isEmpty ? nil : scope.tenant
        email = account.email?.value
        emailVerified = account.email == nil ? nil : account.emailVerified
        displayName = account.displayName
        photoUrl = account.photoURL
        phoneNumber = account.phone?.value
        let providers = ProviderUserInfo.all(of: account)
        providerUserInfo = providers.isEmpty ? nil : providers
        if let password = account.password {
            passwordHash = RedactedHash.text
            salt = RedactedHash.text
            passwordUpdatedAt = Double(password.updatedAt.milliseconds)
        }
        validSince = account.validSince.map { Int64Text($0) }
        disabled = account.isDisabled ? true : nil
        createdAt = Int64Text(account.createdAt.milliseconds)
        lastLoginAt = account.lastSignInAt.map { Int64Text($0.milliseconds) }
        lastRefreshAt = [account.lastSignInAt, account.lastRefreshAt].compactMap { $0 }.max()?.rfc3339
        customAttributes = account.customClaims?.text
        screenName = account.identities.lazy.compactMap(\.profile.screenName).first
        initialEmail = account.initialEmail?.value
        emailLinkSignin = account.hasEmailLink ? true : nil
        customAuth = account.hasCustomToken ? true : nil
        mfaInfo = MfaEnrollment.all(of: account, isProven: true)
    }
}

/// The placeholder for a password hash: clients check whether a password exists, and only an export needs its hash.
enum RedactedHash {
    /// "REDACTED" in base64, as Google answers callers that may not see hashes.
    static let text = "UkVEQUNURUQ="
}

extension ProviderUserInfo {
    /// Every way into an account: password, federated identities, phone.
    static func all(of account: Account) -> [ProviderUserInfo] {
        var all: [ProviderUserInfo] = []
        if account.hasPasswordProvider, let email = account.email {
            var info = ProviderUserInfo(providerId: ProviderID.password.value)
            info.rawId = email.value
            info.federatedId = email.value
            info.email = email.value
            info.displayName = account.displayName
            info.photoUrl = account.photoURL
            all.append(info)
        }
        all += account.federatedIdentities.map { identity in
            var info = ProviderUserInfo(providerId: identity.key.provider.value)
            info.rawId = identity.key.subject
            info.federatedId = identity.key.subject
            info.email = identity.email?.value
            info.displayName = identity.profile.displayName
            info.photoUrl = identity.profile.photoURL
            info.screenName = identity.profile.screenName
            return info
        }
        if let phone = account.phone {
            var info = ProviderUserInfo(providerId: ProviderID.phone.value)
            info.rawId = phone.value
            info.phoneNumber = phone.value
            all.append(info)
        }
        return all
    }
}

extension Timestamp {
    /// RFC 3339 in UTC, with milliseconds.
    var rfc3339: String {
        // Not Foundation's style, which takes longer than the rest of a lookup's answer.
        let (seconds, fraction) = milliseconds.dividedFlooring(by: 1000)
        let (days, second) = seconds.dividedFlooring(by: 86_400)
        let (year, month, day) = Self.date(days: days)
        return "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))T\(Self.digits(second / 3600, 2)):"
            + "\(Self.digits(second / 60 % 60, 2)):\(Self.digits(second % 60, 2)).\(Self.digits(fraction, 3))Z"
    }

    /// Returns the date in the Gregorian calendar.
    ///
    /// - Parameter days: The days since 1970.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        // Years begin in March here, so that a leap day is the last: 400 of them have 146 097 days.
        let (era, dayOfEra) = (days + 719_468).dividedFlooring(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        return (
            yearOfEra + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9,
            dayOfYear - (153 * month + 2) / 5 + 1
        )
    }

    private static func digits(_ number: Int64, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
    }
}

extension Int64 {
    /// Divides, and rounds towards the past.
    fileprivate func dividedFlooring(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
