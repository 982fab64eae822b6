public import Foundation

/// A kind of thing in the store that holds a sealed secret, by the name of its table.
public struct SealedKind: Hashable, Sendable {
    public let table: String
    /// Where in a row's JSON; empty for a column of its own.
    public let path: String

    public init(table: String, path: String = "") {
        self.table = table
        self.path = path
    }
}

/// A sealed secret, wherever it stands.
public struct SealedRecord: Hashable, Sendable {
    public let kind: SealedKind
    /// Names the row within its kind; rows are paged in the order of this.
    public let row: String
    /// The place that the secret is sealed for.
    public let place: String
    public let sealed: Data

    public init(kind: SealedKind, row: String, place: String, sealed: Data) {
        self.kind = kind
        self.row = row
        self.place = place
        self.sealed = sealed
    }
}
