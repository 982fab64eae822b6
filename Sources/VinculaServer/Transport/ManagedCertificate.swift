import NIOCore
import NIOSSL
import Synchronization

/// A certificate that the server gets for itself, and the answers to a certificate authority's challenges.
///
/// New connections use the latest certificate. Before the first one there is none, and handshakes are refused.
package final class ManagedCertificate: Sendable {
    /// The answer to a challenge.
    package enum ChallengeAnswer: Hashable, Sendable {
        /// The contents of a file on the port for HTTP-01.
        case http(token: String, text: String)
        /// A certificate with its key for one name, in PEM.
        case tls(name: String, certificate: String, key: String)
    }

    private struct State {
        var context: NIOSSLContext?
        /// The validity, in seconds since 1970.
        var validity: Range<Int>?
        /// The texts by their tokens.
        var texts: [String: String] = [:]
        /// The contexts of challenges by their names.
        var contexts: [String: NIOSSLContext] = [:]
    }

    /// The protocol by which a certificate authority asks for the answer to a challenge (RFC 8737).
    static let challengeProtocol = "acme-tls/1"

    private let state = Mutex(State())
    /// Presents what other servers answer; `nil` if there are none.
    private let looks: ChallengeLooks?

    /// - Parameter lookUp: Called when a challenge is not known, to present those of other servers; `nil` if there are none.
    package init(lookUp: (@Sendable () async -> Void)? = nil) { looks = lookUp.map { ChallengeLooks($0) } }

    /// The time at which the certificate expires, in seconds since 1970; `nil` before the first one.
    package var expiresAt: Int? { state.withLock { $0.validity?.upperBound } }
    /// The time from the beginning to the end of the certificate's validity, in seconds; `nil` before the first one.
    package var lifetime: Int? { state.withLock { $0.validity?.count } }

    /// The context for the next handshake.
    var context: NIOSSLContext? { state.withLock { $0.context } }

    /// Uses a certificate for new connections.
    ///
    /// - Parameters:
    ///   - chain: The certificate with its intermediate certificates, in PEM.
    ///   - key: Its private key, in PEM.
    package func install(chain: String, key: String) throws {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(chain.utf8))
        let context = try ServerTLS.context(certificates, NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
        state.withLock { state in
            state.context = context
            state.validity = certificates.first?.validity
        }
    }

    /// Answers these challenges, and no others.
    package func present(_ answers: [ChallengeAnswer]) throws {
        var texts: [String: String] = [:]
        var contexts: [String: NIOSSLContext] = [:]
        for answer in answers {
            switch answer {
            case .http(let token, let text): texts[token] = text
            case .tls(let name, let certificate, let key):
                contexts[name] = try ServerTLS.context(
                    NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)),
                    NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem), protocols: [Self.challengeProtocol])
            }
        }
        state.withLock { state in
            state.texts = texts
            state.contexts = contexts
        }
    }

    /// The text for a token of HTTP-01.
    func text(for token: String) async -> String? {
        if let text = state.withLock({ $0.texts[token] }) { return text }
        await looks?.look()
        return state.withLock { $0.texts[token] }
    }

    /// The context for a challenge by TLS-ALPN-01, if it is known.
    func knownChallenge(of name: String) -> NIOSSLContext? { state.withLock { $0.contexts[name] } }

    /// The context for a challenge by TLS-ALPN-01.
    func challenge(of name: String) async -> NIOSSLContext? {
        if let known = knownChallenge(of: name) { return known }
        await looks?.look()
        return knownChallenge(of: name)
    }
}

extension NIOSSLCertificate {
    /// The times between which the certificate is valid, in seconds since 1970.
    var validity: Range<Int> {
        let begin = Int(notValidBefore)
        return begin..<max(begin, Int(notValidAfter))
    }
}

/// The TLS of a server.
enum ServerTLS {
    /// Makes the context for handshakes.
    static func context(
        _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey, protocols: [String] = ["http/1.1"]
    ) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        // The time that a client can keep its connection open by not answering a shutdown.
        configuration.shutdownTimeout = .seconds(1)
        configuration.applicationProtocols = protocols
        return try NIOSSLContext(configuration: configuration)
    }
}
