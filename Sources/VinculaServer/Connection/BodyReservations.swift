import NIOHTTP1

/// What one connection has of the budget for bodies: a part for each request that is not answered yet, in order.
struct BodyReservations {
    /// What a body of unknown length has at first, in bytes; each time it is full, as much again is added.
    private static let firstStep = 16 * 1024

    private let budget: BodyBudget
    /// The longest body, in bytes; what is longer is refused, and not kept.
    private let longest: Int
    private var parts: [Int] = []

    init(_ budget: BodyBudget, longest: Int) {
        self.budget = budget
        self.longest = longest
    }

    /// Reserves for the body that a head announces.
    ///
    /// - Returns: Whether there was room.
    mutating func begin(_ head: HTTPRequestHead) -> Bool {
        let announced = head.headers.first(name: "Content-Length").flatMap { Int($0) }
        let isChunked = head.headers.contains(name: "Transfer-Encoding")
        let bytes = min(longest, announced ?? (isChunked ? Self.firstStep : 0))
        guard bytes == 0 || budget.reserve(bytes) else { return false }
        parts.append(bytes)
        return true
    }

    /// Makes sure that the newest body may have so many bytes.
    ///
    /// - Returns: Whether there was room.
    mutating func grow(to bytes: Int) -> Bool {
        guard let last = parts.indices.last, bytes > parts[last], parts[last] < longest else { return true }
        let wanted = min(longest, max(bytes, parts[last] * 2))
        guard budget.reserve(wanted - parts[last]) else { return false }
        parts[last] = wanted
        return true
    }

    /// Gives back what the oldest request had.
    mutating func end() {
        guard !parts.isEmpty else { return }
        let bytes = parts.removeFirst()
        if bytes > 0 { budget.giveBack(bytes) }
    }

    mutating func endAll() { while !parts.isEmpty { end() } }
}
