package import Foundation

/// The SHA-256 of a public key in canonical form (RFC 7638), by which a session names the key that it is bound to.
package struct KeyThumbprint: Hashable, Sendable {
    /// 32 bytes.
    package let bytes: Data

    package init(_ bytes: Data) { self.bytes = bytes }
}
