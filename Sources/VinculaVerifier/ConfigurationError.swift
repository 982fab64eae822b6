public import Foundation

/// A mistake in the setup of a verifier, found when it is created.
public enum ConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The project's id is empty.
    case noProject
    /// ID tokens and session cookies have the same issuer.
    case sameIssuer
    /// No algorithm is accepted.
    case noAlgorithm
    /// An address is neither https nor on this machine.
    case insecureAddress(URL)
    /// Proofs are asked for, and the backend's own address is not named.
    case noPublicAddress
    /// A backend's own address is none of a web server, or has a query.
    case invalidPublicAddress(URL)
    /// A service account's key file cannot be read.
    case invalidKeyFile

    /// The mistake, in a sentence.
    public var description: String {
        switch self {
        case .noProject: "The project's id is empty."
        case .sameIssuer: "The issuers of ID tokens and of session cookies must differ."
        case .noAlgorithm: "At least one algorithm must be accepted."
        case .insecureAddress(let url): "\(url.absoluteString) must be https; plain http is accepted on this machine only."
        case .noPublicAddress: "Name the backend's public address, which proofs are for."
        case .invalidPublicAddress(let url): "\(url.absoluteString) is not the public address of a backend."
        case .invalidKeyFile: "The service account's key file must be the JSON that `vincula service-accounts create` writes."
        }
    }
}

/// The rule for addresses: nobody on the network may replace what they answer.
enum SecureAddress {
    static func check(_ url: URL) throws(ConfigurationError) {
        guard let host = url.host(), !host.isEmpty else { throw .insecureAddress(url) }
        let isHere = ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
        guard url.scheme == "https" || url.scheme == "http" && isHere else { throw .insecureAddress(url) }
    }
}
