public import Foundation

extension AuthErrorCode {
    /// The name that this type had in releases 9 and 10 of FirebaseAuth.
    public typealias Code = AuthErrorCode

    /// The code itself.
    public var code: Self { self }

    /// Reads the code of an error that the API threw.
    ///
    /// Nil for errors of other domains, and for codes that are unknown.
    ///
    /// - Parameter error: What was caught.
    public init?(_ error: any Error) {
        let error = error as NSError
        guard error.domain == AuthErrorDomain else { return nil }
        self.init(rawValue: error.code)
    }

    /// Reads the code of an error, as releases 9 and 10 did.
    ///
    /// An error of another domain, or with an unknown code, becomes ``internalError``; ``init(_:)-(Error)`` tells them apart.
    ///
    /// - Parameter error: What was caught.
    public init(_nsError error: NSError) { self = AuthErrorCode(error as any Error) ?? .internalError }

    /// The code itself, as releases 9 and 10 spelled it.
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

// Static members, not cases: a `switch` over all cases of today's FirebaseAuth must stay complete.
extension AuthErrorCode {
    /// Firebase's Dynamic Links are gone; links have a hosting domain.
    @available(*, deprecated, renamed: "invalidHostingLinkDomain")
    public static var invalidDynamicLinkDomain: AuthErrorCode { .invalidHostingLinkDomain }

    /// Firebase's Dynamic Links are gone.
    @available(*, deprecated, renamed: "operationNotAllowed")
    public static var dynamicLinkNotActivated: AuthErrorCode { .operationNotAllowed }
}
