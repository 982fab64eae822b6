import Crypto
import Foundation

/// Binds one browser session to one flow of this process.
struct FlowBinding: Sendable {
    let authType = "signInWithRedirect"
    /// Returned in the redirect, which proves that the redirect belongs to our page.
    let eventID = FlowBinding.randomString(10, of: FlowBinding.letters)
    /// A secret of which the browser sees only the hash. The server requires the secret itself together with the browser's
    /// result, so that anyone who saw the URLs that the browser visited cannot redeem them.
    let sessionID = FlowBinding.secret()
    /// The path at which the loopback listener receives the result.
    let loopbackPath = "/" + FlowBinding.secret()
    /// The path at which the loopback listener redirects the browser to the sign-in page.
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

    /// 22 letters and digits have more than 128 bits of entropy.
    private static func secret() -> String { randomString(22, of: letters + lowercase + digits) }

    private static func randomString(_ length: Int, of alphabet: [Character]) -> String {
        var generator = SystemRandomNumberGenerator()
        return String((0..<length).compactMap { _ in alphabet.randomElement(using: &generator) })
    }
}

extension String {
    /// Compares two strings in a time that depends on their lengths only.
    func equalsInConstantTime(_ other: String) -> Bool {
        let (mine, theirs) = (Array(utf8), Array(other.utf8))
        guard mine.count == theirs.count else { return false }
        var difference: UInt8 = 0
        for (left, right) in zip(mine, theirs) { difference |= left ^ right }
        return difference == 0
    }
}
