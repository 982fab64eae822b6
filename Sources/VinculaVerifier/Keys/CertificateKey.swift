import Foundation

/// Finds the public key in an X.509 certificate.
///
/// Nothing else of the certificate matters: it comes over TLS from the issuer, as a container of the key.
enum CertificateKey {
    private static let longestPEM = 16_384

    /// The `SubjectPublicKeyInfo` of a certificate in PEM, in DER.
    static func publicKeyInfo(_ pem: String) -> [UInt8]? {
        guard pem.utf8.count <= longestPEM else { return nil }
        let lines = pem.split(whereSeparator: \.isNewline)
        guard lines.first == "-----BEGIN CERTIFICATE-----", lines.last == "-----END CERTIFICATE-----",
            let der = Data(base64Encoded: lines.dropFirst().dropLast().joined())
        else { return nil }
        var certificate = DER(Array(der)[...])
        guard var outer = certificate.sequence(), var fields = outer.sequence() else { return nil }
        // The version is optional; then come the serial number, the algorithm, the issuer, the validity and the subject.
        if fields.peek == 0xA0 { _ = fields.element() }
        for _ in 0..<5 where fields.element() == nil { return nil }
        guard fields.peek == 0x30, let info = fields.element() else { return nil }
        return Array(info.whole)
    }
}

/// Reads elements of DER one after the other.
private struct DER {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var peek: UInt8? { rest.first }

    mutating func sequence() -> DER? {
        guard peek == 0x30, let element = element() else { return nil }
        return DER(element.content)
    }

    mutating func element() -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        guard rest.count >= 2 else { return nil }
        let start = rest.startIndex
        var at = start + 2
        var length = Int(rest[start + 1])
        if length >= 0x80 {
            let count = length & 0x7F
            guard (1...3).contains(count), rest.endIndex - at >= count else { return nil }
            length = rest[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
            at += count
        }
        guard rest.endIndex - at >= length else { return nil }
        defer { rest = rest[(at + length)...] }
        return (rest[start..<at + length], rest[at..<at + length])
    }
}
