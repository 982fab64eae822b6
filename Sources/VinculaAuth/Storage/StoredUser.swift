import Foundation

/// A signed-in user as kept in an ``AuthStorage``: versioned JSON that names the app and the server of the session.
///
/// `{"version":1,"appID":"1:2:ios:3","apiKey":"…","server":"https://…","user":{…}}`, without a server for Google's own. Dates
/// are seconds since 2001-01-01 UTC, `Date`'s own reference, so that they are read back bit for bit as written.
struct StoredUser: Hashable, Sendable {
    /// The only version so far. A higher one was written by a newer SDK.
    static let version = 1

    var appID: String
    var apiKey: String
    /// The only server that may receive the tokens, in the form of ``ServerAddress/origin``; nil for Google's own.
    var server: String?
    var user: UserState

    /// Encodes the bytes to store. Equal states produce equal bytes.
    ///
    /// - Throws: ``StoredUserError/notEncodable(_:)`` for a value that JSON cannot represent, such as an infinite date.
    static func encode(_ user: UserState, appID: String, apiKey: String, server: String? = nil) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(Envelope(version: version, appID: appID, apiKey: apiKey, server: server, user: user))
        } catch EncodingError.invalidValue(_, let context) {
            throw StoredUserError.notEncodable(path(context.codingPath))
        }
    }

    /// Decodes stored bytes. Dates that no calendar can represent become unknown.
    ///
    /// - Throws: ``StoredUserError``, which names the position of the damage but never quotes the stored data.
    static func decode(_ data: Data) throws -> StoredUser {
        if data.isEmpty { throw StoredUserError.empty }
        let decoder = JSONDecoder()
        do {
            let version = try decoder.decode(Header.self, from: data).version
            guard version == Self.version else { throw StoredUserError.unknownVersion(version) }
            let envelope = try decoder.decode(Envelope.self, from: data)
            return StoredUser(
                appID: envelope.appID, apiKey: envelope.apiKey, server: envelope.server, user: envelope.user.withKnownTimes)
        } catch DecodingError.keyNotFound(let key, let context) {
            throw StoredUserError.missing(path(context.codingPath + [key]))
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            throw StoredUserError.wrongType(path(context.codingPath))
        } catch DecodingError.dataCorrupted(let context) where !context.codingPath.isEmpty {
            throw StoredUserError.wrongType(path(context.codingPath))
        } catch is DecodingError {
            let first = data.first { !" \t\r\n".utf8.contains($0) }
            throw first == UInt8(ascii: "{") ? StoredUserError.damaged : StoredUserError.notJSON
        }
    }

    private struct Header: Decodable {
        var version: Int
    }

    private struct Envelope: Codable {
        var version: Int
        var appID: String
        var apiKey: String
        var server: String?
        var user: UserState
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "the outermost value" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}

/// The reason why stored bytes are not a user. It never means that nobody is signed in.
enum StoredUserError: Error, Hashable, CustomStringConvertible, LocalizedError {
    case empty
    case notJSON
    /// The data starts like JSON but is truncated or corrupt.
    case damaged
    case unknownVersion(Int)
    case missing(String)
    case wrongType(String)
    case notEncodable(String)

    var description: String {
        switch self {
        case .empty: "The stored session is empty: zero bytes."
        case .notJSON: "The stored session is not JSON. Another program wrote it, or the disk is damaged."
        case .damaged: "The stored session is truncated or damaged."
        case .unknownVersion(let version):
            "The stored session has version \(version); this version of the SDK reads \(StoredUser.version). "
                + "A newer version of the app wrote it."
        case .missing(let path): "The stored session has no \(path)."
        case .wrongType(let path): "The stored session has an unexpected value at \(path)."
        case .notEncodable(let path): "The session cannot be stored: JSON cannot represent the value at \(path)."
        }
    }

    var errorDescription: String? { description }
}
