import Foundation

/// Secrets that can be found again wherever they should not be.
final class Canaries: @unchecked Sendable {
    private struct Secret {
        let name: String
        /// Its bytes as they are, in hexadecimal and in base64.
        let forms: [[UInt8]]
    }

    // Unchecked because of `secrets`, which is touched only with `lock` held.
    private let lock = NSLock()
    private var secrets: [String: Secret] = [:]

    /// A secret of our own making, that nothing else can look like.
    func make(_ name: String) -> String { add("canary\(UUID().uuidString.replacingOccurrences(of: "-", with: ""))", name) }

    /// A secret that the server made.
    @discardableResult
    func add(_ value: String, _ name: String) -> String {
        if value.utf8.count >= 8 {
            let secret = Secret(name: name, forms: Self.forms(of: Data(value.utf8)))
            lock.withLock { secrets[value] = secret }
        }
        return value
    }

    var count: Int { lock.withLock { secrets.count } }

    /// The names of the secrets that stand somewhere, plain or in base64, hexadecimal or percent-encoding.
    ///
    /// - Parameter isOwner: Which names may stand there.
    func found(in text: Data, except isOwner: (String) -> Bool = { _ in false }) -> [String] {
        let secrets = lock.withLock { Array(self.secrets.values) }
        return text.withUnsafeBytes { text in
            secrets.filter { secret in
                !isOwner(secret.name) && secret.forms.contains { Self.contains(text, $0) }
            }.map(\.name).sorted()
        }
    }

    private static func forms(of bytes: Data) -> [[UInt8]] {
        var forms = [Array(bytes), Array(bytes.map { String($0, radix: 16) }.joined().utf8)]
        // Wherever it begins among the bytes that base64 takes three of.
        for shift in 0..<3 {
            let encoded = (Data(repeating: 0x2E, count: shift) + bytes).base64EncodedString()
            forms.append(Array(encoded.dropFirst(shift == 0 ? 0 : 4).prefix(bytes.count).dropLast(4).utf8))
        }
        return forms
    }

    /// Indicates whether bytes contain others: by libc, because `Data.range(of:)` takes seconds for a log in a debug build.
    private static func contains(_ text: UnsafeRawBufferPointer, _ form: [UInt8]) -> Bool {
        guard let first = form.first, let base = text.baseAddress else { return false }
        var offset = 0
        while offset + form.count <= text.count,
            let hit = memchr(base + offset, Int32(first), text.count - offset - form.count + 1)
        {
            if memcmp(hit, form, form.count) == 0 { return true }
            offset = base.distance(to: UnsafeRawPointer(hit)) + 1
        }
        return false
    }
}
