public import Foundation

extension AuthErrorCode {
    /// The name of this type in releases 9 and 10 of FirebaseAuth.
    public typealias Code = AuthErrorCode

    /// The code itself.
    public var code: Self { self }

    /// Reads the code of an error that the API threw.
    ///
    /// Nil for errors of other domains, and for codes that are unknown.
    ///
    /// - Parameter error: The caught error.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == AuthErrorDomain else { return nil }
        self.init(rawValue: error.code)
    }

    /// Reads the code of an error, as releases 9 and 10 did.
    ///
    /// An error of another domain, or with an unknown code, becomes ``internalError``; ``init(_:)-(Error)`` tells them apart.
    ///
    /// - Parameter error: The caught error.
    public init(_nsError error: NSError) { self = AuthErrorCode(error as any Error) ?? .internalError }

    /// Creates a copy of the code, as releases 9 and 10 allowed.
    public init(_ code: Code) { self = code }
}

extension AuthErrorCode: CustomNSError {
    /// The domain of the API's errors.
    public static var errorDomain: String { AuthErrorDomain }

    /// The raw value.
    public var errorCode: Int { rawValue }

    /// The name and the standard message.
    public var errorUserInfo: [String: Any] {
        [AuthErrorUserInfoNameKey: name, NSLocalizedDescriptionKey: standardMessage]
    }
}

// Static members, not cases: a `switch` over all cases of the current FirebaseAuth must stay exhaustive.
extension AuthErrorCode {
    /// Firebase Dynamic Links no longer exist; links have a hosting domain.
    @available(*, deprecated, renamed: "invalidHostingLinkDomain")
    public static var invalidDynamicLinkDomain: AuthErrorCode { .invalidHostingLinkDomain }

    /// Firebase Dynamic Links no longer exist.
    @available(*, deprecated, renamed: "operationNotAllowed")
    public static var dynamicLinkNotActivated: AuthErrorCode { .operationNotAllowed }
}
