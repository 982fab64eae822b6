import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import VinculaCore

/// Requests to an ACME server over https. Redirects are not followed, and answers are bounded.
struct ACMEExchange: Sendable {
    /// An answer.
    struct Answer: Sendable {
        let status: Int
        let body: Data
        let type: String
        let nonce: String?
        let location: ACMEAddress?
        /// The time that the server wants to be left alone, in seconds.
        let retryAfter: Int64?

        /// The body as JSON.
        ///
        /// - Throws: ``ACMEFailure/badAnswer(_:)``.
        func json() throws(ACMEFailure) -> JSONValue {
            guard type == "application/json", let json = JSONValue.parse(body) else {
                throw .badAnswer("status \(status) without JSON")
            }
            return json
        }
    }

    /// The time limit for a request with its answer.
    private static let limit: Duration = .seconds(30)
    /// The maximum length of an answer, in bytes.
    private static let longestBody = 262_144

    private let client: HTTPClient
    private let userAgent: String

    /// - Throws: ``ACMEFailure/unreachable(_:)`` if the file with certificate authorities cannot be read.
    init(_ options: ACMEOptions) throws(ACMEFailure) {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let file = options.caFile {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file.path) else {
                throw .unreachable("tls.acmeCaFile (\(file.path)) has no certificates that can be read")
            }
            tls.trustRoots = .certificates(certificates)
        }
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow, timeout: .init(connect: .seconds(10)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        userAgent = options.userAgent
    }

    func end() async { try? await client.shutdown() }

    func get(_ url: ACMEAddress) async throws -> Answer { try await send(HTTPClientRequest(url: url.description)) }

    func head(_ url: ACMEAddress) async throws -> Answer {
        var request = HTTPClientRequest(url: url.description)
        request.method = .HEAD
        return try await send(request)
    }

    func post(_ body: Data, to url: ACMEAddress) async throws -> Answer {
        var request = HTTPClientRequest(url: url.description)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/jose+json")
        request.body = .bytes(ByteBuffer(bytes: body))
        return try await send(request)
    }

    private func send(_ asked: HTTPClientRequest) async throws -> Answer {
        var request = asked
        request.headers.add(name: "User-Agent", value: userAgent)
        request.headers.add(name: "Accept-Language", value: "en")
        let whole = request
        do {
            return try await withThrowingTaskGroup(of: Answer?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await read(whole) }
                group.addTask {
                    try await Task.sleep(for: Self.limit)
                    return nil
                }
                guard let first = try await group.next(), let answer = first else {
                    throw ACMEFailure.unreachable("it does not answer")
                }
                return answer
            }
        } catch let failure as ACMEFailure {
            throw failure
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            if Task.isCancelled { throw CancellationError() }
            throw ACMEFailure.unreachable(Self.words(error))
        }
    }

    private func read(_ request: HTTPClientRequest) async throws -> Answer {
        let response = try await client.execute(request, deadline: .distantFuture)
        var body = Data()
        for try await part in response.body {
            guard body.count + part.readableBytes <= Self.longestBody else { throw ACMEFailure.badAnswer("it is too long") }
            body.append(contentsOf: part.readableBytesView)
        }
        let type = response.headers.first(name: "Content-Type") ?? ""
        return Answer(
            status: Int(response.status.code), body: body,
            type: type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased(),
            nonce: response.headers.first(name: "Replay-Nonce").flatMap { Self.isNonce($0) ? $0 : nil },
            location: response.headers.first(name: "Location").flatMap(ACMEAddress.init),
            retryAfter: response.headers.first(name: "Retry-After").flatMap { RetryAfter.seconds($0, now: Date()) })
    }

    private static func isNonce(_ text: String) -> Bool {
        (1...512).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The reason why there is no answer, as the end of a sentence.
    private static func words(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            if let failure = error.connectionErrors.first?.error as? IOError { return SystemReason.text(failure.errnoCode) }
            return "there is no host \(error.host) in the DNS"
        case let error as IOError: return SystemReason.text(error.errnoCode)
        case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
            return "its certificate is not trusted, or it does not speak TLS (for a private one, set tls.acmeCaFile)"
        case let error as HTTPClientError where error == .connectTimeout: return "it does not answer"
        case let error as HTTPClientError: return error.shortDescription
        default: return "the connection failed"
        }
    }
}

/// The header `Retry-After` (RFC 9110, section 10.2.3).
enum RetryAfter {
    /// - Returns: The time to wait in seconds, at least 1 and at most a week; `nil` if it cannot be read.
    static func seconds(_ text: String, now: Date) -> Int64? {
        guard text.utf8.count <= 40 else { return nil }
        let seconds: Double
        if let number = UInt32(text) {
            seconds = Double(number)
        } else {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = .gmt
            formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            guard let date = formatter.date(from: text) else { return nil }
            seconds = date.timeIntervalSince(now).rounded(.up)
        }
        return Int64(min(max(seconds, 1), 7 * 86_400))
    }
}
