/// The reason why one account of an import is refused. The texts are those of Google's servers, where they have one.
package enum ImportFault: Error, Hashable, Sendable {
    case missingID
    case invalidID
    case otherTenant
    case invalidClaims
    case claimsTooLarge
    case reservedClaim
    /// An identity without an id at its provider.
    case incompleteIdentity
    case unknownProvider(String)
    case severalOfAProvider(String)
    case identityTaken
    case invalidPhone
    case phoneTaken
    case invalidEmail
    case emailTaken
    case factorWithoutEmail
    case factorWithUnverifiedEmail
    case factorIDTwice
    case factorIsNoPhone
    case invalidFactorPhone
    case exists
    /// The password hash cannot be used.
    case hash(String)
    /// Any other value cannot be used.
    case value(String)

    package var message: String {
        switch self {
        case .missingID: "localId is missing"
        case .invalidID: "localId must have 1 to 128 printable ASCII characters"
        case .otherTenant: "Tenant id in userInfo does not match the tenant id in request."
        case .invalidClaims: "Invalid custom claims provided."
        case .claimsTooLarge: "Custom claims provided are too large."
        case .reservedClaim: "Custom claims provided include a reserved claim."
        case .incompleteIdentity: "federatedId or (providerId & rawId) is required"
        case .unknownProvider(let id): "provider is not configured: \(id.prefix(100))"
        case .severalOfAProvider(let id): "only one identity of a provider is possible: \(id.prefix(100))"
        case .identityTaken: "raw id exists in other account in database"
        case .invalidPhone: "phone number format is invalid"
        case .phoneTaken: "phone number exists in other account in database"
        case .invalidEmail: "email is invalid"
        case .emailTaken: "email exists in other account in database"
        case .factorWithoutEmail: "Second factor account requires email to be presented."
        case .factorWithUnverifiedEmail: "Second factor account requires email to be verified."
        case .factorIDTwice: "Enrollment id already exists."
        case .factorIsNoPhone: "Second factor not supported."
        case .invalidFactorPhone: "Phone number format is invalid"
        case .exists: "localId belongs to an existing account - can not overwrite."
        case .hash(let reason): "passwordHash cannot be used: \(reason)"
        case .value(let reason): reason
        }
    }
}

extension ImportFault {
    /// The kind of the refusal, for counting: one of a few texts.
    package var kind: String {
        switch self {
        case .emailTaken: "another account has the email"
        case .phoneTaken: "another account has the phone number"
        case .identityTaken: "another account has an identity"
        case .exists: "another account has the id"
        case .unknownProvider: "a provider is not configured"
        case .factorIsNoPhone: "an authenticator app, which Google does not export"
        case .hash: "the password hash cannot be used"
        case .invalidClaims, .claimsTooLarge, .reservedClaim: "the custom claims cannot be used"
        case .factorWithoutEmail, .factorWithUnverifiedEmail, .factorIDTwice, .invalidFactorPhone:
            "a second factor cannot be used"
        default: "a value is missing or cannot be used"
        }
    }
}

/// A value that two accounts of one import have, which refuses the whole import.
package enum ImportDuplicate: Hashable, Sendable {
    case id(String)
    case email(String)
    case identity(provider: String, subject: String)
}
