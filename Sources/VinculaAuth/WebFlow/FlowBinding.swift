import Crypto
import Foundation

/// What ties one run of a browser to one flow of this process.
struct FlowBinding: Sendable {
    let authType = "signInWithRedirect"
    /// Comes back in the redirect, which shows that the redirect answers our page.
    let eventID = FlowBinding.randomString(10, of: FlowBinding.letters)
    /// The browser sees only this secret's hash. The server demands the secret itself with the browser's result, so that
    /// whoever saw the addresses that the browser visited cannot redeem them.
    let sessionID = FlowBinding.secret()
    /// Where the loopback listener takes the result.
    let loopbackPath = "/" + FlowBinding.secret()
    /// Where the loopback listener sends the browser to the sign-in page.
    let launchPath = "/" + FlowBinding.secret()

    var sessionHash: String {
        let digits = Array("0123456789abcdef")
        return SHA256.hash(data: Data(sessionID.utf8)).reduce(into: "") {
            $0.append(digits[Int($1 >> 4)])
            $0.append(digits[Int($1 & 15)])
        }
    }

    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    private static let lowercase = Array("abcdefghijklmnopqrstuvwxyz")
    private static let digits = Array("0123456789")

    /// 22 letters and digits have more than 128 bits.
    private static func secret() -> String { randomString(22, of: letters + lowercase + digits) }

    private static func randomString(_ length: Int, of alphabet: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
    }
}

extension String {
    /// Compares in a time that depends on the lengths only.
    func equalsInConstantTime(_ other: String) -> Bool {
        let (mine, theirs) = (Array(utf8), Array(other.utf8))
        guard mine.count == theirs.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(mine, theirs) { difference |= left ^ right }
        return difference == 0
    }
}
