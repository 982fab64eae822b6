import GRDB
import VinculaCore

/// A column of `accounts` that stores part of an account's state.
struct AccountColumn: Sendable {
    let name: String
    let value: @Sendable (Account) -> DatabaseValue

    private init(_ name: String, _ value: @escaping @Sendable (Account) -> (any DatabaseValueConvertible)?) {
        self.name = name
        self.value = { account in value(account)?.databaseValue ?? .null }
    }

    /// All columns, in the order in which ``AccountRow`` reads them.
    static let all = [
        AccountColumn("email") { $0.email?.value },
        AccountColumn("email_verified") { $0.emailVerified },
        AccountColumn("display_name") { $0.displayName },
        AccountColumn("photo_url") { $0.photoURL },
        AccountColumn("phone") { $0.phone?.value },
        AccountColumn("password_hash") { $0.password?.hash },
        AccountColumn("password_updated_at") { $0.password?.updatedAt.milliseconds },
        AccountColumn("is_disabled") { $0.isDisabled },
        AccountColumn("custom_claims") { $0.customClaims?.text },
        AccountColumn("valid_since") { $0.validSince },
        AccountColumn("generation") { $0.generation },
        AccountColumn("initial_email") { $0.initialEmail?.value },
        AccountColumn("created_at") { $0.createdAt.milliseconds },
        AccountColumn("last_sign_in_at") { $0.lastSignInAt?.milliseconds },
        AccountColumn("last_refresh_at") { $0.lastRefreshAt?.milliseconds },
        AccountColumn("has_email_link") { $0.hasEmailLink },
    ]
}

/// A row of `accounts`, and the part of the account that it stores.
struct AccountRow {
    /// The columns to select from `accounts AS a`.
    static let columns =
        (["id", "uid"] + AccountColumn.all.map(\.name)).map { "a." + $0 }.joined(separator: ", ")
        + ", EXISTS (SELECT 1 FROM second_factors AS f WHERE f.account = a.id)"

    let rowID: Int64
    /// Indicates whether there are second factors to read; few accounts have any.
    let hasSecondFactors: Bool
    var account: Account

    init(_ row: Row) throws {
        rowID = try row.decode(atIndex: 0)
        hasSecondFactors = try row.decode(atIndex: 18)
        account = Account(id: AccountID(try row.decode(atIndex: 1)), createdAt: try row.timestamp(14))
        account.email = try row.email(2)
        account.emailVerified = try row.decode(atIndex: 3)
        account.displayName = try row.decode(atIndex: 4)
        account.photoURL = try row.decode(atIndex: 5)
        account.phone = try row.decode(String?.self, atIndex: 6).map(Self.phone)
        if let hash = try row.decode(String?.self, atIndex: 7) {
            account.password = PasswordRecord(hash: hash, updatedAt: try row.timestamp(8))
        }
        account.isDisabled = try row.decode(atIndex: 9)
        account.customClaims = try row.decode(String?.self, atIndex: 10).map(CustomClaims.init(stored:))
        account.validSince = try row.decode(atIndex: 11)
        account.generation = try row.decode(atIndex: 12)
        account.initialEmail = try row.email(13)
        account.lastSignInAt = try row.optionalTimestamp(15)
        account.lastRefreshAt = try row.optionalTimestamp(16)
        account.hasEmailLink = try row.decode(atIndex: 17)
    }

    private static func phone(_ text: String) throws -> PhoneNumber {
        guard let phone = PhoneNumber(text) else { throw StoreError.corruptRow(table: "accounts") }
        return phone
    }
}

/// A row of `identities`.
struct IdentityRow {
    static let columns =
        "account, provider, issuer, subject, email, display_name, photo_url, screen_name, added_at, added_by_auth_time, added_announced"

    let accountRowID: Int64
    let identity: Identity

    init(_ row: Row) throws {
        accountRowID = try row.decode(atIndex: 0)
        var addition: Identity.Addition?
        if let at = try row.optionalTimestamp(8), let authTime = try row.optionalTimestamp(9) {
            addition = Identity.Addition(at: at, authTime: authTime, isAnnounced: try row.decode(atIndex: 10))
        }
        identity = Identity(
            key: IdentityKey(
                provider: ProviderID(try row.decode(atIndex: 1)),
                issuer: try row.decode(atIndex: 2),
                subject: try row.decode(atIndex: 3)
            ),
            email: try row.email(4),
            profile: Profile(
                displayName: try row.decode(atIndex: 5),
                photoURL: try row.decode(atIndex: 6),
                screenName: try row.decode(atIndex: 7)
            ),
            addition: addition
        )
    }
}

extension Row {
    func timestamp(_ index: Int) throws -> Timestamp { Timestamp(milliseconds: try decode(atIndex: index)) }

    func optionalTimestamp(_ index: Int) throws -> Timestamp? {
        try decode(Int64?.self, atIndex: index).map(Timestamp.init(milliseconds:))
    }

    fileprivate func email(_ index: Int) throws -> EmailAddress? {
        try decode(String?.self, atIndex: index).map(EmailAddress.init(canonical:))
    }
}
