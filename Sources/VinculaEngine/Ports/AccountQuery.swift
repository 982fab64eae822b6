/// The accounts in a listing, and their order.
public struct AccountQuery: Hashable, Sendable {
    /// The field to sort by; accounts with equal values are sorted by id.
    public enum SortField: Hashable, Sendable, CaseIterable {
        case id, displayName, createdAt, lastSignInAt, email
    }

    public var sortBy: SortField
    public var descending: Bool
    public var limit: Int
    public var offset: Int

    public init(sortBy: SortField = .id, descending: Bool = false, limit: Int = 500, offset: Int = 0) {
        self.sortBy = sortBy
        self.descending = descending
        self.limit = limit
        self.offset = offset
    }
}
