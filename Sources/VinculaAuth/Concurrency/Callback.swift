import Dispatch

/// A completion handler on its way to the main queue.
///
/// FirebaseAuth's handlers are plain closures, which may be implicitly isolated to the main actor. They are only called there.
struct Callback<Arguments>: @unchecked Sendable {
    private let body: ((Arguments) -> Void)?

    init(_ body: ((Arguments) -> Void)?) { self.body = body }

    /// Calls the handler on the main queue, in the order of the calls to this method.
    func deliver(_ arguments: sending Arguments) {
        guard let body else { return }
        let call = Call(body: body, arguments: arguments)
        DispatchQueue.main.async { call.run() }
    }

    private struct Call: @unchecked Sendable {
        let body: (Arguments) -> Void
        let arguments: Arguments

        func run() { body(arguments) }
    }
}

/// Runs work off the main queue and passes the result to a handler on the main queue: either a value or an error.
func answer<Value: Sendable>(
    _ completion: ((Value?, (any Error)?) -> Void)?, with work: @escaping @Sendable () async throws -> Value
) {
    let callback = Callback<(Value?, (any Error)?)>(completion.map { body in { body($0.0, $0.1) } })
    Task {
        do {
            let value = try await work()
            callback.deliver((value, nil))
        } catch {
            callback.deliver((nil, error))
        }
    }
}

/// Runs work off the main queue and passes its error, or nil, to a handler on the main queue.
func answer(_ completion: (((any Error)?) -> Void)?, with work: @escaping @Sendable () async throws -> Void) {
    let callback = Callback<(any Error)?>(completion)
    Task {
        do {
            try await work()
            callback.deliver(nil)
        } catch {
            callback.deliver(error)
        }
    }
}
