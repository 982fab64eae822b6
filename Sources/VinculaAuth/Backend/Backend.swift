import Foundation
import IdentityToolkit

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The server as one call sees it: its address, the caller and the language. Created for each call.
struct Backend: Sendable {
    /// The version that is sent to servers.
    static let version = ProductVersion.current

    let address: ServerAddress
    let transport: any AuthTransport
    let apiKey: String
    let appID: String
    let bundleID: String?
    let languageCode: String?
    let tenantID: String?
    /// Adds proofs that the sender has the session's key; nil for servers that know nothing of keys.
    let prover: Prover?

    /// Calls a method of the server.
    ///
    /// - Parameters:
    ///   - rpc: The method.
    ///   - request: The body, encoded as JSON. ``NoRequest`` is sent as a GET request.
    ///   - query: Query items to send besides the API key.
    ///   - session: The tokens of the session that the request is about, if its ID token is not in the request.
    /// - Throws: Real `NSError`s of `AuthErrorDomain`: the server's error, `networkError`, or `internalError` for a response
    ///   in an unexpected format.
    func call<Request, Response>(
        _ rpc: RPC<Request, Response>, _ request: Request, query: [URLQueryItem] = [], of session: Tokens? = nil
    ) async throws -> Response {
        let (data, status) = try await exchange(rpc, request, query, of: session)
        return try read(data, status: status)
    }

    /// Sends a request, and returns the body and status of the response, whatever they are.
    ///
    /// - Throws: `networkError`, `internalError`; `userTokenExpired` or `keychainError` if the session's key is lost or cannot
    ///   be read.
    func exchange<Request, Response>(
        _ rpc: RPC<Request, Response>, _ request: Request, _ query: [URLQueryItem] = [], of session: Tokens? = nil
    ) async throws -> (data: Data, status: Int) {
        let outgoing = try urlRequest(rpc, request, query)
        guard let prover, rpc.isProven else {
            let (data, response) = try await send(outgoing)
            return (data, response.statusCode)
        }
        var mendable = Set(ProofRefusal.Kind.allCases)
        while true {
            let proven = try await prover.prove(outgoing, session: session, opensSession: rpc.opensSession)
            let (data, response) = try await send(proven)
            prover.take(response)
            guard proven.value(forHTTPHeaderField: Prover.field) != nil, let refusal = ProofRefusal(data, response),
                mendable.remove(refusal.kind) != nil
            else { return (data, response.statusCode) }
            prover.take(refusal)
        }
    }

    private func send(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
        do {
            return try await transport.send(request)
        } catch {
            throw AuthFailure.network(error)
        }
    }

    private func urlRequest<Request, Response>(
        _ rpc: RPC<Request, Response>, _ request: Request, _ query: [URLQueryItem]
    ) throws -> URLRequest {
        guard let url = address.url(rpc.api, rpc.method), var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
        else { throw AuthFailure.internalError(.requestEncoding, message: "The server's address is not a valid URL.") }
        parts.queryItems = [URLQueryItem(name: "key", value: apiKey)] + query
        // A plus sign would be decoded as a space.
        parts.percentEncodedQuery = parts.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        guard let target = parts.url else {
            throw AuthFailure.internalError(.requestEncoding, message: "The server's address is not a valid URL.")
        }
        var outgoing = URLRequest(url: target)
        if !(request is NoRequest) {
            outgoing.httpMethod = "POST"
            do {
                outgoing.httpBody = try JSONEncoder().encode(request)
            } catch {
                throw AuthFailure.internalError(.requestEncoding, underlying: error)
            }
        }
        for (name, value) in headers { outgoing.setValue(value, forHTTPHeaderField: name) }
        return outgoing
    }

    /// The family of the system, by which people recognise their devices in lists and mails.
    private static var system: String {
        #if os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(Linux)
            "Linux"
        #else
            "other"
        #endif
    }

    private var headers: [(String, String)] {
        var headers = [
            ("Content-Type", "application/json"),
            ("X-Client-Version", "Swift/Vincula/\(Self.version)"),
            ("User-Agent", "VinculaAuth/\(Self.version) (\(Self.system))"),
            ("Accept-Language", Locale.preferredLanguages.first ?? "en"),
            ("X-Firebase-GMPID", appID),
        ]
        if let bundleID, !bundleID.isEmpty { headers.append(("X-Ios-Bundle-Identifier", bundleID)) }
        if let languageCode, !languageCode.isEmpty { headers.append(("X-Firebase-Locale", languageCode)) }
        return headers.filter { Self.isHeaderValue($0.1) }
    }

    /// Returns whether a text is a valid header value. Settings come from apps and files; a line break must not start a new
    /// header.
    private static func isHeaderValue(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
    }

    /// Reads a response.
    ///
    /// - Throws: The server's error, or `internalError` for a response in an unexpected format.
    func read<Response: Decodable>(_ data: Data, status: Int) throws -> Response {
        guard (200..<300).contains(status) else { throw refusal(data, status: status) }
        do {
            return try JSONDecoder().decode(Response.self, from: data)
        } catch {
            throw AuthFailure.unreadable(data, from: place, error)
        }
    }

    private func refusal(_ data: Data, status: Int) -> NSError {
        AuthFailure.server(httpStatus: status, data: data)
    }

    private var place: String {
        switch address {
        case .google: "identitytoolkit.googleapis.com"
        case .server(let url): url.host() ?? url.absoluteString
        }
    }
}
