/// A statement that is sent before the next one.
struct WaitingStatement {
    let sql: String
    let arguments: BoundArguments
    /// Indicates whether it is a query that is likely to follow, whose answer is kept.
    let isExpected: Bool

    init(_ sql: String, _ arguments: BoundArguments = BoundArguments(), isExpected: Bool = false) {
        self.sql = sql
        self.arguments = arguments
        self.isExpected = isExpected
    }
}
