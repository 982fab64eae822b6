import Foundation
import NIOHTTP1
import VinculaCore

/// A request to a provider.
///
/// Secrets go into headers and bodies. A URL may end up in a log, so it contains only what a provider accepts nowhere else.
struct ProviderRequest: Sendable {
    enum Body: Sendable {
        case form([(String, String)])
        case json(JSONValue)
        /// A text that is complete.
        case text(Data, type: String)
    }

    var method = HTTPMethod.GET
    var url: String
    var headers: HTTPHeaders = [:]
    var body: Body?

    /// - Parameters:
    ///   - url: The address, without a query.
    ///   - query: The query's fields, unescaped.
    ///   - bearer: The token for the `Authorization` header (RFC 6750).
    static func get(_ url: String, query: [(String, String)] = [], bearer: String? = nil) -> ProviderRequest {
        let request = ProviderRequest(url: query.isEmpty ? url : url + "?" + encoded(query))
        return bearer.map { request.with("Authorization", "Bearer " + $0) } ?? request
    }

    static func post(_ url: String, _ body: Body) -> ProviderRequest {
        ProviderRequest(method: .POST, url: url, body: body)
    }

    /// Returns the request with a header added or replaced.
    func with(_ name: String, _ value: String) -> ProviderRequest {
        var request = self
        request.headers.replaceOrAdd(name: name, value: value)
        return request
    }

    /// Returns the request with a client's id and secret as Basic authentication (RFC 7617).
    func by(client id: String, secret: String) -> ProviderRequest {
        with("Authorization", "Basic " + Data((id + ":" + secret).utf8).base64EncodedString())
    }

    /// The body's bytes and content type.
    var content: (type: String, data: Data)? {
        switch body {
        case .form(let fields): ("application/x-www-form-urlencoded", Data(Self.encoded(fields).utf8))
        case .json(let value): ("application/json", Data(value.text.utf8))
        case .text(let data, let type): (type, data)
        case nil: nil
        }
    }

    private static func encoded(_ fields: [(String, String)]) -> String {
        fields.map { $0.percentEncoded + "=" + $1.percentEncoded }.joined(separator: "&")
    }
}

extension String {
    /// The string with everything percent-encoded except letters, digits, `-`, `.`, `_` and `~` (RFC 3986 §2.3, RFC 5849
    /// §3.6).
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
