import Foundation
import VinculaCore
import VinculaCrypto
package import VinculaEngine

/// The place where the account and the certificate of one ACME server are kept, for all servers that use the same data.
package struct CertificateShelf: Sendable {
    /// Another server has written the record in the meantime.
    struct Overtaken: Error {}

    private let secrets: KeptSecrets
    private let accountName: String
    private let certificateName: String

    /// - Parameters:
    ///   - secrets: The sealed records.
    ///   - options: The ACME server and the names.
    package init(_ secrets: KeptSecrets, _ options: ACMEOptions) {
        self.secrets = secrets
        let names = options.names.map(\.description).sorted().joined(separator: "\n")
        accountName = "acme-account/" + Data(options.directory.description.utf8).sha256.base64URL
        certificateName = "acme-certificate/" + Data("\(options.directory)\n\(names)".utf8).sha256.base64URL
    }

    /// A record as read.
    package struct Kept<Record: Codable & Sendable>: Sendable {
        /// The record; its changes are not written before ``CertificateShelf/write(_:)``.
        package var record: Record
        fileprivate var secret: KeptSecret?
    }

    package func certificate() async throws -> Kept<CertificateRecord> {
        try await read(certificateName) ?? Kept(record: CertificateRecord(), secret: nil)
    }

    func account() async throws -> Kept<AccountRecord>? { try await read(accountName) }

    /// - Throws: ``Overtaken``.
    func write(_ kept: inout Kept<CertificateRecord>) async throws {
        kept.secret = try await write(kept.record, certificateName, kept.secret)
    }

    /// - Throws: ``Overtaken``.
    func write(_ record: AccountRecord, replacing kept: Kept<AccountRecord>?) async throws -> Kept<AccountRecord> {
        Kept(record: record, secret: try await write(record, accountName, kept?.secret))
    }

    private func read<Record>(_ name: String) async throws -> Kept<Record>? {
        guard let secret = try await secrets.read(name) else { return nil }
        return Kept(record: try JSONDecoder().decode(Record.self, from: secret.value), secret: secret)
    }

    private func write(_ record: some Encodable, _ name: String, _ old: KeptSecret?) async throws -> KeptSecret {
        let data = try JSONEncoder().encode(record)
        guard let kept = try await secrets.replace(name, old, with: data) else { throw Overtaken() }
        return kept
    }
}
