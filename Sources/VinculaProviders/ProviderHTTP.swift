import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import VinculaCore

/// An HTTP client for providers that treats them as hostile.
///
/// Every request uses a client of its own, which connects only to the address that was checked: a name that resolves
/// differently a moment later (DNS rebinding) has no effect. Redirects are not followed.
struct ProviderHTTP: Sendable {
    /// The maximum body length, in bytes.
    static let maximumBodyLength = 262_144

    struct Response: Sendable {
        var status: Int
        var body: Data
        var isJSON: Bool
        var cacheControl: String
    }

    let eventLoopGroup: any EventLoopGroup
    let allowsLoopbackHTTP: Bool
    let allowsPrivateAddresses: Bool
    /// What the other side is called in errors.
    var peer = "provider"
    /// The maximum length of this conversation's bodies, in bytes.
    var longestBody = maximumBodyLength
    /// True if the answer of a server error is one, too.
    var takesServerErrors = false
    /// `false` to take an answer's status alone.
    var readsBody = true
    /// Called after each request in the task that made it, with the time that it took; `nil` if nobody wants to know.
    var ended: (@Sendable (_ took: Duration, _ hasFailed: Bool) -> Void)?
    /// Ends every request when the server stops.
    var stop = ProviderStop()
    /// Resolves a host's addresses; tests substitute their own resolver.
    var lookUp: @Sendable (_ host: String, _ limit: Duration) async -> [IPAddress] = { await IPAddress.lookUp($0, within: $1) }

    /// Fetches a public JSON document.
    ///
    /// - Throws: ``AuthError/providerUnavailable(_:)``.
    func json(_ address: String, until deadline: ContinuousClock.Instant) async throws(AuthError) -> Response {
        let response = try await answer(to: .get(address), until: deadline)
        guard response.status == 200 else {
            throw .providerUnavailable("The \(peer) answered with status \(response.status).")
        }
        guard response.isJSON else { throw .providerUnavailable("The \(peer)'s response is not JSON.") }
        return response
    }

    /// Sends a request.
    ///
    /// - Returns: The response, unless it is a redirect or, except where ``takesServerErrors`` is set, a server error.
    /// - Throws: ``AuthError/providerUnavailable(_:)``, whose message contains nothing from the request.
    func answer(to request: ProviderRequest, until deadline: ContinuousClock.Instant) async throws(AuthError) -> Response {
        guard let ended else {
            return try await stop.limit { () throws(AuthError) in try await whole(request, until: deadline) }
        }
        let start = ContinuousClock.now
        do throws(AuthError) {
            let response = try await stop.limit { () throws(AuthError) in try await whole(request, until: deadline) }
            ended(.now - start, false)
            return response
        } catch {
            ended(.now - start, true)
            throw error
        }
    }

    private func whole(_ request: ProviderRequest, until deadline: ContinuousClock.Instant) async throws(AuthError) -> Response {
        guard let url = checked(request.url), let host = url.host(percentEncoded: false) else {
            throw .providerUnavailable("The \(peer)'s address is not an https URL.")
        }
        let addresses = await lookUp(host, deadline - .now)
        guard !addresses.isEmpty else { throw .providerUnavailable("The \(peer)'s host was not found.") }
        guard addresses.allSatisfy({ isAllowed($0.place, isEncrypted: url.scheme == "https") }) else {
            throw .providerUnavailable("The \(peer)'s host is at an address that this server does not connect to.")
        }
        var failure = AuthError.providerUnavailable("The \(peer) could not be reached.")
        for address in addresses.prefix(4) where ContinuousClock.now < deadline {
            do {
                return try await fetch(request, from: url, host: host, at: address, until: deadline)
            } catch let error as AuthError {
                throw error
            } catch is TimedOut {
                failure = .providerUnavailable("The \(peer) took too long to answer.")
            } catch {
                continue
            }
        }
        throw failure
    }

