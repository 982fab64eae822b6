import VinculaCore
import VinculaEngine

extension Transaction {
    func accounts(emailPrefix prefix: String, after: String?, limit: Int, in scope: ProjectScope) throws -> [Account] {
        // Both databases compare texts byte by byte, so every text with the prefix is below this one.
        let end = prefix + "\u{10FFFF}"
        return try accounts(
            "WHERE a.project = ? AND a.tenant = ? AND a.email \(after == nil ? ">=" : ">") ? AND a.email < ? ORDER BY a.email LIMIT ?",
            [scope.project, scope.tenant, after ?? prefix, end, max(0, limit)])
    }

    func accounts(
        namePrefix prefix: String, after: (key: String, id: AccountID)?, limit: Int, in scope: ProjectScope
    ) throws -> [Account] {
        // As in the index, to the letter.
        let key = "lower(substr(a.display_name, 1, \(NameKey.longest)))"
        let rest = after == nil ? "" : "AND (\(key), a.uid) > (?, ?)"
        let last: Database.Arguments = after.map { [$0.key, $0.id.value] } ?? []
        return try accounts(
            """
            WHERE a.project = ? AND a.tenant = ? AND a.display_name IS NOT NULL AND \(key) >= ? AND \(key) < ? \(rest)
            ORDER BY \(key), a.uid LIMIT ?
            """,
            [scope.project, scope.tenant, after?.key ?? prefix, prefix + "\u{10FFFF}"] + last + [max(0, limit)])
    }

    func accounts(provider: ProviderID, after: IdentityKey?, limit: Int, in scope: ProjectScope) throws -> [Account] {
        let rest = after == nil ? "" : "AND (i.subject, i.issuer) > (?, ?)"
        let last: Database.Arguments = after.map { [$0.subject, $0.issuer] } ?? []
        return try accounts(
            """
            JOIN identities AS i ON i.account = a.id
            WHERE i.project = ? AND i.tenant = ? AND i.provider = ? \(rest)
            ORDER BY i.subject, i.issuer LIMIT ?
            """,
            [scope.project, scope.tenant, provider.value] + last + [max(0, limit)])
    }
}
