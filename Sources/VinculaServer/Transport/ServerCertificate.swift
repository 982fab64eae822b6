package import Foundation
import NIOCore
import NIOSSL
import Synchronization
import VinculaCore

/// The certificate and key that the server uses for TLS, read from two PEM files and reread when they change.
///
/// New connections use the files' latest contents; open connections keep theirs. If a new pair cannot be used, the previous
/// one stays in place.
package final class ServerCertificate: Sendable {
    private struct State {
        var context: NIOSSLContext
        /// The certificate's validity, in seconds since 1970.
        var validity: Range<Int>
        /// The files' contents when they were last checked, whether usable or not.
        var seen: [Data]
    }

    private let certificateFile: URL
    private let keyFile: URL
    private let state: Mutex<State>

    /// - Parameters:
    ///   - certificateFile: The certificate in PEM, followed by its intermediate certificates.
    ///   - keyFile: Its private key in PEM, without a password.
    /// - Throws: ``PEMFile/Failure``.
    package init(certificateFile: URL, keyFile: URL) throws {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        let contents = try [certificateFile, keyFile].map(PEMFile.read)
        let (context, validity) = try Self.context(contents, certificateFile, keyFile)
        state = Mutex(State(context: context, validity: validity, seen: contents))
    }

    /// The time at which the certificate expires, in seconds since 1970.
    package var expiresAt: Int { state.withLock { $0.validity.upperBound } }
    /// The time from the beginning to the end of the certificate's validity, in seconds.
    package var lifetime: Int { state.withLock { $0.validity.count } }

    /// The context for the next handshake.
    var context: NIOSSLContext { state.withLock { $0.context } }

    /// Checks the files for changes.
    ///
    /// - Returns: `true` if there is a new certificate.
    /// - Throws: ``PEMFile/Failure``, once for each state of the files that cannot be used.
    package func reload() throws -> Bool {
        let contents: [Data]
        do {
            contents = try [certificateFile, keyFile].map(PEMFile.read)
        } catch {
            // Thrown once, until the files can be read again.
            guard
                state.withLock({ state in
                    defer { state.seen = [] }
                    return !state.seen.isEmpty
                })
            else { return false }
            throw error
        }
        guard state.withLock({ $0.seen != contents }) else { return false }
        state.withLock { $0.seen = contents }
        let (context, validity) = try Self.context(contents, certificateFile, keyFile)
        state.withLock { state in
            state.context = context
            state.validity = validity
        }
        return true
    }

    private static func context(
        _ contents: [Data], _ certificateFile: URL, _ keyFile: URL
    ) throws -> (context: NIOSSLContext, validity: Range<Int>) {
        let chain = try PEMFile.certificates(contents[0], certificateFile)
        let key = try PEMFile.privateKey(contents[1], keyFile)
        do {
            return (try ServerTLS.context(chain, key), chain.first?.validity ?? 0..<0)
        } catch {
            throw PEMFile.Failure(
                description: """
                    The private key in \(keyFile.path) does not belong to the first certificate in \(certificateFile.path). The \
                    server's own certificate must come first, followed by its intermediate certificates.
                    """)
        }
    }
}
