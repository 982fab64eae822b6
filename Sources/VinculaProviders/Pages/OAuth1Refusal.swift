import Foundation
import VinculaCore

/// A provider's reasons for refusing a request that OAuth 1.0a signs.
///
/// X states them as JSON, as XML (`<errors><error code="415">…</error></errors>`, or `<hash><error>…</error></hash>` without
/// numbers), or in words alone.
struct OAuth1Refusal: Sendable {
    /// The signature's time is too far from the provider's.
    var isAboutTime = false
    /// The redirect address is not registered with the provider.
    var isAboutRedirect = false

    /// The provider has suspended the account of the person, or that of the app's owner.
    var isAboutSuspension = false

    /// The longest body that is read, in bytes; X's have a few hundred.
    private static let longest = 8192
    /// X's numbers for a suspended account.
    static let suspensions: Set<Int64> = [63, 64]
    /// OAuth's `error`, as it would be if X had one for a suspended account.
    static let suspended = AuthError.providerRefused(code: "account_suspended")
    /// The greatest number of errors that are read.
    private static let most = 16

    init(_ response: ProviderHTTP.Response) {
        guard response.body.count <= Self.longest else { return }
        if let object = response.object {
            guard case .array(let errors)? = object["errors"] else { return }
            for error in errors.prefix(Self.most) { note(error["code"]?.int, error["message"]?.string ?? "") }
            return
        }
        // What matters is ASCII, whatever the document's encoding.
        let text = String(decoding: response.body.filter { $0 < 0x80 }, as: UTF8.self)
        let elements = Self.errors(inXML: text)
        for error in elements { note(error.code, error.words) }
        if elements.isEmpty { note(nil, text) }
    }

    private mutating func note(_ code: Int64?, _ words: String) {
        let words = words.prefix(Self.longest).lowercased()
        if code == 135 || words.contains("timestamp out of bounds") { isAboutTime = true }
        if code == 415 || words.contains("callback url not approved") || words.contains("callback/url not approved") {
            isAboutRedirect = true
        }
        if code.map(Self.suspensions.contains) == true || words.contains("suspended") { isAboutSuspension = true }
    }

    /// Finds the elements `error`, by one pass: a parser of XML would also resolve entities.
    private static func errors(inXML text: String) -> [(code: Int64?, words: String)] {
        var found: [(code: Int64?, words: String)] = []
        for part in text.split(separator: "<").prefix(256) where found.count < most {
            let isElement = part.hasPrefix("error>") || part.hasPrefix("error ")
            guard isElement, let end = part.firstIndex(of: ">") else { continue }
            found.append((code(in: part[..<end]), String(part[part.index(after: end)...])))
        }
        return found
    }

    /// The attribute `code` of a start tag.
    private static func code(in tag: Substring) -> Int64? {
        guard let name = tag.range(of: " code=") else { return nil }
        let value = tag[name.upperBound...].drop { $0 == "\"" || $0 == "'" }
        return Int64(value.prefix { $0.isASCII && $0.isNumber }.prefix(9))
    }
}
