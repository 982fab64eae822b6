/// `accounts:verifyIosClient`: prove, by a push notification, that an app on a device asks.
public struct VerifyIosClientRequest: Codable, Sendable {
    /// The device token that Apple's push service gave, in hexadecimal.
    public var appToken: String?
    /// Whether the token is of the push service's sandbox.
    public var isSandbox: Bool?

    public init() {}
}

/// The answer to `accounts:verifyIosClient`. The secret that goes with the receipt comes by push notification.
public struct VerifyIosClientResponse: Codable, Sendable {
    public var receipt: String?
    /// How many seconds to wait for the notification.
    @Lenient public var suggestedTimeout: Int64Text?

    public init() {}
}
