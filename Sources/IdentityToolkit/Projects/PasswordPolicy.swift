/// The rules of a password policy.
public struct CustomStrengthOptions: Codable, Hashable, Sendable {
    public var minPasswordLength: Int?
    public var maxPasswordLength: Int?
    public var containsLowercaseCharacter: Bool?
    public var containsUppercaseCharacter: Bool?
    public var containsNumericCharacter: Bool?
    public var containsNonAlphanumericCharacter: Bool?

    public init() {}
}

/// The response to v2 `passwordPolicy`, with the rules that clients check before they send a password.
public struct PasswordPolicyResponse: Codable, Sendable {
    public var customStrengthOptions: CustomStrengthOptions
    public var allowedNonAlphanumericCharacters: [String]
    public var enforcementState: String
    public var forceUpgradeOnSignin: Bool
    public var schemaVersion = 1

    public init(
        options: CustomStrengthOptions, nonAlphanumeric: [String], isEnforced: Bool, forceUpgradeOnSignin: Bool
    ) {
        customStrengthOptions = options
        allowedNonAlphanumericCharacters = nonAlphanumeric
        enforcementState = isEnforced ? "ENFORCE" : "OFF"
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
    }
}
