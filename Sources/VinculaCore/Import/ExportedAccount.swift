import Foundation

/// An account as an export has it.
package struct ExportedAccount: Sendable {
    package var account = GivenAccount()
    /// The authenticator apps, whose secrets Google does not export.
    package var authenticators = 0
    /// The names of members that have no place in an account here.
    package var withoutPlace: Set<String> = []

    /// Reads a record.
    ///
    /// - Throws: ``ImportFault/value(_:)``.
    package init(_ record: ExportRecord, _ format: ExportFormat) throws(ImportFault) {
        if format == .csv {
            let members = try Self.members(ofCSV: record.bytes)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) { try read(name, value) }
            return
        }
        let parsed: JSONValue
        do {
            parsed = try JSONParser.parse(record.bytes, maximumDepth: 16, maximumValues: 10_000)
        } catch {
            throw .value("the record is not JSON")
        }
        guard case .object(let members) = parsed else { throw .value("the record is not an object") }
        for (name, value) in members where value != .null { try read(name, value) }
    }

    private mutating func read(_ name: String, _ value: JSONValue) throws(ImportFault) {
        switch name {
        case "localId": account.id = try value.text(name)
        case "tenantId": account.tenant = try value.text(name)
        case "email": account.email = try value.text(name)
        case "emailVerified": account.emailVerified = try value.truth(name)
        case "initialEmail": account.initialEmail = try value.text(name)
        case "displayName": account.displayName = try value.text(name)
        case "photoUrl": account.photoURL = try value.text(name)
        case "phoneNumber": account.phone = try value.text(name)
        case "disabled": account.isDisabled = try value.truth(name)
        case "customAuth": account.hasCustomToken = try value.truth(name)
        case "emailLinkSignin": account.hasEmailLink = try value.truth(name)
        case "customAttributes": account.customClaims = try value.text(name)
        case "passwordHash": account.passwordHash = try value.text(name)
        case "salt": account.salt = try value.text(name)
        case "rawPassword": account.password = try value.text(name)
        case "version": account.passwordVersion = try value.whole(name)
        case "passwordUpdatedAt": account.passwordUpdatedAt = try value.whole(name)
        case "createdAt": account.createdAt = try value.whole(name)
        case "lastLoginAt", "lastSignedInAt": account.lastSignInAt = try value.whole(name)
        case "lastRefreshAt": account.lastRefreshAt = try value.text(name)
        case "validSince": account.validSince = try value.whole(name)
        case "providerUserInfo":
            for item in try value.items(name) { account.links.append(try link(item)) }
        case "mfaInfo":
            for item in try value.items(name) { try readFactor(item) }
        // What an import itself adds to the records that it refuses.
        case "importError": break
        default: withoutPlace.insert(name)
        }
    }

    private func link(_ value: JSONValue) throws(ImportFault) -> GivenAccount.Link {
        var link = GivenAccount.Link()
        for (name, value) in try value.members("providerUserInfo") where value != .null {
            switch name {
            case "providerId": link.provider = try value.text(name)
            case "rawId": link.subject = try value.text(name)
            case "federatedId": link.federatedID = try value.text(name)
            case "email": link.email = try value.text(name)
            case "displayName": link.displayName = try value.text(name)
            case "photoUrl": link.photoURL = try value.text(name)
            case "screenName": link.screenName = try value.text(name)
            // The account's own number.
            case "phoneNumber": break
            default: throw .value("providerUserInfo has an unknown member: \(name.prefix(64))")
            }
        }
        return link
    }

    private mutating func readFactor(_ value: JSONValue) throws(ImportFault) {
        var factor = GivenAccount.Factor()
        var isAuthenticator = false
        for (name, value) in try value.members("mfaInfo") where value != .null {
            switch name {
            case "mfaEnrollmentId": factor.id = try value.text(name)
            case "displayName": factor.displayName = try value.text(name)
            // Google's answers may have the number twice, once with asterisks.
            case "phoneInfo": if factor.phone == nil { factor.phone = try value.text(name) }
            case "unobfuscatedPhoneInfo": factor.phone = try value.text(name)
            case "enrolledAt": factor.enrolledAt = try value.text(name)
            case "totpInfo": isAuthenticator = true
            default: throw .value("mfaInfo has an unknown member: \(name.prefix(64))")
            }
        }
        if isAuthenticator { authenticators += 1 } else { account.factors.append(factor) }
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws(ImportFault) -> String {
        guard case .string(let text) = self else { throw .value("\(name) must be a text") }
        return text
    }

    fileprivate func truth(_ name: String) throws(ImportFault) -> Bool {
        guard case .bool(let value) = self else { throw .value("\(name) must be true or false") }
        return value
    }

    /// A whole number, which Google writes as a text.
    fileprivate func whole(_ name: String) throws(ImportFault) -> Int64 {
        if case .string(let text) = self, let value = Int64(text) { return value }
        if case .integer(let value) = self { return value }
        if case .number(let value) = self, let whole = Int64(exactly: value.rounded()) { return whole }
        throw .value("\(name) must be a whole number")
    }

    fileprivate func items(_ name: String) throws(ImportFault) -> [JSONValue] {
        guard case .array(let items) = self else { throw .value("\(name) must be a list") }
        return items
    }

    fileprivate func members(_ name: String) throws(ImportFault) -> [String: JSONValue] {
        guard case .object(let members) = self else { throw .value("\(name) must have objects") }
        return members
    }
}

extension ExportedAccount {
    /// The number of columns that firebase-tools writes; each line also ends with a comma.
    package static let columns = 28
    /// The providers that have columns, in their order.
    package static let columnProviders: [ProviderID] = [.google, .facebook, .twitter, .github]

    /// The members that the columns of a record stand for, as an object of the list `users` has them.
    ///
    /// - Parameter bytes: The record in CSV.
    /// - Throws: ``ImportFault/value(_:)`` if it has other columns.
    package static func members(ofCSV bytes: [UInt8]) throws(ImportFault) -> [String: JSONValue] {
        guard let fields = CSVFields.split(bytes)?.map(CSVFields.text(of:)) else {
            throw .value("the record is not CSV in UTF-8")
        }
        guard fields.count == columns || fields.count == columns + 1 && fields.last == "" else {
            throw .value("the record has \(fields.count) columns, and must have \(columns)")
        }
        func text(_ column: Int) -> JSONValue? { fields[column].isEmpty ? nil : .string(fields[column]) }
        func truth(_ column: Int) -> JSONValue? {
            switch fields[column] {
            case "true": .bool(true)
            case "false": .bool(false)
            default: text(column)
            }
        }
        var members: [String: JSONValue] = [:]
        (members["localId"], members["email"], members["emailVerified"]) = (text(0), text(1), truth(2))
        (members["passwordHash"], members["salt"]) = (text(3), text(4))
        (members["displayName"], members["photoUrl"]) = (text(5), text(6))
        var links: [JSONValue] = []
        for (index, provider) in columnProviders.enumerated() {
            let first = 7 + 4 * index
            guard let subject = text(first) else { continue }
            var link: [String: JSONValue] = ["providerId": .string(provider.value), "rawId": subject]
            (link["email"], link["displayName"], link["photoUrl"]) = (text(first + 1), text(first + 2), text(first + 3))
            links.append(.object(link))
        }
        members["providerUserInfo"] = links.isEmpty ? nil : .array(links)
        (members["createdAt"], members["lastSignedInAt"]) = (text(23), text(24))
        (members["phoneNumber"], members["disabled"], members["customAttributes"]) = (text(25), truth(26), text(27))
        return members
    }
}
