import Foundation
import Hummingbird
import IdentityToolkit
import NIOCore
import VinculaCore

/// A request's body, read whole and looked over.
struct ReceivedBody: Sendable {
    let bytes: [UInt8]
    let isForm: Bool

    /// Reads a request's body.
    ///
    /// - Throws: ``RequestRefusal`` for one that is too long, too slow, packed, or no sound JSON.
    static func receive(_ request: Request, options: ServerOptions) async throws -> ReceivedBody {
        guard request.headers[.contentEncoding] == nil else { throw RequestRefusal.packedBody }
        let buffer: ByteBuffer
        do {
            buffer = try await withDeadline(seconds: options.bodyTimeout) {
                try await request.body.collect(upTo: options.maximumBodySize)
            }
        } catch is NIOTooManyBytesError {
            throw RequestRefusal.bodyTooLarge(options.maximumBodySize)
        }
        let isForm = request.headers[.contentType]?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
        let body = ReceivedBody(bytes: Array(buffer.readableBytesView), isForm: isForm)
        if !isForm, !body.isBlank {
            do {
                try JSONGuard.check(
                    body.bytes, maximumDepth: options.maximumJSONDepth, maximumMembers: options.maximumJSONMembers)
            } catch {
                throw RequestRefusal.malformedJSON(error.text)
            }
        }
        return body
    }

    /// Decodes a JSON body; an empty one counts as `{}`.
    ///
    /// - Throws: ``AuthError/invalidArgument(_:)`` that names the field of a wrong type, ``RequestRefusal``.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: isBlank ? Data("{}".utf8) : Data(bytes))
        } catch let error as DecodingError {
            throw WrongType.answer(to: error)
        }
    }

    /// Whether a name could stand in the body; an escaped one (`\\u006c`) counts as any.
    func mentions(_ name: String) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        return text.contains("\"\(name)\"") || text.contains("\\u")
    }

    /// The names at the top level of a JSON body whose value is not `null`.
    func topLevelNames() -> Set<String> {
        guard !isBlank, let object = try? JSONDecoder().decode([String: JSONValue?].self, from: Data(bytes)) else { return [] }
        return Set(object.filter { $0.value != nil && $0.value != .null }.keys)
    }

    private var isBlank: Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }

    private static func withDeadline<Value: Sendable>(
        seconds: Int, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                return nil
            }
            defer { group.cancelAll() }
            guard let value = try await group.next() ?? nil else { throw RequestRefusal.bodyTooSlow }
            return value
        }
    }
}
