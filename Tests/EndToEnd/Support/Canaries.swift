import Foundation

/// Secrets that can be found again wherever they should not be.
final class Canaries: @unchecked Sendable {
    // Unchecked because of `values`, which is touched only with `lock` held.
    private let lock = NSLock()
    private var values: [String: String] = [:]

    /// A secret of our own making, that nothing else can look like.
    func make(_ name: String) -> String { add("canary\(UUID().uuidString.replacingOccurrences(of: "-", with: ""))", name) }

    /// A secret that the server made.
    @discardableResult
    func add(_ value: String, _ name: String) -> String {
        if value.utf8.count >= 8 { lock.withLock { values[value] = name } }
        return value
    }

    var count: Int { lock.withLock { values.count } }

    /// The names of the secrets that stand somewhere, plain or in base64, hexadecimal or percent-encoding.
    ///
    /// - Parameter isOwner: Which names may stand there.
    func found(in text: Data, except isOwner: (String) -> Bool = { _ in false }) -> [String] {
        lock.withLock {
            values.filter { value, name in
                guard !isOwner(name) else { return false }
                let bytes = Data(value.utf8)
                var forms = [bytes, Data(bytes.map { String($0, radix: 16) }.joined().utf8)]
                // Wherever it begins among the bytes that base64 takes three of.
                for shift in 0..<3 {
                    let encoded = (Data(repeating: 0x2E, count: shift) + bytes).base64EncodedString()
                    forms.append(Data(encoded.dropFirst(shift == 0 ? 0 : 4).prefix(bytes.count).dropLast(4).utf8))
                }
                return forms.contains { text.range(of: $0) != nil }
            }.values.sorted()
        }
    }
}
