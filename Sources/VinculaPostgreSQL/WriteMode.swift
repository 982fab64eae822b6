/// A way in which a write runs.
///
/// Each holds a lock on an empty table, which is taken before the transaction sees anything; what it sees does not change
/// afterwards.
enum WriteMode {
    /// Beside others, and checked against them.
    case besideOthers
    /// Alone. It need not be checked against others. The check would also find those that have just ended: the server releases
    /// their locks before it notes that.
    case alone
    /// Beside others, and checked against none. Each statement waits for others' changes of its rows, and then decides by what
    /// they left.
    case claim

    /// The statements that begin the transaction.
    ///
    /// - Parameter wait: The longest time that it waits until it is alone, in milliseconds.
    func beginning(wait: Int) -> [String] {
        switch self {
        case .besideOthers: ["BEGIN ISOLATION LEVEL SERIALIZABLE", "LOCK TABLE writer_turns IN ROW EXCLUSIVE MODE"]
        case .alone:
            [
                "BEGIN ISOLATION LEVEL REPEATABLE READ", "SET LOCAL lock_timeout = \(wait)",
                "LOCK TABLE writer_turns IN EXCLUSIVE MODE", "SET LOCAL lock_timeout = \(WriteRetries.longestWaitForRows)",
            ]
        case .claim: ["BEGIN ISOLATION LEVEL READ COMMITTED", "LOCK TABLE writer_turns IN ROW EXCLUSIVE MODE"]
        }
    }
}