    /// Indicates whether a text is an address that a browser may be sent to, or a request: https without a fragment.
    func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
        return checked(text).map { $0.fragment == nil } ?? false
    }

    private func checked(_ text: String) -> URL? {
        // A host in two spellings could be checked as one and connected to as the other.
        guard let url = URL(string: text), let host = url.host(percentEncoded: false), !host.isEmpty,
            host == url.host(percentEncoded: true), host.utf8.allSatisfy({ $0 < 0x80 }),
            url.scheme == "https" || url.scheme == "http" && allowsLoopbackHTTP,
            url.user(percentEncoded: true) == nil, url.password(percentEncoded: true) == nil
        else { return nil }
        return url
    }

    /// Indicates whether addresses of a kind of network may be connected to.
    func isAllowed(_ place: IPAddress.Place, isEncrypted: Bool) -> Bool {
        switch place {
        case .anywhere: isEncrypted
        case .privateNetwork: isEncrypted && allowsPrivateAddresses
        case .loopback: allowsLoopbackHTTP || isEncrypted && allowsPrivateAddresses
        case .nowhere: false
        }
    }

    private func fetch(
        _ request: ProviderRequest, from url: URL, host: String, at address: IPAddress,
        until deadline: ContinuousClock.Instant
    ) async throws -> Response {
        // A host that does not answer at all must leave time for another of its addresses.
        let left = max(.milliseconds(1), (deadline - .now) * 2 / 5)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .nanoseconds(Int64(left / .nanoseconds(1)))))
        configuration.dnsOverride = [host: address.text]
        // Otherwise a refused connection is retried until the deadline.
        configuration.connectionPool.retryConnectionEstablishment = false
        let client = HTTPClient(eventLoopGroupProvider: .shared(eventLoopGroup), configuration: configuration)
        let result: Result<Response, any Error>
        do {
            result = .success(try await Self.withDeadline(deadline) { try await send(request, to: url, by: client) })
        } catch {
            result = .failure(error)
        }
        // A server that does not answer does not say goodbye either, and TLS would wait five seconds for it.
        Task { try? await client.shutdown() }
        return try result.get()
    }

    private func send(_ asked: ProviderRequest, to url: URL, by client: HTTPClient) async throws -> Response {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.method = asked.method
        request.headers = asked.headers
        // GitHub requires a media type of its own, which is JSON too.
        if !request.headers.contains(name: "Accept") { request.headers.add(name: "Accept", value: "application/json") }
        request.headers.replaceOrAdd(name: "User-Agent", value: "Vincula")
        if let content = asked.content {
            request.headers.replaceOrAdd(name: "Content-Type", value: content.type)
            request.body = .bytes(ByteBuffer(bytes: content.data))
        }
        let response = try await client.execute(request, deadline: .distantFuture)
        guard (200..<300).contains(response.status.code) || (400..<(takesServerErrors ? 600 : 500)).contains(response.status.code)
        else {
            let status = "status \(response.status.code)"
            let isRedirect = (300..<400).contains(response.status.code)
            throw AuthError.providerUnavailable(
                "The \(peer) answered with \(isRedirect ? "a redirect, which is not followed (\(status))" : status).")
        }
        guard readsBody else {
            return Response(status: Int(response.status.code), body: Data(), isJSON: false, cacheControl: "")
        }
        let tooLong = AuthError.providerUnavailable("The \(peer)'s response is too long.")
        if let announced = response.headers.first(name: "Content-Length").flatMap({ Int($0) }), announced > longestBody {
            throw tooLong
        }
        var body = Data()
        for try await part in response.body {
            guard body.count + part.readableBytes <= longestBody else { throw tooLong }
            body.append(contentsOf: part.readableBytesView)
        }
        return Response(
            status: Int(response.status.code), body: body,
            isJSON: Self.isJSON(Self.plain(response.headers["Content-Type"].prefix(1))),
            cacheControl: Self.plain(response.headers["Cache-Control"][...]))
    }

    /// The values of a header field, if they are short ASCII; no other value would match anything that we compare with.
    private static func plain(_ values: ArraySlice<String>) -> String {
        let text = values.joined(separator: ",")
        return text.utf8.count <= 1024 && text.utf8.allSatisfy({ $0 < 0x80 }) ? text : ""
    }

    private static func isJSON(_ contentType: String) -> Bool {
        let type = contentType.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        return type == "application/json" || type.hasSuffix("+json")
    }

    private struct TimedOut: Error {}

    // The client's own deadline ends with the response's head, and would let the body trickle in without limit.
    private static func withDeadline(
        _ deadline: ContinuousClock.Instant, _ body: @escaping @Sendable () async throws -> Response
    ) async throws -> Response {
        try await withThrowingTaskGroup(of: Response?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(until: deadline, clock: .continuous)
                return nil
            }
            guard let first = try await group.next(), let response = first else { throw TimedOut() }
            return response
        }
    }
}
