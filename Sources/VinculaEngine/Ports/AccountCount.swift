package import VinculaCore

/// The place of an account among all of a project and its tenants.
package struct AccountPlace: Hashable, Sendable {
    package let tenant: String
    package let id: AccountID

    package init(tenant: String, id: AccountID) {
        self.tenant = tenant
        self.id = id
    }
}

/// A number of accounts that were counted.
package struct AccountCount: Hashable, Sendable {
    package let count: Int
    /// The last of them; `nil` if there are no more.
    package let last: AccountPlace?

    package init(count: Int, last: AccountPlace?) {
        self.count = count
        self.last = last
    }
}
