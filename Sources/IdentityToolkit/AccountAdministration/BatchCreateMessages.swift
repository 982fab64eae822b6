/// The request to `projects.accounts:batchCreate`, and to v3 `uploadAccount`.
public struct BatchCreateRequest: AdministratorRequest {
    /// The accounts, at most 1000.
    public var users: [UploadedAccount]?
    /// Indicates whether an account with the same id is replaced; otherwise it is an error. `false` if absent.
    public var allowOverwrite: Bool?
    /// Indicates whether emails and identities that occur twice in the request refuse all of it. `false` if absent.
    public var sanityCheck: Bool?
    /// The algorithm of the password hashes, such as `SCRYPT` or `BCRYPT`. Required if there are any.
    public var hashAlgorithm: String?
    /// The secret key of SCRYPT and HMAC_*, in base64.
    public var signerKey: String?
    /// The bytes between salt and password, in base64. Only for SCRYPT.
    public var saltSeparator: String?
    /// The rounds of SCRYPT, PBKDF_*, and plain digests.
    public var rounds: Int64Text?
    /// The memory cost of SCRYPT.
    public var memoryCost: Int64Text?
    /// The cost N of STANDARD_SCRYPT.
    public var cpuMemCost: Int64Text?
    /// The block size r of STANDARD_SCRYPT.
    public var blockSize: Int64Text?
    /// The parallelization p of STANDARD_SCRYPT.
    public var parallelization: Int64Text?
    /// The length of the hashes of STANDARD_SCRYPT, in bytes.
    public var dkLen: Int64Text?
    /// The order of salt and password in HMAC_* and plain digests.
    public var passwordHashOrder: PasswordHashOrder?
    /// The parameters of ARGON2.
    public var argon2Parameters: Argon2Parameters?
    /// The id of the project, if the path names none. The caller needs rights in it.
    public var targetProjectId: String?
    /// The tenant's id. Absent or empty for the project itself.
    public var tenantId: String?

    /// Creates an empty request.
    public init() {}

    /// The fields of Google's type `V1UploadAccountRequest`.
    public static let discovered = DiscoveredFields("V1UploadAccountRequest")

    /// The parameters of Argon2.
    public struct Argon2Parameters: Codable, Sendable {
        /// The associated data, in base64.
        public var associatedData: String?
        /// The length of the hashes, in bytes.
        public var hashLengthBytes: Int64Text?
        /// The variant.
        public var hashType: Argon2HashType?
        /// The number of passes.
        public var iterations: Int64Text?
        /// The memory, in KiB.
        public var memoryCostKib: Int64Text?
        /// The number of lanes.
        public var parallelism: Int64Text?
        /// The version; 0x13 if absent.
        public var version: Argon2Version?

        /// Creates a value without any fields set.
        public init() {}
    }
}

/// The response to `projects.accounts:batchCreate`, with the accounts that were not imported.
public struct BatchCreateResponse: Codable, Sendable {
    /// An account that was not imported.
    public struct ErrorInfo: Codable, Sendable {
        /// The position of the account in the request, from 0.
        public var index: Int
        /// The reason.
        public var message: String

        /// Creates a value with the given fields.
        public init(index: Int, message: String) {
            self.index = index
            self.message = message
        }
    }

    /// The name of Google's type for this response.
    public var kind = "identitytoolkit#UploadAccountResponse"
    /// The accounts that were not imported.
    public var error: [ErrorInfo]

    /// Creates a response.
    public init(error: [ErrorInfo]) { self.error = error }
}
