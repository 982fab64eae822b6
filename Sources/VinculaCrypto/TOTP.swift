package import Foundation

/// Time-based one-time passwords (RFC 6238), as authenticator apps make them: SHA-1, six digits, 30 seconds.
///
/// Most apps support nothing else, whatever their QR code says.
package enum TOTP {
    /// The secret's length, in bytes: that of the hash (RFC 4226 §4).
    package static let secretLength = 20
    package static let digits = 6
    /// The period of validity of a code, in seconds.
    package static let periodSeconds: Int64 = 30

    /// The period that a time falls into.
    ///
    /// - Parameter seconds: Since 1970.
    package static func period(at seconds: Int64) -> Int64 {
        let (quotient, remainder) = seconds.quotientAndRemainder(dividingBy: periodSeconds)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The code of a period.
    package static func code(_ secret: Data, period: Int64) -> String {
        let counter = withUnsafeBytes(of: period.bigEndian) { Data($0) }
        let hash = [UInt8](counter.hmacSHA1(key: secret))
        let offset = Int(hash[19] & 0x0F)
        let number = hash[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let text = String(number % 1_000_000)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// Finds the period that a presented code belongs to, in constant time.
    ///
    /// - Parameters:
    ///   - code: The code as received.
    ///   - secret: The secret that the app and the server share.
    ///   - now: In seconds since 1970.
    ///   - adjacent: The number of periods that the app's clock may be off, either way.
    /// - Returns: The latest period with that code; `nil` if none near has it.
    package static func period(of code: String, _ secret: Data, at now: Int64, adjacent: Int) -> Int64? {
        let present = period(at: now)
        let periods = present - Int64(adjacent)...present + Int64(adjacent)
        var found: Int64?
        for period in periods where FixedTime.areEqual(Array(self.code(secret, period: period).utf8), Array(code.utf8)) {
            found = period
        }
        return found
    }
}
