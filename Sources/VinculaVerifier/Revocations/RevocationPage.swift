/// A page of the feed, as the server sends it.
struct RevocationPage: Sendable {
    let entries: [(entry: RevocationMemory.Entry, tenant: String?, expiresAt: Int64)]
    let next: String
    let hasMore: Bool

    private static let longestCursor = 100
    private static let mostValues = 100_000

    /// Reads a page.
    ///
    /// - Returns: `nil` if any entry is not understood: one that is skipped would let an ended session in.
    init?(_ bytes: [UInt8]) {
        guard let page = JSONReader.read(bytes, maximumDepth: 8, maximumValues: Self.mostValues),
            let list = page["revocations"]?.array, let next = page["next"]?.string, next.utf8.count <= Self.longestCursor,
            let hasMore = page["hasMore"]?.bool
        else { return nil }
        var entries: [(RevocationMemory.Entry, String?, Int64)] = []
        for item in list {
            guard let expiresAt = Self.integer(item["expiresAt"]) else { return nil }
            let entry: RevocationMemory.Entry
            if let session = item["session"]?.string {
                entry = .session(handle: session)
            } else if let uid = item["localId"]?.string, let generation = Self.integer(item["generation"]) {
                entry = .account(uid: uid, generation: generation, validSince: Self.integer(item["validSince"]))
            } else if let issuedBefore = Self.integer(item["issuedBefore"]) {
                entry = .everybody(issuedBefore: issuedBefore, withoutSecondFactor: item["withoutSecondFactor"]?.bool ?? false)
            } else {
                return nil
            }
            entries.append((entry, item["tenantId"]?.string, expiresAt))
        }
        self.entries = entries
        self.next = next
        self.hasMore = hasMore
    }

    /// A 64-bit integer, which is a text in Google's JSON.
    private static func integer(_ value: ClaimValue?) -> Int64? { value?.integer ?? value?.string.flatMap { Int64($0) } }
}
