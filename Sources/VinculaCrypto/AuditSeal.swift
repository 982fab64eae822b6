import Crypto
package import Foundation

/// Seals the records of the audit log, each together with the one before it.
///
/// The seal is a keyed hash: a plain hash chain could be recomputed by anyone who can write the database.
package struct AuditSeal: Sendable {
    /// The key's length, in bytes.
    package static let keyLength = 32

    private let key: SymmetricKey

    package init(key: Data) { self.key = SymmetricKey(data: key) }

    /// The seal of a record.
    ///
    /// - Parameters:
    ///   - record: The record's canonical bytes.
    ///   - previous: The seal of the record before it; empty for the first.
    package func seal(_ record: Data, after previous: Data) -> Data { mac("entry", previous, record) }

    /// The seal of the log's end, which shows that nothing was cut off.
    package func seal(head sequence: Int64, _ mac: Data) -> Data {
        self.mac("head", mac, withUnsafeBytes(of: sequence.bigEndian) { Data($0) })
    }

    /// The seal of a record that has no place in the log yet.
    ///
    /// - Parameter record: The record's canonical bytes, with 0 as its number.
    package func seal(waiting record: Data) -> Data { mac("waiting", Data(), record) }

    private func mac(_ purpose: String, _ first: Data, _ second: Data) -> Data {
        var hash = HMAC<SHA256>(key: key)
        hash.update(data: Data(purpose.utf8))
        hash.update(data: Data([0, UInt8(first.count)]))
        hash.update(data: first)
        hash.update(data: second)
        return Data(hash.finalize())
    }
}
