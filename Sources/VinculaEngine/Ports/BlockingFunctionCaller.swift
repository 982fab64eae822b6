package import Foundation

/// What came of calling a project's function.
package enum BlockingCallOutcome: Hashable, Sendable {
    /// The function answered, with an HTTP status that is neither a redirect nor informational.
    case answered(status: Int, body: Data)
    /// There is no whole answer; the reason names neither the address nor anything of the request.
    case failed(String)
}

/// Calls the functions of projects over HTTP.
package protocol BlockingFunctionCaller: Sendable {
    /// Indicates whether functions at an address are called at all: https, and no address of a network that this server
    /// may not connect to.
    func accepts(_ url: String) -> Bool

    /// Posts JSON to a function, and waits for its answer for as long as a function may take.
    ///
    /// The address's hosts are resolved and checked each time; redirects are not followed.
    func post(_ body: Data, headers: [(name: String, value: String)], to url: String) async -> BlockingCallOutcome
}

/// Calls nothing: every function fails.
package struct NoBlockingFunctionCaller: BlockingFunctionCaller {
    package init() {}

    package func accepts(_ url: String) -> Bool { false }

    package func post(
        _ body: Data, headers: [(name: String, value: String)], to url: String
    ) async -> BlockingCallOutcome { .failed("This program calls no functions.") }
}
