import VinculaCore
import VinculaEngine

extension Transaction {
    static let identityColumns = [
        "account", "project", "tenant", "provider", "issuer", "subject", "email", "display_name", "photo_url", "screen_name",
        "added_at", "added_by_auth_time", "added_announced", "added_by_root",
    ]

    /// The values of ``identityColumns``.
    func values(of identity: Identity, ofRow rowID: Int64, in scope: ProjectScope) -> Database.Arguments {
        [
            rowID, scope.project, scope.tenant, identity.key.provider.value, identity.key.issuer, identity.key.subject,
            identity.email?.value, identity.profile.displayName, identity.profile.photoURL, identity.profile.screenName,
            identity.addition?.at.milliseconds, identity.addition?.authTime.milliseconds,
            identity.addition?.isAnnounced ?? true, identity.addition?.root,
        ]
    }

    private static let identityInsertion = insertion(into: "identities", identityColumns)

    func insert(_ identity: Identity, ofRow rowID: Int64, in scope: ProjectScope) throws {
        do {
            try db.namingConflicts {
                try db.run(Self.identityInsertion, values(of: identity, ofRow: rowID, in: scope))
            }
        } catch is StoreConflict {
            // Both rules may be broken at once, and it is undefined which of them the database reports.
            let holder = try holder(of: identity.key, in: scope)
            guard let holder, holder != rowID else { throw StoreConflict.providerOfAccount }
            throw identity.key.provider == .phone ? StoreConflict.phone : StoreConflict.identity
        }
    }

    /// Leaves unchanged identities alone, so that the oldest identity stays the first.
    func updateIdentities(ofRow rowID: Int64, to new: [Identity], from old: [Identity], in scope: ProjectScope) throws {
        let newKeys = Set(new.map(\.key))
        // Removals come first: the account may have got another identity of the same provider.
        for identity in old where !newKeys.contains(identity.key) { try delete(identity.key, ofRow: rowID) }
        for identity in new {
            guard let before = old.first(where: { $0.key == identity.key }) else {
                try insert(identity, ofRow: rowID, in: scope)
                continue
            }
            if identity != before { try update(identity, ofRow: rowID) }
        }
    }

    private func update(_ identity: Identity, ofRow rowID: Int64) throws {
        try changeRow(
            of: "identities",
            """
            UPDATE identities SET email = ?, display_name = ?, photo_url = ?, screen_name = ?, added_at = ?,
                added_by_auth_time = ?, added_announced = ?, added_by_root = ?
            WHERE account = ? AND provider = ? AND issuer = ? AND subject = ?
            """,
            [
                identity.email?.value, identity.profile.displayName, identity.profile.photoURL, identity.profile.screenName,
                identity.addition?.at.milliseconds, identity.addition?.authTime.milliseconds,
                identity.addition?.isAnnounced ?? true, identity.addition?.root, rowID, identity.key.provider.value,
                identity.key.issuer, identity.key.subject,
            ]
        )
    }

    private func delete(_ key: IdentityKey, ofRow rowID: Int64) throws {
        try changeRow(
            of: "identities", "DELETE FROM identities WHERE account = ? AND provider = ? AND issuer = ? AND subject = ?",
            [rowID, key.provider.value, key.issuer, key.subject]
        )
    }

    func identityCount(provider: ProviderID, issuer: String, in scope: ProjectScope) throws -> Int {
        let sql = "SELECT count(*) FROM identities WHERE project = ? AND tenant = ? AND provider = ? AND issuer = ?"
        return try db.first(sql, [scope.project, scope.tenant, provider.value, issuer]) { try $0.next(Int.self) } ?? 0
    }

    private func holder(of key: IdentityKey, in scope: ProjectScope) throws -> Int64? {
        try db.first(
            """
            SELECT account FROM identities
            WHERE project = ? AND tenant = ? AND provider = ? AND subject = ? AND issuer = ?
            """,
            [scope.project, scope.tenant, key.provider.value, key.subject, key.issuer]
        ) { try $0.next(Int64.self) }
    }
}
