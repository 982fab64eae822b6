public import Foundation

/// A kind of sealed secret in the store, by the name of its table.
public struct SealedKind: Hashable, Sendable {
    public let table: String
    /// The path in a row's JSON; empty if the secret has a column of its own.
    public let path: String

    public init(table: String, path: String = "") {
        self.table = table
        self.path = path
    }
}

/// A sealed secret in the store.
public struct SealedRecord: Hashable, Sendable {
    public let kind: SealedKind
    /// Identifies the row within its kind; pages are sorted by it.
    public let row: String
    /// The place that the secret is bound to.
    public let place: String
    public let sealed: Data

    public init(kind: SealedKind, row: String, place: String, sealed: Data) {
        self.kind = kind
        self.row = row
        self.place = place
        self.sealed = sealed
    }
}
