import Foundation
import Hummingbird
import IdentityToolkit
import NIOCore
import VinculaCore

/// A request's body, received completely and checked.
package struct ReceivedBody: Sendable {
    package let bytes: [UInt8]
    /// Indicates whether the client calls it a form; the endpoint decides what it is (`curl -d` calls everything a form).
    let isForm: Bool
    /// The limits of a JSON body.
    private let maximumDepth: Int
    private let maximumValues: Int
    /// A small body as JSON, because several readers ask for it; a big one is not kept twice for the whole request.
    private let kept: JSONValue?

    /// The length up to which a body is kept as JSON, in bytes.
    static let keptLimit = 16 << 10

    package init(bytes: [UInt8], isForm: Bool, options: ServerOptions) {
        self.bytes = bytes
        self.isForm = isForm
        maximumDepth = options.maximumJSONDepth
        maximumValues = options.maximumJSONValues
        kept =
            bytes.count <= Self.keptLimit
            ? try? JSONParser.parse(bytes, maximumDepth: maximumDepth, maximumValues: maximumValues) : nil
    }

    /// Reads a request's body.
    ///
    /// - Parameter limit: The maximum length, in bytes.
    /// - Throws: ``RequestRefusal`` for one that is too long, too slow, incomplete or compressed, or that there was no room
    ///   for.
    static func receive(_ request: Request, upTo limit: Int, options: ServerOptions) async throws -> ReceivedBody {
        guard !request.headers.contains(.contentEncoding) else { throw RequestRefusal.packedBody }
        let announced = request.headers.value(of: .contentLength).flatMap { Int($0) } ?? 0
        guard announced <= limit else { throw RequestRefusal.bodyTooLarge(limit) }
        var bytes: [UInt8] = []
        // The announced length need not arrive.
        bytes.reserveCapacity(min(announced, 16 << 10))
        do {
            // The time limit and the memory budget are enforced on the connection, which ends the body with a refusal.
            for try await part in request.body {
                guard bytes.count + part.readableBytes <= limit else { throw RequestRefusal.bodyTooLarge(limit) }
                bytes.append(contentsOf: part.readableBytesView)
            }
        } catch let refusal as RequestRefusal {
            throw refusal
        } catch {
            throw RequestRefusal.bodyBroken
        }
        let type = request.headers.value(of: .contentType) ?? ""
        let isForm = type != "application/json" && type.lowercased().hasPrefix("application/x-www-form-urlencoded")
        return ReceivedBody(bytes: bytes, isForm: isForm, options: options)
    }

    /// Decodes a JSON body; an empty one counts as `{}`.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names the field of a wrong type, ``RequestRefusal``.
    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = isBlank ? .object([:]) : try grammatical()
        do {
            if !FieldSpelling.mayHaveSnakeCase(value), let decoded = JSONValueDecoder.decode(type, from: value) { return decoded }
            // It also says what is wrong, and where.
            let decoder = JSONDecoder()
            try FieldSpelling.prepare(decoder, for: value)
            return try decoder.decode(type, from: isBlank ? Data("{}".utf8) : Data(bytes))
        } catch let error as DecodingError {
            throw WrongType.answer(to: error, in: value)
        } catch let error as UnknownEnumValue {
            throw WrongType.answer(to: error)
        }
    }

    /// The body as a JSON value, if it is JSON.
    var value: JSONValue? {
        guard bytes.count > Self.keptLimit else { return kept }
        return try? JSONParser.parse(bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
    }

    /// Returns the body as a value, if it is valid JSON: Foundation's decoder also accepts trailing commas and lone surrogates.
    ///
    /// The parser refuses whatever the guard does (the fuzz target checks that); the guard explains why.
    private func grammatical() throws -> JSONValue {
        if let value { return value }
        do {
            try JSONGuard.check(bytes, maximumDepth: maximumDepth, maximumValues: maximumValues)
        } catch {
            throw RequestRefusal.malformedJSON(error.text)
        }
        throw RequestRefusal.malformedJSON("Unexpected token in JSON")
    }

    /// Indicates for certain that none of some names is at the top level, in either spelling.
    func hasNone(of names: some Sequence<String>) -> Bool {
        guard case .object(let members)? = kept else { return false }
        return !members.keys.contains { key in
            let name = FieldSpelling.camelCase(key) ?? key
            return names.contains(name)
        }
    }

    /// Indicates whether a name may occur in the body, possibly written with escapes.
    package func mentions(_ name: String) -> Bool { holds("\"\(name)\"") || holds("\\u") }

    private func holds(_ text: String) -> Bool {
        let sought = Array(text.utf8)
        return bytes.withUnsafeBytes { body in
            guard var at = body.baseAddress else { return false }
            let end = at + body.count
            while end - at >= sought.count, let start = memchr(at, Int32(sought[0]), end - at) {
                if end - UnsafeRawPointer(start) >= sought.count, memcmp(start, sought, sought.count) == 0 { return true }
                at = UnsafeRawPointer(start) + 1
            }
            return false
        }
    }

    /// Returns the names at the top level of a JSON body whose values are not `null`.
    package func topLevelNames() throws -> Set<String> { try decode(TopLevelNames.self).names }

    private var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

/// Reads the names of an object's members and ignores their values.
private struct TopLevelNames: Decodable {
    let names: Set<String>

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: FieldName.self)
        names = Set(try container.allKeys.filter { try !container.decodeNil(forKey: $0) }.map(\.stringValue))
    }
}
