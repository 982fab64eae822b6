import Testing
import VinculaCore

/// The rules for an identity provider's answer, each with the smallest change that breaks it.
@Suite("SAML rules")
struct SAMLRulesTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let rules = SAMLRules(
        issuer: "https://idp.example", audience: "https://sp.example", recipient: "https://sp.example/acs", requestID: "_r")

    private static func at(_ seconds: Int64) -> Timestamp { now.adding(seconds: seconds) }

    private static var good: SAMLResponse {
        SAMLResponse(
            envelope: .init(issuer: "https://idp.example", destination: "https://sp.example/acs", inResponseTo: "_r"),
            assertion: SAMLAssertion(
                id: "_a", issuer: "https://idp.example", nameID: .init(value: "ana", format: nil),
                confirmations: [
                    .init(method: SAML.bearer, recipient: "https://sp.example/acs", inResponseTo: "_r", notOnOrAfter: at(300))
                ],
                conditions: .init(notBefore: at(-10), notOnOrAfter: at(300), audiences: [["https://sp.example"]]),
                sessionEnds: [nil]))
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// `nil` if the answer is accepted.
        let fault: SAMLRules.Fault?
        let change: @Sendable (inout SAMLResponse) -> Void

        init(_ name: String, _ fault: SAMLRules.Fault?, _ change: @escaping @Sendable (inout SAMLResponse) -> Void) {
            self.name = name
            self.fault = fault
            self.change = change
        }

        var testDescription: String { name }
    }

    private static let envelope: [Row] = [
        Row("as it should be", nil) { _ in },
        Row("an envelope that says nothing", nil) { $0.envelope = .init() },
        Row("another issuer outside", .otherEnvelopeIssuer) { $0.envelope.issuer = "https://evil.example" },
        Row("another issuer inside", .otherIssuer) { $0.assertion.issuer = "https://evil.example" },
        Row("an issuer in another case", .otherIssuer) { $0.assertion.issuer = "https://IDP.example" },
        Row("an issuer with a slash", .otherIssuer) { $0.assertion.issuer = "https://idp.example/" },
        Row("another destination", .otherDestination) { $0.envelope.destination = "https://sp.example/other" },
        Row("an empty destination", .otherDestination) { $0.envelope.destination = "" },
        Row("another request outside", .otherRequest) { $0.envelope.inResponseTo = "_s" },
        Row("no id", .noID) { $0.assertion.id = "" },
        Row("a long id", .noID) { $0.assertion.id = String(repeating: "a", count: 257) },
    ]

    private static let names: [Row] = [
        Row("no name", .unusableName) { $0.assertion.nameID.value = "" },
        Row("the longest name", nil) { $0.assertion.nameID.value = String(repeating: "a", count: 256) },
        Row("a longer name", .unusableName) { $0.assertion.nameID.value = String(repeating: "a", count: 257) },
        Row("a name with a line break", .unusableName) { $0.assertion.nameID.value = "ana\n" },
        Row("a name with a space around it", .unusableName) { $0.assertion.nameID.value = " ana" },
        Row("a name that only looks the same", .unusableName) { $0.assertion.nameID.value = "an\u{430}" },
        Row("a persistent name", nil) {
            $0.assertion.nameID.format = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
        },
        Row("a transient name", .transientName) { $0.assertion.nameID.format = SAML.transient },
    ]

    private static let confirmations: [Row] = [
        Row("nobody may present it", .notForUs) { $0.assertion.confirmations = [] },
        Row("the holder of a key may present it", .notForUs) {
            $0.assertion.confirmations[0].method = "urn:oasis:names:tc:SAML:2.0:cm:holder-of-key"
        },
        Row("another recipient", .notForUs) { $0.assertion.confirmations[0].recipient = "https://evil.example/acs" },
        Row("no recipient", .notForUs) { $0.assertion.confirmations[0].recipient = nil },
        Row("another request", .notForUs) { $0.assertion.confirmations[0].inResponseTo = "_s" },
        Row("no request", .notForUs) { $0.assertion.confirmations[0].inResponseTo = nil },
        Row("no end", .confirmationExpired) { $0.assertion.confirmations[0].notOnOrAfter = nil },
        Row("the end, a minute ago", .confirmationExpired) { $0.assertion.confirmations[0].notOnOrAfter = at(-60) },
        Row("the end, less than a minute ago", nil) { $0.assertion.confirmations[0].notOnOrAfter = at(-59) },
        Row("from in a minute", nil) { $0.assertion.confirmations[0].notBefore = at(60) },
        Row("from later", .confirmationExpired) { $0.assertion.confirmations[0].notBefore = at(61) },
        Row("one of two fits", nil) {
            $0.assertion.confirmations.insert(.init(method: SAML.bearer, recipient: "https://other.example"), at: 0)
        },
        // The parts of two confirmations do not make one.
        Row("half of each of two", .notForUs) {
            $0.assertion.confirmations = [
                .init(method: SAML.bearer, recipient: "https://sp.example/acs", notOnOrAfter: at(300)),
                .init(method: SAML.bearer, inResponseTo: "_r", notOnOrAfter: at(300)),
            ]
        },
    ]

    private static let conditions: [Row] = [
        Row("no conditions", .noConditions) { $0.assertion.conditions = nil },
        Row("an unknown condition", .unknownCondition) { $0.assertion.conditions?.unknown = "Condition" },
        Row("valid in a minute", nil) { $0.assertion.conditions?.notBefore = at(60) },
        Row("valid later", .notYetValid) { $0.assertion.conditions?.notBefore = at(61) },
        Row("valid until a minute ago", .expired) { $0.assertion.conditions?.notOnOrAfter = at(-60) },
        Row("valid until less than a minute ago", nil) { $0.assertion.conditions?.notOnOrAfter = at(-59) },
        Row("no times of its own", nil) {
            $0.assertion.conditions?.notBefore = nil
            $0.assertion.conditions?.notOnOrAfter = nil
        },
        Row("no audience", .otherAudience) { $0.assertion.conditions?.audiences = [] },
        Row("an empty restriction", .otherAudience) { $0.assertion.conditions?.audiences = [[]] },
        Row("another audience", .otherAudience) { $0.assertion.conditions?.audiences = [["https://other.example"]] },
        Row("one of several audiences", nil) {
            $0.assertion.conditions?.audiences = [["https://other.example", "https://sp.example"]]
        },
        Row("another restriction besides", .otherAudience) {
            $0.assertion.conditions?.audiences = [["https://sp.example"], ["https://other.example"]]
        },
        Row("nobody signed in", .noAuthentication) { $0.assertion.sessionEnds = [] },
        Row("a session that ends", nil) { $0.assertion.sessionEnds = [at(-59)] },
        Row("a session that is over", .sessionOver) { $0.assertion.sessionEnds = [at(-60)] },
        Row("one of two sessions is over", .sessionOver) { $0.assertion.sessionEnds = [nil, at(-60)] },
    ]

    private static let table = envelope + names + confirmations + conditions

    @Test("T243 Issuer, audience, recipient, request, times and name", arguments: table)
    func rule(row: Row) {
        var response = Self.good
        row.change(&response)
        var found: SAMLRules.Fault?
        do {
            _ = try Self.rules.check(response, now: Self.now)
        } catch {
            found = error
        }
        #expect(found == row.fault)
    }

    @Test("Every fault is in the table")
    func complete() {
        #expect(Set(Self.table.compactMap(\.fault)) == Set(SAMLRules.Fault.allCases))
    }

    @Test("An assertion's ID is remembered for as long as it is accepted")
    func remembered() throws {
        var response = Self.good
        response.assertion.confirmations.append(
            .init(method: SAML.bearer, recipient: "https://sp.example/acs", inResponseTo: "_r", notOnOrAfter: Self.at(900)))
        #expect(try Self.rules.check(response, now: Self.now) == Self.at(960))
    }

    @Test("Attributes become a profile, and a list where there are several values")
    func person() {
        var assertion = Self.good.assertion
        assertion.nameID = .init(value: "u-1", format: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent")
        assertion.attributes = [
            .init(name: "mail", values: ["Ana@Acme.example"]), .init(name: "givenName", values: ["Ana"]),
            .init(name: "sn", values: ["Ruiz"]), .init(name: "groups", values: ["a", "b"]), .init(name: "none", values: []),
            .init(name: "groups", values: ["c"]),
        ]
        let person = SAMLPerson(assertion)
        #expect(person.subject == "u-1" && person.email == EmailAddress("ana@acme.example"))
        #expect(person.displayName == "Ana Ruiz" && person.firstName == "Ana" && person.lastName == "Ruiz")
        #expect(person.attributes["groups"] == .array(["a", "b", "c"]) && person.attributes["none"] == .array([]))
        #expect(person.attributes["mail"] == "Ana@Acme.example")

        // A NameID is an address if it is said to be one, or nothing is said.
        assertion.attributes = []
        let persistent = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"
        for (format, isAddress) in [(SAML.emailAddress, true), (nil, true), (persistent, false)] {
            assertion.nameID = .init(value: "ben@acme.example", format: format)
            #expect((SAMLPerson(assertion).email != nil) == isAddress, "\(format ?? "none")")
        }
    }

    @Test("Tokens carry attributes of SAML providers only, and no more than fits into a header")
    func tokenAttributes() {
        let saml = ProviderID("saml.acme")
        #expect(SignInAttributes(.object(["a": "b"]), of: saml)?.members == ["a": "b"])
        #expect(SignInAttributes(.object(["a": "b"]), of: .google) == nil)
        #expect(SignInAttributes(.object([:]), of: saml) == nil)
        // {"a":"…"} has eight bytes besides.
        let fits = String(repeating: "x", count: SignInAttributes.maximumLength - 8)
        #expect(SignInAttributes(.object(["a": .string(fits)]), of: saml) != nil)
        #expect(SignInAttributes(.object(["a": .string(fits + "x")]), of: saml) == nil)
    }

    @Test("This server's metadata escapes what an administrator entered")
    func metadata() {
        let metadata = SAMLMetadata(
            entityID: "https://sp.example/?a=1&b=\"<", callback: "https://sp.example/acs", signsRequests: true,
            certificates: ["-----BEGIN CERTIFICATE-----\nQUJD\nREVG\n-----END CERTIFICATE-----\n"])
        #expect(metadata.text.contains("entityID=\"https://sp.example/?a=1&amp;b=&quot;&lt;\""))
        #expect(metadata.text.contains("<ds:X509Certificate>QUJDREVG</ds:X509Certificate>"))
        #expect(metadata.text.contains("AuthnRequestsSigned=\"true\" WantAssertionsSigned=\"true\""))
    }
}
