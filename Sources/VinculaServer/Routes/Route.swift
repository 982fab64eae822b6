import HTTPTypes
import Hummingbird
import VinculaCore

/// One RPC or page of the server, with everything that is decided by which one it is: paths, callers, limits, listeners, and
/// its description.
struct Route: Sendable {
    typealias Handler = @Sendable (Endpoints) -> @Sendable (Call) async throws -> Response

    /// The callers that a route accepts.
    enum Access: Sendable {
        /// Apps by API key; administrators by bearer.
        case app
        /// Administrators only.
        case administrator
        /// Everybody.
        case open
        /// Anyone on this machine under `--dev`, as the project's owner.
        case developer
        /// Somebody's browser under `--dev`, at a page that no other site's script may read or send.
        case visitor
        /// An operator's browser at the console, which finds out by itself who that is.
        case console

        /// Indicates whether callers identify themselves, by API key or bearer token.
        var isIdentified: Bool { self == .app || self == .administrator }
    }

    /// The effect of a route on the data.
    enum Effect: Sendable {
        /// Nothing, so that administrators who may only read may call it.
        case reads
        case writes
    }

    /// The servers and ports that have a route.
    enum Served: Sendable {
        case everywhere
        case underDev
        /// The ports that take `Bearer owner`: numbers about the server are not for the public one.
        case toOwners
        /// The same ports, and one of its own: the console is not for the public one.
        case toOperators
    }

    let method: HTTPRequest.Method
    let paths: [String]
    let access: Access
    let served: Served
    let effect: Effect
    /// The row of the table of limits under which an app's requests count before their bodies are read; `nil` for what is not
    /// limited there.
    let limit: LimitedRPC?
    /// True if a request may have a thousand rows, which are more values than other bodies may have.
    let takesManyRows: Bool
    /// True if an app's request may carry a SAML response, or an operator's form a document: both are longer than other bodies
    /// may be.
    let takesAssertion: Bool
    /// True if a request may carry a part of a file, which is longer than other bodies may be.
    let takesPart: Bool
    let tenancy: Tenancy
    /// True if an app's request takes less than a millisecond on a thread (a few rows, a signature) and otherwise only waits
    /// without one, as for the disk or a hash. It then runs on the event loop of its connection.
    let isShort: Bool
    /// Its entry in the OpenAPI description.
    let operation: OpenAPIOperation
    let handler: Handler

    /// - Parameters:
    ///   - effect: `nil`: a GET reads, and every other method writes.
    ///   - limit: No default, so that each new route states its row.
    ///   - tenancy: `nil`: by the path.
    init(
        method: HTTPRequest.Method, paths: [String], access: Access, served: Served = .everywhere, effect: Effect? = nil,
        limit: LimitedRPC?, takesManyRows: Bool = false, takesAssertion: Bool = false, takesPart: Bool = false,
        tenancy: Tenancy? = nil, isShort: Bool = false, operation: OpenAPIOperation, handler: @escaping Handler
    ) {
        self.method = method
        self.paths = paths
        self.access = access
        self.served = served
        self.effect = effect ?? (method == .get ? .reads : .writes)
        self.limit = limit
        self.takesManyRows = takesManyRows
        self.takesAssertion = takesAssertion
        self.takesPart = takesPart
        self.tenancy = tenancy ?? .standard(of: paths)
        self.isShort = isShort
        self.operation = operation
        self.handler = handler
    }

    /// Indicates whether an app's request may carry a proof of a key.
    var takesProof: Bool { access == .app }

    /// The longest body, in bytes.
    ///
    /// - Parameter isTrusted: `true` for an administrator's request.
    func longestBody(isTrusted: Bool, _ options: ServerOptions) -> Int {
        guard !isTrusted else { return options.maximumBodySize }
        let assertion = takesAssertion ? options.maximumAssertionBodySize : 0
        let own = takesPart ? ConsoleImports.longestPart : assertion
        return min(max(options.maximumAppBodySize, own), options.maximumBodySize)
    }

    /// The longest body, in bytes, that is read on an event loop: an ID token fits.
    private static let shortBody = 4096

    /// Indicates whether a request with these headers may run on the event loop of its connection: an app's, with a small body.
    func isShort(_ headers: HTTPFields) -> Bool {
        guard isShort else { return false }
        // In one pass: each look by name goes through all of them.
        var length: Int?
        for field in headers {
            switch field.name {
            case .authorization: return false
            case .contentLength: length = Int(field.value)
            default: break
            }
        }
        return length.map { $0 <= Self.shortBody } ?? false
    }

    /// Indicates whether a listener has the route.
    func isServed(_ options: ServerOptions) -> Bool {
        if options.isConsolePort { return served == .toOperators || paths == ["/healthz"] }
        return switch served {
        case .everywhere: true
        case .underDev: options.isDevelopment
        case .toOwners, .toOperators: options.takesOwner
        }
    }
}
