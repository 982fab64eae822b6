import Foundation
import VinculaDelivery
import VinculaEngine

/// The gateway for text messages.
struct TextConfiguration {
    let options: TextGatewayOptions

    /// - Returns: `nil` if no gateway is set.
    /// - Throws: ``ConfigurationError``, which names what is missing.
    init?(_ values: SettingValues) throws {
        let (url, from, account, token) = (values[\.sms.url], values[\.sms.from], values[\.sms.account], values[\.sms.token])
        let gateway = values[\.sms.gateway]
        guard gateway != .none else {
            guard url == nil, from == nil, account == nil, token == nil else {
                throw ConfigurationError(\.sms.gateway, "sms.gateway is not set, but other settings of text messages are.")
            }
            return nil
        }
        guard let token, !token.isEmpty else {
            throw ConfigurationError(\.sms.token, "sms.token is not set; it has no flag: set VINCULA_SMS_TOKEN.")
        }
        guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ConfigurationError(\.sms.token, "sms.token may have printable ASCII characters only.")
        }
        let form: TextGatewayOptions.Form
        let address: String
        if gateway == .twilio {
            guard let account, account.utf8.allSatisfy({ Self.isPlain($0) }), !account.isEmpty else {
                throw ConfigurationError(\.sms.account, "sms.account must be the id of the Twilio account (AC…).")
            }
            guard from != nil else {
                throw ConfigurationError(\.sms.from, "sms.from is not set: a number of the account, or a messaging service.")
            }
            form = .twilio(account: account)
            address = url ?? "https://api.twilio.com/2010-04-01/Accounts/\(account)/Messages.json"
        } else {
            guard let url else { throw ConfigurationError(\.sms.url, "sms.url is not set: the gateway's address.") }
            guard account == nil else {
                throw ConfigurationError(\.sms.account, "sms.account is Twilio's: leave it out with sms.gateway json.")
            }
            form = .json
            address = url
        }
        guard address.hasPrefix("https://") || Self.isLoopback(address) else {
            throw ConfigurationError(\.sms.url, "sms.url must begin with https: codes would be sent unencrypted.")
        }
        options = TextGatewayOptions(
            form: form, url: address, from: from, token: token, timeoutSeconds: values[\.sms.timeoutSeconds])
    }

    /// The gateway's host and port, for people.
    var host: String { URL(string: options.url)?.host() ?? options.url }

    /// True if the gateway is on this machine.
    var isLoopback: Bool { Self.isLoopback(options.url) }

    private static func isLoopback(_ url: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(URL(string: url)?.host() ?? "")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

extension ServerConfiguration {
    /// The delivery of text messages.
    var textDelivery: TextDelivery { texts != nil ? .gateway : isDevelopment ? .inbox : .none }
}
