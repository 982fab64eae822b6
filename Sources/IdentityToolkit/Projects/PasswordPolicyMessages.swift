/// The rules of a password policy.
public struct CustomStrengthOptions: Codable, Hashable, Sendable {
    /// The minimum number of characters: 6 to 30.
    public var minPasswordLength: Int?
    /// The maximum number of characters.
    public var maxPasswordLength: Int?
    /// Indicates whether a lowercase letter is required.
    public var containsLowercaseCharacter: Bool?
    /// Indicates whether an uppercase letter is required.
    public var containsUppercaseCharacter: Bool?
    /// Indicates whether a digit is required.
    public var containsNumericCharacter: Bool?
    /// Indicates whether a special character is required.
    public var containsNonAlphanumericCharacter: Bool?

    /// Creates rules without any fields set.
    public init() {}
}

/// The response to v2 `passwordPolicy`, with the rules that clients check before they send a password.
public struct PasswordPolicyResponse: Codable, Sendable {
    /// The rules.
    public var customStrengthOptions: CustomStrengthOptions
    /// The characters that count as special, one per string.
    public var allowedNonAlphanumericCharacters: [String]
    /// `ENFORCE` or `OFF`.
    public var enforcementState: String
    /// Indicates whether a password that breaks the policy must be changed at sign-in.
    public var forceUpgradeOnSignin: Bool
    /// The version of the format.
    public var schemaVersion = 1

    /// Creates a response with the given fields.
    public init(
        options: CustomStrengthOptions, nonAlphanumeric: [String], isEnforced: Bool, forceUpgradeOnSignin: Bool
    ) {
        customStrengthOptions = options
        allowedNonAlphanumericCharacters = nonAlphanumeric
        enforcementState = isEnforced ? "ENFORCE" : "OFF"
        self.forceUpgradeOnSignin = forceUpgradeOnSignin
    }
}
