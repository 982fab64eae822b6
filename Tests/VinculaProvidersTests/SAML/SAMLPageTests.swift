import AsyncHTTPClient
import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// The way to a SAML identity provider's page and back, and what its metadata says.
@Suite("SAML pages")
struct SAMLPageTests {
    private static let id = ProviderID("saml.acme")
    private static let clock = StoppedClock()

    private func provider(signs: Bool = false) throws -> OpenIDProvider {
        var provider = OpenIDProvider(
            id: Self.id, isEnabled: true, clientID: "https://sp.example/?a=1&b=2", issuer: "https://idp.example/metadata")
        provider.saml = SAMLConnection(
            ssoURL: "https://idp.example/sso?tenant=1", certificates: [try SAMLIssuer.shared.get().certificate],
            signsRequests: signs)
        return provider
    }

    private func order(_ parameters: [String: String] = [:]) -> ProviderPageOrder {
        ProviderPageOrder(
            provider: Self.id, redirectURI: "https://sp.example/acs", state: "state", nonce: "nonce", codeVerifier: "v",
            customParameters: parameters)
    }

    private var registry: ProviderRegistry {
        ProviderRegistry(options: ProviderOptions(), httpClient: .shared, clock: Self.clock)
    }

    private static func query(_ url: String) -> [String: String] {
        let items = URLComponents(string: url)?.percentEncodedQueryItems ?? []
        return Dictionary(items.map { ($0.name, $0.value?.removingPercentEncoding ?? "") }) { first, _ in first }
    }

    @Test("The request names us, the page and where the answer goes; custom parameters cannot replace its own")
    func request() async throws {
        let page = try await registry.begin(
            order(["login_hint": "ana@acme.example", "RelayState": "x", "samlrequest": "x", "Signature": "x"]),
            configured: try provider(), client: nil)
        #expect(page.answersByForm && page.url.hasPrefix("https://idp.example/sso?tenant=1&SAMLRequest="))
        let query = Self.query(page.url)
        #expect(query["RelayState"] == "state" && query["login_hint"] == "ana@acme.example" && query["SigAlg"] == nil)
        #expect(page.url.components(separatedBy: "RelayState=").count == 2 && !page.url.lowercased().contains("signature"))
        let deflated = try #require(query["SAMLRequest"].flatMap { Data(base64Encoded: $0) })
        // One stored block: its header has five bytes.
        #expect(deflated[0] == 1 && deflated.count < 2000)
        let text = String(decoding: deflated.dropFirst(5), as: UTF8.self)
        for part in [
            "ID=\"_nonce\"", "Version=\"2.0\"", "Destination=\"https://idp.example/sso?tenant=1\"",
            "AssertionConsumerServiceURL=\"https://sp.example/acs\"", "ProtocolBinding=\"\(SAML.post)\"",
            "<saml:Issuer>https://sp.example/?a=1&amp;b=2</saml:Issuer>", "IssueInstant=\"2027-01-15T08:00:00Z\"",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("A signed request is signed over its query, in the order that the binding states")
    func signedRequest() async throws {
        let key = try RSASigningKey.generate()
        let pem = try SelfSignedCertificate.make(privateKeyDER: key, notBefore: Date(), validFor: 1000)
        let client = ProviderClient(ids: ["sp"], secret: key.base64EncodedString())
        let url = try await registry.begin(order(["z": "1"]), configured: try provider(signs: true), client: client).url
        let query = String(try #require(url.split(separator: "?", maxSplits: 1).last))
        let start = try #require(query.range(of: "SAMLRequest="))
        let end = try #require(query.range(of: "&Signature="))
        let signature = try #require(Self.query(url)["Signature"].flatMap { Data(base64Encoded: $0) })
        let signed = Data(query[start.lowerBound..<end.lowerBound].utf8)
        #expect(try XMLSignatureCertificate(pem).isValid(signature, of: signed, by: .rsaSHA256))
        // Without its key, nothing is sent unsigned.
        await #expect(throws: AuthError.self) {
            try await registry.begin(order(), configured: try provider(signs: true), client: nil)
        }
    }

    @Test("Scopes are refused, and so is a provider that is off or not there")
    func refusals() async throws {
        var scoped = order()
        scoped.scopes = ["a"]
        await #expect(throws: AuthError.invalidArgument("SAML providers have no scopes.")) {
            try await registry.begin(scoped, configured: try provider(), client: nil)
        }
        var off = try provider()
        off.isEnabled = false
        let disabled = off
        await #expect(throws: AuthError.providerDisabled) {
            try await registry.begin(order(), configured: disabled, client: nil)
        }
        await #expect(throws: AuthError.providerNotConfigured) { try await registry.begin(order(), configured: nil, client: nil) }
        #expect(registry.canBegin(Self.id, configured: try provider(), client: nil))
        #expect(!registry.canBegin(Self.id, configured: disabled, client: nil))
    }

