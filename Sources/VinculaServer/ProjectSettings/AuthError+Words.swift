package import VinculaCore

extension AuthError {
    /// The reason why an administrator's change is refused, without the code that is for clients.
    package var words: String {
        switch self {
        case .invalidConfig(let text), .invalidProviderID(let text), .invalidIssuer(let text), .invalidArgument(let text): text
        case .invalidBlockingFunction:
            """
            A function's address must begin with https://, without user name or fragment, and must not be at a private address.
            """
        case .missingClientID: "The client id is missing."
        case .missingClientSecret: "The client secret is missing."
        case .missingIssuer: "The issuer is missing."
        default: message.firstRange(of: " : ").map { String(message[$0.upperBound...]) } ?? message
        }
    }
}
