import Synchronization
package import VinculaCore

/// The callers who met a limit lately, in the memory of one server.
package final class LimitedLately: Sendable {
    /// The maximum number of callers that are remembered.
    private static let capacity = 500

    /// A caller, as far as the limit knows them.
    package struct Caller: Hashable, Sendable {
        /// The target of a request, if it is one that a person recognises.
        package enum Target: Hashable, Sendable {
            case email(EmailAddress)
            case account(AccountID)
        }

        /// `nil` for a limit of the server, before it is known what the request is about.
        package var scope: ProjectScope?
        package var client: ClientAddress?
        package var target: Target?

        package init(scope: ProjectScope? = nil, client: ClientAddress? = nil, target: Target? = nil) {
            self.scope = scope
            self.client = client
            self.target = target
        }
    }

    /// A caller who was refused.
    package struct Entry: Hashable, Sendable {
        package let id: Int
        package let refusal: RequestLimits.Refusal
        package let caller: Caller
        /// The number of refused requests.
        package var count: Int
        /// The time of the last one, by the monotonic clock, in nanoseconds.
        package var last: Int64
        /// The bucket that is empty, if it is one of this server.
        var bucket: RequestLimits.BucketPlace?
    }

    private struct Key: Hashable {
        let refusal: RequestLimits.Refusal
        let caller: Caller
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var nextID = 1
    }

    private let state = Mutex(State())

    func note(_ refusal: RequestLimits.Refusal, _ caller: Caller, _ bucket: RequestLimits.BucketPlace?, now: Int64) {
        // One site counts once, however many addresses it uses.
        var caller = caller
        caller.client = caller.client?.site
        let key = Key(refusal: refusal, caller: caller)
        state.withLock { state in
            if state.entries[key] != nil {
                state.entries[key]?.count += 1
                state.entries[key]?.last = now
                state.entries[key]?.bucket = bucket
                return
            }
            if state.entries.count >= Self.capacity {
                // The older half goes at once, so that a flood of callers costs little for each.
                let kept = state.entries.sorted { $0.value.last > $1.value.last }.prefix(Self.capacity / 2)
                state.entries = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
            }
            state.entries[key] = Entry(
                id: state.nextID, refusal: refusal, caller: caller, count: 1, last: now, bucket: bucket)
            state.nextID += 1
        }
    }

    /// All entries, the latest first.
    var entries: [Entry] { state.withLock { $0.entries.values.sorted { ($0.last, $0.id) > ($1.last, $1.id) } } }

    func remove(_ id: Int) {
        state.withLock { state in state.entries = state.entries.filter { $0.value.id != id } }
    }
}
