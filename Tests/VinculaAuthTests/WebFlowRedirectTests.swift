import Foundation
import Testing

@testable import VinculaAuth

@Suite struct WebFlowRedirectTests {
    private let redirect = WebRedirect(binding: FlowBinding(), scheme: "app-1", port: nil)

    /// The outcome of a query whose inner address has these fields.
    private func outcome(_ fields: String, outer: String = "") -> Swift.Result<String, any Error>? {
        let inner = "https://auth.example/__/auth/callback?" + ours + fields
        let encoded = inner.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return redirect.outcome(ofQuery: "deep_link_id=\(encoded)\(outer)")
    }

    private var ours: String { "eventId=\(redirect.binding.eventID)&authType=signInWithRedirect&" }

    @Test(arguments: [
        ("link=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%252B#fragment", "https://a.example/?x=1&y=%2B"),
        ("link=https%3A%2F%2Fa.example%2F%3Fcode%3Da+b", "https://a.example/?code=a+b"),
        ("link=https%3A%2F%2Fa.example%2F{|}", "https://a.example/{|}"),
    ])
    func responseIsUnwrappedOnce(_ fields: String, _ response: String) throws {
        #expect(try outcome(fields)?.get() == response)
        #expect(try outcome(fields, outer: "&utm=1")?.get() == response)
    }

    @Test func ambiguousRedirectsAreIgnored() {
        #expect(outcome("link=a&eventId=B") == nil)
        #expect(outcome("link=a&authType=signInWithRedirect") == nil)
        #expect(outcome("link=a", outer: "&deep_link_id=x") == nil)
        #expect(redirect.outcome(ofQuery: "") == nil)
        #expect(redirect.outcome(ofQuery: "deep_link_id=%FF%ZZ") == nil)
        #expect(redirect.outcome(ofQuery: "&&==&deep_link_id") == nil)
    }

    @Test(arguments: ["", "link=", "firebaseError=", "firebaseError=%7B", "firebaseError=%7B%22code%22%3A%22auth%2Fx%22%7D"])
    func resultWithoutAResponseIsAnError(_ fields: String) throws {
        let outcome = try #require(self.outcome(fields))
        let error = #expect(throws: NSError.self) { try outcome.get() }
        #expect(error.flatMap { AuthErrorCode($0) } == .webSignInUserInteractionFailure)
        #expect(error?.localizedFailureReason?.isEmpty == false)
    }

    @Test func spacesOfFormsAreRead() throws {
        let outcome = try #require(
            self.outcome("firebaseError=%7B%22code%22:%22auth/internal-error%22,%22message%22:%22Not+now%22%7D"))
        let error = #expect(throws: NSError.self) { try outcome.get() }
        #expect(error?.localizedDescription == "Not now")
        #expect(error.flatMap { AuthErrorCode($0) } == .webInternalError)
    }

    @Test func comparisonIsExact() {
        #expect("abc".equalsInConstantTime("abc"))
        #expect(!"abc".equalsInConstantTime("abd"))
        #expect(!"abc".equalsInConstantTime("ab"))
        // Equal as Swift strings, but not the same bytes.
        #expect(!"\u{e9}".equalsInConstantTime("e\u{301}"))
    }
}
