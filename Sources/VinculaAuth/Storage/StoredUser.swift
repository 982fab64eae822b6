import Foundation

/// A signed-in user as an ``AuthStorage`` keeps it: JSON with a version, and whose session of which app it is.
///
/// `{"version":1,"appID":"1:2:ios:3","apiKey":"…","server":"https://…","user":{…}}`, without a server for Google's own. Dates are seconds since 2001-01-01 UTC, which is how `Date` counts:
/// what is read equals what was written, to the last bit.
struct StoredUser: Hashable, Sendable {
    /// The only version there is. A higher one was written by a newer SDK.
    static let version = 1

    var appID: String
    var apiKey: String
    /// The only server that may get the tokens, as ``ServerAddress/origin`` spells it; nil for Google's own.
    var server: String?
    var user: UserState

    /// Makes the bytes to store. Equal states make equal bytes.
    ///
    /// - Throws: ``StoredUserError/notEncodable(_:)`` for what JSON cannot hold, such as a date at infinity.
    static func encode(_ user: UserState, appID: String, apiKey: String, server: String? = nil) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return try encoder.encode(Envelope(version: version, appID: appID, apiKey: apiKey, server: server, user: user))
        } catch EncodingError.invalidValue(_, let context) {
            throw StoredUserError.notEncodable(path(context.codingPath))
        }
    }

    /// Reads stored bytes. Times that no calendar has are unknown.
    ///
    /// - Throws: ``StoredUserError``, which names the place of the damage but never quotes what was stored.
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

/// Why stored bytes are not a user. It never means that nobody is signed in.
enum StoredUserError: Error, Hashable, CustomStringConvertible, LocalizedError {
    case empty
    case notJSON
    /// It starts like JSON and breaks off, or is broken further on.
    case damaged
    case unknownVersion(Int)
    case missing(String)
    case wrongType(String)
    case notEncodable(String)

    var description: String {
        switch self {
        case .empty: "The stored session is empty: zero bytes."
        case .notJSON: "The stored session is not JSON. Something else wrote it, or the disk lost it."
        case .damaged: "The stored session is cut off or damaged."
        case .unknownVersion(let version):
            "The stored session has version \(version); this version of the SDK reads \(StoredUser.version). "
                + "A newer version of the app wrote it."
        case .missing(let path): "The stored session has no \(path)."
        case .wrongType(let path): "The stored session has something unexpected at \(path)."
        case .notEncodable(let path): "The session cannot be stored: JSON cannot hold the value at \(path)."
        }
    }

    var errorDescription: String? { description }
}
