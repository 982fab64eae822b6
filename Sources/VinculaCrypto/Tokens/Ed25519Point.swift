import Foundation

/// The points of Ed25519 that must not be used as a key, or in a signature.
///
/// Eight points have a small order, and with one of them as a key anybody can sign: a signature made without a private key
/// is valid for every eighth message, or for all. Some have a second encoding, which RFC 8032 §5.1.3 refuses.
enum Ed25519Point {
    /// The `y` of the small-order points, little-endian, without the sign: 0, 1, -1, and the two of order 8.
    private static let small: [[UInt8]] = [
        [0x00] + Array(repeating: 0x00, count: 31),
        [0x01] + Array(repeating: 0x00, count: 31),
        [0xEC] + Array(repeating: 0xFF, count: 30) + [0x7F],
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF, 0xAC,
            0x05,
            0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20, 0x53,
            0xFA,
            0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
    ]

    /// Indicates whether 32 bytes can be the canonical encoding of a point whose order is not small. The verification checks
    /// that the point is on the curve.
    static func isSafe(_ bytes: Data) -> Bool {
        guard bytes.count == 32 else { return false }
        var y = Array(bytes)
        y[31] &= 0x7F
        return isReduced(y) && !small.contains(y)
    }

    /// Indicates whether a number is below 2²⁵⁵ − 19.
    private static func isReduced(_ y: [UInt8]) -> Bool { y[0] < 0xED || y[31] != 0x7F || y[1...30].contains { $0 != 0xFF } }
}
