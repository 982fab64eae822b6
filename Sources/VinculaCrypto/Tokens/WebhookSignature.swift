import Crypto
package import Foundation

/// Signs the messages of webhooks, in the form of Standard Webhooks (https://www.standardwebhooks.com).
package enum WebhookSignature {
    /// The value of the header `webhook-signature`.
    ///
    /// - Parameters:
    ///   - id: The value of `webhook-id`.
    ///   - timestamp: The value of `webhook-timestamp`, in seconds since 1970.
    ///   - payload: The body.
    ///   - secret: The webhook's secret, as bytes.
    package static func make(id: String, timestamp: Int64, payload: String, secret: Data) -> String {
        let signed = Data("\(id).\(timestamp).\(payload)".utf8)
        let code = HMAC<SHA256>.authenticationCode(for: signed, using: SymmetricKey(data: secret))
        return "v1,\(Data(code).base64EncodedString())"
    }
}
