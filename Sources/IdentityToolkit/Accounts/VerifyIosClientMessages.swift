/// The request to `accounts:verifyIosClient`, which proves by a push notification that requests come from an app on a
/// device.
public struct VerifyIosClientRequest: Codable, Sendable {
    /// The device token from Apple's push service, in hexadecimal.
    public var appToken: String?
    /// Indicates whether the token is for the push service's sandbox.
    public var isSandbox: Bool?

    /// Creates an empty request.
    public init() {}
}

/// The response to `accounts:verifyIosClient`. The secret that belongs to the receipt is sent by push notification.
public struct VerifyIosClientResponse: Codable, Sendable {
    /// The receipt to send with the secret from the push notification.
    public var receipt: String?
    /// The number of seconds to wait for the notification, as a decimal string.
    @Lenient public var suggestedTimeout: Int64Text?

    /// Creates an empty response.
    public init() {}
}
