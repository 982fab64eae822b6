public import Foundation
import VinculaProof

/// When a backend asks for proofs that the sender of an ID token has the key that its session is bound to (RFC 9449).
///
/// Sessions that `VinculaAuth` opens are bound to a key of the device. A backend that asks for proofs refuses a token that was
/// stolen, from a log say. Its apps have to send proofs then: `User.provenIDToken(for:method:)` makes them. Unmodified Firebase
/// clients cannot.
///
/// A proof is for one address, so the backend says what its own are; the field `Host` of a request is the sender's choice.
public struct ProofPolicy: Hashable, Sendable {
    enum Demand: Hashable, Sendable {
        case off
        case ifBound
        case required
    }

    let demand: Demand
    /// The backend's public addresses.
    let addresses: [URL]

    /// Asks for no proof, and looks at none. The default, because apps that send the token alone would be refused otherwise.
    public static let off = ProofPolicy(demand: .off, addresses: [])

    /// Asks for a proof with every token that is bound to a key; others are accepted without.
    ///
    /// - Parameter addresses: The backend's public addresses, as its apps use them, such as `https://api.example.com`.
    /// - Returns: The policy.
    public static func ifBound(at addresses: URL...) -> ProofPolicy { ProofPolicy(demand: .ifBound, addresses: addresses) }

    /// Asks for a proof with every token, and refuses tokens that are not bound to a key.
    ///
    /// - Parameter addresses: The backend's public addresses, as its apps use them, such as `https://api.example.com`.
    /// - Returns: The policy.
    public static func required(at addresses: URL...) -> ProofPolicy { ProofPolicy(demand: .required, addresses: addresses) }

    /// True if proofs are asked for.
    public var asksForProofs: Bool { demand != .off }

    /// - Returns: The addresses in the form in which paths are added to them.
    /// - Throws: ``ConfigurationError/invalidPublicAddress(_:)``, ``ConfigurationError/noPublicAddress``.
    func bases() throws(ConfigurationError) -> [String] {
        guard asksForProofs else { return [] }
        guard !addresses.isEmpty else { throw .noPublicAddress }
        var bases: [String] = []
        for address in addresses {
            var text = address.absoluteString
            guard address.query == nil, address.fragment == nil, ProofAddress(text) != nil else {
                throw .invalidPublicAddress(address)
            }
            while text.hasSuffix("/") { text.removeLast() }
            bases.append(text)
        }
        return bases
    }
}

/// What a proof says about its request, as the request itself has it.
public struct ProvenRequest: Hashable, Sendable {
    /// The method, such as `POST`.
    public var method: String
    /// The path, as it came; a query does not matter.
    public var path: String
    /// The values of the header field `DPoP`, all of them: more than one is refused.
    public var proofs: [String]

    /// Creates the description of a request.
    ///
    /// - Parameters:
    ///   - method: The method, such as `POST`.
    ///   - path: The path, as it came.
    ///   - proofs: The values of the header field `DPoP`.
    public init(method: String, path: String, proofs: [String]) {
        self.method = method
        self.path = path
        self.proofs = proofs
    }
}
