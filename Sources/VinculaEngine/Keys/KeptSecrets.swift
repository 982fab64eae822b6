package import Foundation
import VinculaCore
import VinculaCrypto

/// A sealed record, as read.
package struct KeptSecret: Sendable {
    package let value: Data
    /// The record as it is stored, by which a change by somebody else is noticed.
    fileprivate let sealed: Data
}

/// Records of the server's own that have secrets and change, such as its certificate with its key. They are sealed under the
/// master key.
package struct KeptSecrets: TransactionalUseCases {
    let transactions: Transactions
    let sealer: Sealer

    package func read(_ name: String) async throws -> KeptSecret? {
        guard let sealed = try await read({ try $0.reads.sealedSecret(name) }) else { return nil }
        return KeptSecret(value: try sealer.open(sealed, place: name), sealed: sealed)
    }

    /// Writes a record, unless it has changed since it was read.
    ///
    /// - Parameters:
    ///   - name: The record.
    ///   - old: The record as read; `nil` if there was none.
    ///   - value: The new contents.
    /// - Returns: The new record; `nil` if somebody else has changed it.
    package func replace(_ name: String, _ old: KeptSecret?, with value: Data) async throws -> KeptSecret? {
        let sealed = try sealer.seal(value, place: name)
        let isWritten = try await claim {
            try $0.transaction.replaceSealedSecret(name, from: old?.sealed, with: sealed)
        }
        return isWritten ? KeptSecret(value: value, sealed: sealed) : nil
    }
}
