import Crypto

/// SHA-256 of a text's bytes, as the key of a cache: a lookup costs the same whatever the text says.
package struct TextDigest: Hashable, Sendable {
    private let digest: SHA256Digest

    package init(_ text: String) {
        var text = text
        digest = text.withUTF8 { bytes in
            var hash = SHA256()
            hash.update(bufferPointer: UnsafeRawBufferPointer(bytes))
            return hash.finalize()
        }
    }
}