    @Test("An answer becomes an identity; its email is proven for trusted domains only")
    func answer() async throws {
        let issuer = try SAMLIssuer.shared.get()
        var draft = SAMLDraft(
            nameID: "u-1", audience: "https://sp.example/?a=1&amp;b=2", recipient: "https://sp.example/acs", requestID: "_nonce",
            now: Self.clock.now)
        draft.attributes = [("mail", ["ana@acme.example"]), ("groups", ["a", "b"])]
        let text = Data(try draft.response(by: issuer).utf8).base64EncodedString(options: .lineLength76Characters)
        for (trust, isProven) in [
            (ProviderTrust.domainOwner, false), (.never, false), (.assertsVerified, true),
            (try ProviderTrust(level: .domainOwner, domains: ["acme.example"]), true),
            (try ProviderTrust(level: .domainOwner, domains: ["other.example"]), false),
        ] {
            let identity = try await registry.finish(
                ProviderPageAnswer(order: order(), requestToken: nil, fields: ["SAMLResponse": text]),
                configured: try provider(), client: nil, trust: trust)
            #expect(
                identity.presented.key
                    == IdentityKey(provider: Self.id, issuer: "https://idp.example/metadata", subject: "u-1"))
            #expect(identity.presented.email == EmailAddress("ana@acme.example"))
            #expect((identity.presented.ownership == .proven) == isProven, "\(trust)")
            #expect(identity.details.rawUserInfo["groups"] == .array(["a", "b"]))
            #expect(identity.once?.id == draft.assertionID && identity.once?.expiresAt == Self.clock.now.adding(seconds: 360))
        }
        for fields in [[:], ["SAMLResponse": ""], ["SAMLResponse": "%"], ["SAMLResponse": String(text.dropLast(40))]] {
            await #expect(throws: AuthError.self) {
                try await registry.finish(
                    ProviderPageAnswer(order: order(), requestToken: nil, fields: fields), configured: try provider(),
                    client: nil, trust: .never)
            }
        }
    }

    // MARK: Metadata

    private func metadata(_ change: (inout String) -> Void = { _ in }) throws -> Data {
        let body = try SAMLIssuer.shared.get().certificate.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        func key(_ text: String) -> String {
            "<ds:KeyInfo xmlns:ds=\"\(SAML.signature)\"><ds:X509Data><ds:X509Certificate>\n\(text)\n"
                + "</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
        }
        let own = key(body.joined(separator: "\n"))
        var text = """
            <?xml version="1.0"?>
            <!-- Made by an identity provider -->
            <EntityDescriptor xmlns="\(SAML.metadata)" entityID="https://idp.example/metadata">
            <IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="\(SAML.protocol)">
            <KeyDescriptor use="encryption">\(key("x"))</KeyDescriptor>
            <KeyDescriptor use="signing">\(own)</KeyDescriptor><KeyDescriptor>\(own)</KeyDescriptor>
            <SingleSignOnService Binding="\(SAML.post)" Location="https://idp.example/post"/>
            <SingleSignOnService Binding="\(SAML.redirect)" Location="https://idp.example/sso"/>
            </IDPSSODescriptor></EntityDescriptor>
            """
        change(&text)
        return Data(text.utf8)
    }

    @Test("Metadata says the entity ID, the page and the signing certificates")
    func readMetadata() throws {
        let read = try IdentityProviderMetadata(try metadata())
        #expect(read.entityID == "https://idp.example/metadata" && read.ssoURL == "https://idp.example/sso")
        #expect(read.certificates.count == 1 && read.wantsSignedRequests)
        #expect(throws: Never.self) { try XMLSignatureCertificate(read.certificates[0]) }
        let changes: [(inout String) -> Void] = [
            { $0 = $0.replacing(SAML.redirect, with: SAML.post) },
            { $0 = $0.replacing("IDPSSODescriptor", with: "SPSSODescriptor") }, { $0 = $0.replacing("entityID", with: "id") },
            { $0 = $0.replacing("X509Certificate", with: "X509Other") },
            { $0 = "<!DOCTYPE x [<!ENTITY y SYSTEM \"file:///etc/passwd\">]>" + $0.dropFirst(21) },
            { $0 = "<x xmlns=\"urn:x\">\($0.dropFirst(21))\($0.dropFirst(21))</x>" }, { $0 = "not XML" },
        ]
        for change in changes { #expect(throws: XMLText.Refusal.self) { try IdentityProviderMetadata(try metadata(change)) } }
    }

    @Test("T242 A comment that is taken out of metadata cannot make a document type of what is around it")
    func spliced() throws {
        for text in ["<<!-- -->!DOCTYPE r [<!ENTITY x \"y\">]><r/>", "<!-<!-- -->-"] {
            #expect(throws: XMLText.Refusal.self) { try IdentityProviderMetadata(Data(text.utf8)) }
        }
    }
}
