import ChildProcesses
package import Foundation
import VinculaAuth

/// Somebody who signs in on a provider's page, in a headless Chromium (`Tests/Fixtures/person.py`).
package final class ChromiumPerson: NSObject, AuthUIDelegate, Sendable {
    /// What somebody does on the page.
    package enum Deed: String, Sendable {
        case allow
        case deny
        /// Closes the window.
        case leave
        /// Looks at the page, and does nothing.
        case wait
    }

    /// What they saw.
    package struct Sight: Decodable, Sendable {
        /// The provider's page: `x`, `development`, or `none` if none came.
        package let page: String
        /// The words on the last page.
        package let text: String
        /// The addresses of all pages, in order, without their queries.
        package let visited: [String]
        /// The addresses of apps that the browser was to open.
        package let left: [String]
    }

    private let deed: Deed
    private let details: [String: String]
    private let seen: AsyncStream<Result<Sight, any Error>>
    private let see: AsyncStream<Result<Sight, any Error>>.Continuation
    private let children = Guarded<[ChildProcess]>([])

    /// - Parameter details: Who they are on the page: `person` for X; `email`, `name` and `screenName` for a page that makes
    ///   people up.
    package init(_ deed: Deed, _ details: [String: String] = [:]) {
        self.deed = deed
        self.details = details
        (seen, see) = AsyncStream.makeStream()
    }

    package func open(_ url: URL) async {
        // The flow cancels its own task when it ends, which is before everything was seen.
        await Task { await visit(url) }.value
    }

    private func visit(_ url: URL) async {
        do {
            var environment = details.reduce(into: [String: String]()) { $0["PERSON_\($1.key)"] = $1.value }
            // Other users of the machine can read arguments.
            environment["PERSON_url"] = url.absoluteString
            environment["PYTHONDONTWRITEBYTECODE"] = "1"
            let child = try ChildProcess(
                FixturePython.executable, [FixturePython.script("person.py"), deed.rawValue], environment: environment)
            // The browser stays open for as long as this person is around.
            children.withLock { $0.append(child) }
            let line = try await child.line(matching: #"(\{"page".+\})\n"#)
            see.yield(.success(try JSONDecoder().decode(Sight.self, from: Data(line.utf8))))
        } catch {
            see.yield(.failure(error))
        }
    }

    deinit { children.withLock { $0.forEach { $0.signal(SIGTERM) } } }

    /// Waits for what they saw.
    package func sight() async throws -> Sight {
        for await sight in seen { return try sight.get() }
        throw CancellationError()
    }
}
