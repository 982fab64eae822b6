import Crypto
package import Foundation

/// The SHA-256 digest of data that arrives in pieces.
package struct FileDigest {
    private var hash = SHA256()

    package init() {}

    package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { hash.update(bufferPointer: $0) } }

    package func finish() -> Data { Data(hash.finalize()) }
}
