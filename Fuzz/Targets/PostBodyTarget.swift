import Foundation
import IdentityToolkit
import VinculaCore
import VinculaEngine
import VinculaProviders
import VinculaServer

/// A `postBody`; if it contains a line break, the part before it is the `requestUri`.
enum PostBodyTarget {
    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        try checkForm(text)
        let lines = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let (requestURI, postBody) = lines.count > 1 ? (lines[0], lines[1]) : ("http://localhost", text)
        let credential: FederatedCredential
        do {
            credential = try ProviderResponse.credential(requestURI: requestURI, postBody: postBody)
        } catch {
            return try demand(ErrorBody(error).error.code == 400, "\(error) is not the client's fault")
        }
        try check(credential, requestURI: requestURI, postBody: postBody)
        try checkAssertion(credential)
    }

    /// Checks that the fields of a form survive being written and read again.
    private static func checkForm(_ text: String) throws {
        guard let fields = try? FormFields(text).all else { return try demand(!isPlain(text), "\(text) is rejected") }
        try demand(fields.count <= text.utf8.count, "\(fields.count) fields in \(text.utf8.count) bytes")
        let written = fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
        let again = try FormFields(written).all
        let isSame = zip(fields, again).allSatisfy { $0.name.isExactly($1.name) && $0.value.isExactly($1.value) }
        try demand(fields.count == again.count && isSame, "\(text) changes when written as \(written)")
        let query = try QueryParameters(text)
        for field in fields { try demand(query[field.name] != nil, "\(field.name) is lost") }
        if let first = fields.first { try demand(query[first.name]?.isExactly(first.value) == true, "The first is not used") }
    }

    private static func check(_ credential: FederatedCredential, requestURI: String, postBody: String) throws {
        let provider = credential.provider.value
        try demand(!provider.isEmpty, "A credential without a provider")
        let texts = [credential.idToken, credential.accessToken, credential.oauthTokenSecret, credential.nonce]
        try demand(texts.allSatisfy { $0 != "" }, "An empty string instead of nil")
        // Only ASCII letters may be case-folded: another character must not become part of a provider's name.
        let ends = requestURI.utf8.split(separator: UInt8(ascii: "#"), maxSplits: 1, omittingEmptySubsequences: false)
        let halves = ends[0].split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let sources = [halves.dropFirst().first, ends.dropFirst().first].compactMap { $0.flatMap { String($0) } } + [postBody]
        let named = try sources.flatMap { try FormFields($0).all }.first { $0.name == "providerId" }?.value
        let lowered = named?.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 + 32 : $0 }
        try demand(lowered == Array(provider.utf8), "\(named ?? "Nobody") became \(provider)")
    }

    private static func checkAssertion(_ credential: FederatedCredential) throws {
        do {
            guard let assertion = try FakeAssertion(credential) else { return }
            try demand(IDTokenRules.isSubject(assertion.subject), "An invalid subject: \(assertion.subject)")
            guard case .object = assertion.claims else { throw BrokenInvariant(description: "Claims that are not an object") }
        } catch let error as AuthError {
            try demand(ErrorBody(error).error.code == 400, "\(error) is not the client's fault")
        }
    }

    /// Returns whether a form contains nothing that could be too long, and no combining marks.
    private static func isPlain(_ text: String) -> Bool {
        text.utf8.count < 256 && text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
