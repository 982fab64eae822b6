import Foundation
import IdentityToolkit
import VinculaCore
import VinculaServer

/// A body: the guard, the parser and the decoder must agree on it, and every error must have a response.
enum JSONTarget {
    private static let depth = 32
    private static let values = 10_000
    private static let options = ServerOptions(isDevelopment: false, project: "p", address: PublicAddress("http://localhost"))

    private static let requests: [any (Decodable & Sendable).Type] = [
        AdminCreateAccountRequest.self, AdminDeleteRequest.self, AdminLookupRequest.self, AdminUpdateRequest.self,
        BatchDeleteRequest.self, CreateAuthUriRequest.self, DeleteRequest.self, DownloadAccountRequest.self,
        LookupRequest.self, OAuthIdpConfig.self, ProjectConfig.self, QueryAccountsRequest.self,
        SignInWithIdpRequest.self, SignInWithPasswordRequest.self, SignUpRequest.self, TokenRequest.self,
        UpdateRequest.self,
    ]

    static func run(_ input: [UInt8]) throws {
        let isGuarded = (try? JSONGuard.check(input, maximumDepth: depth, maximumValues: values)) != nil
        let parsed = try? JSONParser.parse(input, maximumDepth: depth, maximumValues: values)
        if let parsed {
            try demand(isGuarded, "The parser accepts what the guard rejects")
            try checkRoundTrip(parsed)
        }
        let body = ReceivedBody(bytes: input, isForm: false, options: options)
        try checkDecoder(body, parsed: parsed)
        try checkRequests(body)
        if let ours = JSONValue.parse(Data(input)) {
            try demand(parsed.map { same($0, ours) } ?? false, "Stricter limits give another value")
        }
    }

    private static func checkRoundTrip(_ value: JSONValue) throws {
        let text = value.text
        let again = try? JSONParser.parse(Array(text.utf8), maximumDepth: depth, maximumValues: values)
        guard let again else { throw BrokenInvariant(description: "Written JSON cannot be read again: \(text)") }
        try demand(same(value, again), "Written JSON is read as another value: \(text)")
        try demand(again.text.isExactly(text), "Writing twice gives different JSON: \(text)")
    }

    /// Checks that an accepted body is JSON, and that Foundation's decoder reads the same value from it as the parser.
    private static func checkDecoder(_ body: ReceivedBody, parsed: JSONValue?) throws {
        guard let decoded = try? body.decode(JSONValue.self), !body.bytes.allSatisfy({ " \t\n\r".utf8.contains($0) }) else {
            return
        }
        guard let parsed else { throw BrokenInvariant(description: "A body that is not JSON is accepted") }
        // A name in snake case is an alternative spelling of a field.
        guard !parsed.text.contains("_") else { return }
        try demand(same(parsed, decoded), "The decoder reads \(decoded.text), the parser \(parsed.text)")
        let theirs = try JSONDecoder().decode(JSONValue.self, from: Data(body.bytes))
        try demand(same(parsed, theirs), "Foundation's decoder reads \(theirs.text), the parser \(parsed.text)")
    }

    private static func checkRequests(_ body: ReceivedBody) throws {
        for request in requests {
            do {
                _ = try body.decode(request)
            } catch let error as AuthError {
                try demand(ErrorBody(error).error.code == 400, "\(error) is not the client's fault")
            } catch is RequestRefusal {
            } catch {
                throw BrokenInvariant(description: "\(request) has no response for \(error)")
            }
        }
        guard let names = try? body.topLevelNames() else { return }
        for name in SignUpRequest.refusedFields.map(\.name) + UpdateRequest.refusedFields.map(\.name) where names.contains(name) {
            try demand(body.mentions(name), "\(name) is in the body but is not noticed")
        }
    }

    /// Compares strings by bytes, because Swift treats strings with different bytes as equal. Numbers are compared by value.
    private static func same(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.isExactly(right)
        case (.array(let left), .array(let right)): left.count == right.count && zip(left, right).allSatisfy(same)
        case (.object(let left), .object(let right)):
            left.count == right.count && left.allSatisfy { name, value in right[name].map { same(value, $0) } ?? false }
        case (.integer(let integer), .number(let number)), (.number(let number), .integer(let integer)):
            Double(integer) == number
        default: left == right
        }
    }
}
