import VinculaSQL

/// The answer to a statement that was asked before the read that it is for began.
struct AnswerAhead {
    let sql: String
    let arguments: BoundArguments
    let rows: ResultRows

    /// Indicates whether it is the answer to a statement with these arguments, byte for byte.
    func answers(_ sql: String, _ arguments: BoundArguments) -> Bool {
        self.sql == sql && self.arguments == arguments
    }
}
