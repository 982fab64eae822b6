package import Foundation

/// Accounts as firebase-tools writes and reads them, and as ``ExportedAccount`` reads them.
package struct AccountExport: Sendable {
    /// True if everything is written that an import of ours can use. firebase-tools refuses such a file.
    package let isComplete: Bool

    package init(isComplete: Bool) { self.isComplete = isComplete }

    /// An account as an object of the list `users`.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - hash: The hash and salt of its password.
    package func json(_ account: Account, hash: (tag: Data, salt: Data)?) -> String {
        var members: [String: JSONValue] = ["localId": .string(account.id.value)]
        if let email = account.email {
            members["email"] = .string(email.value)
            members["emailVerified"] = .bool(account.emailVerified)
        }
        members["passwordHash"] = hash.map { .string($0.tag.base64EncodedString()) }
        members["salt"] = hash.map { .string($0.salt.base64EncodedString()) }
        members["displayName"] = account.displayName.map { .string($0) }
        members["photoUrl"] = account.photoURL.map { .string($0) }
        members["createdAt"] = .string(String(account.createdAt.milliseconds))
        members["lastSignedInAt"] = account.lastSignInAt.map { .string(String($0.milliseconds)) }
        members["phoneNumber"] = account.phone.map { .string($0.value) }
        members["disabled"] = account.isDisabled ? .bool(true) : nil
        members["customAttributes"] = account.customClaims.map { .string($0.text) }
        let identities = account.federatedIdentities.filter { isComplete || Self.isKnown($0) }
        members["providerUserInfo"] = identities.isEmpty ? nil : .array(identities.map(link))
        if isComplete { addRest(of: account, to: &members) }
        return JSONValue.object(members).text
    }

    /// The number of an account's ways in and factors that this form has no place for.
    package func omissions(of account: Account) -> Int {
        guard !isComplete else { return 0 }
        return account.federatedIdentities.count { !Self.isKnown($0) } + account.secondFactors.count
    }

    /// An account as a line of CSV, with firebase-tools' columns.
    ///
    /// A text that a spreadsheet would take for a formula gets an apostrophe, which ``ExportedAccount`` takes off again and
    /// firebase-tools does not. So what cannot be a formula that does anything stays as it is: phone numbers, base64, and ids of
    /// letters, digits, `-` and `_`.
    package static func csv(_ account: Account, hash: (tag: Data, salt: Data)?) -> String {
        var fields = Array(repeating: "", count: ExportedAccount.columns)
        let isPlainID = account.id.value.utf8.allSatisfy { $0.isWordByte }
        fields[0] = isPlainID ? account.id.value : CSVFields.withoutFormula(account.id.value)
        fields[1] = CSVFields.withoutFormula(account.email?.value ?? "")
        fields[2] = account.emailVerified ? "true" : "false"
        fields[3] = hash?.tag.base64EncodedString() ?? ""
        fields[4] = hash?.salt.base64EncodedString() ?? ""
        fields[5] = CSVFields.withoutFormula(account.displayName ?? "")
        fields[6] = CSVFields.withoutFormula(account.photoURL ?? "")
        for (index, provider) in ExportedAccount.columnProviders.enumerated() {
            guard let identity = account.identity(of: provider) else { continue }
            let first = 7 + 4 * index
            let profile = identity.profile
            let cells = [identity.key.subject, identity.email?.value ?? "", profile.displayName ?? "", profile.photoURL ?? ""]
            fields.replaceSubrange(first..<first + cells.count, with: cells.map(CSVFields.withoutFormula))
        }
        fields[23] = String(account.createdAt.milliseconds)
        fields[24] = account.lastSignInAt.map { String($0.milliseconds) } ?? ""
        fields[25] = account.phone?.value ?? ""
        fields[26] = account.isDisabled ? "true" : "false"
        fields[27] = account.customClaims?.text ?? ""
        return fields.map(CSVFields.field).joined(separator: ",") + ","
    }

    private static func isKnown(_ identity: Identity) -> Bool { ExportedAccount.columnProviders.contains(identity.key.provider) }

    private func link(_ identity: Identity) -> JSONValue {
        var members: [String: JSONValue] = [
            "providerId": .string(identity.key.provider.value), "rawId": .string(identity.key.subject),
        ]
        members["email"] = identity.email.map { .string($0.value) }
        members["displayName"] = identity.profile.displayName.map { .string($0) }
        members["photoUrl"] = identity.profile.photoURL.map { .string($0) }
        if isComplete { members["screenName"] = identity.profile.screenName.map { .string($0) } }
        return .object(members)
    }

    private func addRest(of account: Account, to members: inout [String: JSONValue]) {
        members["initialEmail"] = account.initialEmail.map { .string($0.value) }
        members["emailLinkSignin"] = account.hasEmailLink ? .bool(true) : nil
        members["customAuth"] = account.hasCustomToken ? .bool(true) : nil
        members["passwordUpdatedAt"] = account.password.map { .integer($0.updatedAt.milliseconds) }
        members["lastRefreshAt"] = account.lastRefreshAt.map { .string($0.rfc3339) }
        let factors = account.secondFactors.map { factor in
            var members: [String: JSONValue] = [
                "mfaEnrollmentId": .string(factor.id.value), "enrolledAt": .string(factor.enrolledAt.rfc3339),
            ]
            members["displayName"] = factor.displayName.map { .string($0) }
            members["phoneInfo"] = factor.phone.map { .string($0.value) }
            // The secret stays here; the import says that it is missing.
            members["totpInfo"] = factor.phone == nil ? .object([:]) : nil
            return JSONValue.object(members)
        }
        members["mfaInfo"] = factors.isEmpty ? nil : .array(factors)
    }
}

extension Timestamp {
    fileprivate var rfc3339: String {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            .formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}

extension UInt8 {
    /// True for an ASCII letter or digit, `-` and `_`.
    fileprivate var isWordByte: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
