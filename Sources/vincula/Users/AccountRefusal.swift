import VinculaCore

/// The reason why a change to an account was refused, as a sentence.
enum AccountRefusal {
    /// Runs a change, and describes its refusal in words.
    ///
    /// - Throws: ``ConfigurationError``, or any other error of the closure.
    static func described<Result>(_ change: () async throws -> Result) async throws -> Result {
        do {
            return try await change()
        } catch let error as AuthError {
            throw ConfigurationError(description: words(error))
        }
    }

    private static func words(_ error: AuthError) -> String {
        switch error {
        case .duplicateLocalID: "Another account has this id."
        case .emailExists: "Another account has this email."
        case .phoneNumberExists: "Another account has this phone number."
        case .federatedUserIDAlreadyLinked: "Another account has this identity."
        case .invalidLocalID: "An id has 1 to 128 printable ASCII characters."
        case .invalidEmail: "This is not an email address."
        case .invalidPhoneNumber: "This is not a phone number. Write it with + and the country code, as in +15550100001."
        case .passwordTooLong: "The password is too long."
        case .passwordRequirements(let missing):
            "The password lacks what the project requires: \(missing.joined(separator: "; "))."
        case .weakPassword(let text): "\(text)."
        case .invalidClaims: "The claims must be a JSON object."
        case .claimsTooLarge: "The claims have more than 1,000 characters."
        case .forbiddenClaim(let name): "The claim \(name) is reserved."
        case .providerNotConfigured: "The project does not have this provider."
        case .invalidProfileAttribute(let text): "\(text.prefix(1).uppercased() + text.dropFirst())."
        case .invalidArgument(let text): text
        case .userNotFound: "The account was deleted meanwhile."
        default: "The change was refused: \(error)."
        }
    }
}
