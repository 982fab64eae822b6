package import Foundation

/// A kind of sealed secret in the store, by the name of its table.
package struct SealedKind: Hashable, Sendable {
    package let table: String
    /// The path in a row's JSON; empty if the secret has a column of its own.
    package let path: String

    package init(table: String, path: String = "") {
        self.table = table
        self.path = path
    }
}

/// A sealed secret in the store.
package struct SealedRecord: Hashable, Sendable {
    package let kind: SealedKind
    /// Identifies the row within its kind; pages are sorted by it.
    package let row: String
    /// The place that the secret is bound to.
    package let place: String
    package let sealed: Data

    package init(kind: SealedKind, row: String, place: String, sealed: Data) {
        self.kind = kind
        self.row = row
        self.place = place
        self.sealed = sealed
    }
}
