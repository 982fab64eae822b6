import Foundation
import VinculaCore

/// A column of `accounts` that stores part of an account's state.
struct AccountColumn: Sendable {
    let name: String
    let value: @Sendable (Account) -> SQLValue

    private init(_ name: String, _ value: @escaping @Sendable (Account) -> (any SQLArgument)?) {
        self.name = name
        self.value = { account in value(account)?.sqlValue ?? .null }
    }

    /// All columns, in the order in which ``AccountRow`` reads them.
    static let all = [
        AccountColumn("created_at") { $0.createdAt.milliseconds },
        AccountColumn("email") { $0.email?.value },
        AccountColumn("email_verified") { $0.emailVerified },
        AccountColumn("display_name") { $0.displayName },
        AccountColumn("photo_url") { $0.photoURL },
        AccountColumn("password_hash") { $0.password?.hash },
        AccountColumn("password_scheme") { $0.password?.imported?.scheme.value },
        AccountColumn("password_salt") { $0.password?.imported?.salt },
        AccountColumn("password_is_bare") { $0.password?.isBare ?? false },
        AccountColumn("password_updated_at") { $0.password?.updatedAt.milliseconds },
        AccountColumn("is_disabled") { $0.isDisabled },
        AccountColumn("custom_claims") { $0.customClaims?.text },
        AccountColumn("valid_since") { $0.validSince },
        AccountColumn("generation") { $0.generation },
        AccountColumn("initial_email") { $0.initialEmail?.value },
        AccountColumn("last_sign_in_at") { $0.lastSignInAt?.milliseconds },
        AccountColumn("last_refresh_at") { $0.lastRefreshAt?.milliseconds },
        AccountColumn("has_email_link") { $0.hasEmailLink },
        AccountColumn("has_custom_token") { $0.hasCustomToken },
    ]
}

/// A row of `accounts`, and the part of the account that it stores.
struct AccountRow {
    /// The columns to select from `accounts AS a`.
    static let columns =
        (["id", "uid"] + AccountColumn.all.map(\.name)).map { "a." + $0 }.joined(separator: ", ")
        + ", EXISTS (SELECT 1 FROM second_factors AS f WHERE f.account = a.id)"
        + ", EXISTS (SELECT 1 FROM deletions AS d WHERE d.project = a.project AND d.tenant IN ('', a.tenant))"

    let rowID: Int64
    /// Indicates whether there are second factors to read; few accounts have any.
    let hasSecondFactors: Bool
    /// Indicates whether its project or tenant was deleted, so that the account does not exist for anybody.
    let isBeingDeleted: Bool
    var account: Account

    init(_ row: inout RowReader) throws {
        rowID = try row.next()
        account = Account(id: AccountID(try row.next()), createdAt: try row.timestamp())
        account.email = try row.optionalEmail()
        account.emailVerified = try row.next()
        account.displayName = try row.next()
        account.photoURL = try row.next()
        if let hash = try row.next(String?.self) {
            let (scheme, salt) = (try row.next(String?.self), try row.next(Data?.self))
            row.skip()
            let imported = scheme.map { ImportedHash(scheme: PasswordSchemeID($0), salt: salt ?? Data()) }
            account.password = PasswordRecord(hash: hash, imported: imported, updatedAt: try row.timestamp())
        } else {
            row.skip(4)
        }
        account.isDisabled = try row.next()
        account.customClaims = try row.next(String?.self).map(CustomClaims.init(stored:))
        account.validSince = try row.next()
        account.generation = try row.next()
        account.initialEmail = try row.optionalEmail()
        account.lastSignInAt = try row.optionalTimestamp()
        account.lastRefreshAt = try row.optionalTimestamp()
        account.hasEmailLink = try row.next()
        account.hasCustomToken = try row.next()
        hasSecondFactors = try row.next()
        isBeingDeleted = try row.next()
    }
}

/// A row of `identities`.
struct IdentityRow {
    private static let names = [
        "account", "provider", "issuer", "subject", "email", "display_name", "photo_url", "screen_name", "added_at",
        "added_by_auth_time", "added_announced", "added_by_root",
    ]

    static let columns = names.joined(separator: ", ")

    /// The columns, of a table with another name.
    static func columns(of table: String) -> String { names.map { "\(table).\($0)" }.joined(separator: ", ") }

    let accountRowID: Int64
    let identity: Identity

    init(_ row: inout RowReader) throws { try self.init(ofAccount: try row.next(), &row) }

    /// Reads the row of an outer join; `nil` if the account has no identity.
    static func ifPresent(_ row: inout RowReader) throws -> IdentityRow? {
        guard let account = try row.next(Int64?.self) else {
            row.skip(names.count - 1)
            return nil
        }
        return try IdentityRow(ofAccount: account, &row)
    }

    private init(ofAccount account: Int64, _ row: inout RowReader) throws {
        accountRowID = account
        let key = IdentityKey(provider: ProviderID(try row.next()), issuer: try row.next(), subject: try row.next())
        guard key.provider != .phone || key.phone != nil else { throw StoreError.corruptRow(table: "identities") }
        identity = Identity(
            key: key,
            email: try row.optionalEmail(),
            profile: Profile(displayName: try row.next(), photoURL: try row.next(), screenName: try row.next()),
            addition: try Self.addition(&row)
        )
    }

    private static func addition(_ row: inout RowReader) throws -> Identity.Addition? {
        let addedAt = try row.optionalTimestamp()
        let addedByAuthTime = try row.optionalTimestamp()
        guard let at = addedAt, let authTime = addedByAuthTime else {
            row.skip(2)
            return nil
        }
        return Identity.Addition(at: at, authTime: authTime, isAnnounced: try row.next(), root: try row.next())
    }
}
