/// The accounts in a listing, and their order.
package struct AccountQuery: Hashable, Sendable {
    /// The field to sort by; accounts with equal values are sorted by id.
    package enum SortField: Hashable, Sendable, CaseIterable {
        case id, displayName, createdAt, lastSignInAt, email
    }

    package var sortBy: SortField
    package var descending: Bool
    package var limit: Int
    package var offset: Int

    package init(sortBy: SortField = .id, descending: Bool = false, limit: Int = 500, offset: Int = 0) {
        self.sortBy = sortBy
        self.descending = descending
        self.limit = limit
        self.offset = offset
    }
}
