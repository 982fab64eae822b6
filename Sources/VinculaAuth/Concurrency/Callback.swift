import Dispatch

/// A completion handler on its way to the main queue.
///
/// FirebaseAuth's handlers are plain closures, which may be isolated to the main actor without saying so. They are only ever
/// called there.
struct Callback<Arguments>: @unchecked Sendable {
    private let body: ((Arguments) -> Void)?

    init(_ body: ((Arguments) -> Void)?) { self.body = body }

    /// Calls the handler on the main queue, in the order of calls.
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

/// Does work off the main queue and tells a handler there what came of it: a value or an error, never both.
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

/// Does work off the main queue and tells a handler there whether it failed.
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
