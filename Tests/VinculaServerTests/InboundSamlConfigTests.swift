import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaServer

/// v2 `inboundSamlConfigs`, as Firebase's Admin SDKs use it, and this server's metadata.
@Suite("SAML providers of a project")
struct InboundSamlConfigTests {
    private static func config(_ certificates: [String]) -> [String: JSONValue] {
        [
            "displayName": "Acme", "enabled": true,
            "idpConfig": .object([
                "idpEntityId": "https://idp.example", "ssoUrl": "https://idp.example/sso", "signRequest": true,
                "idpCertificates": .array(certificates.map { .object(["x509Certificate": .string($0)]) }),
            ]),
            "spConfig": .object([
                "spEntityId": "RP_ENTITY_ID", "callbackUri": "https://projectId.firebaseapp.com/__/auth/handler",
            ]),
        ]
    }

    private static let path = "inboundSamlConfigs"

    @Test("create, read, list, change and delete")
    func lifecycle() async throws {
        let certificate = try SAMLIssuer.shared.get().certificate
        let other = try SAMLIssuer.other.get().certificate
        try await TestServer.with { server in
            let created = try await server.administer(
                "POST", "\(Self.path)?inboundSamlConfigId=saml.acme", Self.config([certificate]))
            #expect(created["name"] == "projects/example/inboundSamlConfigs/saml.acme", "\(created.text)")
            #expect(created["displayName"] == "Acme" && created.json["enabled"] == true)
            let idp = try #require(created.json["idpConfig"])
            #expect(idp["idpEntityId"] == "https://idp.example" && idp["ssoUrl"] == "https://idp.example/sso")
            #expect(idp["idpCertificates"] == .array([.object(["x509Certificate": .string(certificate)])]))
            #expect(idp["signRequest"] == true)
            let own = try #require(created.json["spConfig"])
            #expect(own["spEntityId"] == "RP_ENTITY_ID")
            #expect(own["callbackUri"] == "https://projectId.firebaseapp.com/__/auth/handler")
            guard case .array(let published)? = own["spCertificates"], let pem = published.first?["x509Certificate"]?.string
            else {
                Issue.record("There is no spCertificates: \(created.text)")
                return
            }
            #expect(throws: Never.self) { try XMLSignatureCertificate(pem) }
            #expect(published.first?["expiresAt"]?.string?.hasSuffix("Z") == true)
            #expect(!created.text.contains("PRIVATE") && !created.text.contains("sealed"))

            let twice = try await server.administer(
                "POST", "\(Self.path)?inboundSamlConfigId=saml.acme", Self.config([certificate]))
            #expect(twice.status == 409 && twice.code == "DUPLICATE_CONFIG")
            #expect(try await server.administer("GET", "\(Self.path)/saml.acme").json == created.json)

            let changed = try await server.administer(
                "PATCH", "\(Self.path)/saml.acme?updateMask=displayName,idpConfig.idpCertificates,idpConfig.ssoUrl",
                [
                    "displayName": "Acme 2",
                    "idpConfig": .object([
                        "ssoUrl": "https://idp.example/other",
                        "idpCertificates": .array([certificate, other].map { .object(["x509Certificate": .string($0)]) }),
                    ]),
                ])
            #expect(changed["displayName"] == "Acme 2" && changed.json["idpConfig"]?["idpEntityId"] == "https://idp.example")
            #expect(changed.json["idpConfig"]?["ssoUrl"] == "https://idp.example/other")
            // A change keeps the key of ours, and so does what was read and is sent back.
            #expect(changed.json["spConfig"]?["spCertificates"] == own["spCertificates"], "\(changed.text)")
            guard case .object(let whole) = changed.json else { return }
            #expect(try await server.administer("PATCH", "\(Self.path)/saml.acme", whole).json == changed.json)

            for id in ["saml.b", "saml.c"] {
                let made = try await server.administer(
                    "POST", "\(Self.path)?inboundSamlConfigId=\(id)", Self.config([certificate]))
                #expect(made.status == 200, "\(made.text)")
            }
            _ = try await server.administer(
                "POST", "oauthIdpConfigs?oauthIdpConfigId=oidc.x",
                ["issuer": "https://x.example", "clientId": "c", "enabled": true])
            let first = try await server.administer("GET", "\(Self.path)?pageSize=2")
            #expect(first["nextPageToken"] == "saml.b" && first.text.contains("saml.acme") && !first.text.contains("saml.c"))
            let rest = try await server.administer("GET", "\(Self.path)?pageSize=2&pageToken=saml.b")
            #expect(rest.text.contains("saml.c") && !rest.text.contains("oidc.x") && rest["nextPageToken"] == nil)
            // The two kinds know nothing of each other.
            let oauth = try await server.administer("GET", "oauthIdpConfigs")
            #expect(oauth.text.contains("oidc.x") && !oauth.text.contains("saml."))
            for (kind, id) in [("oauthIdpConfigs", "saml.acme"), (Self.path, "oidc.x")] {
                #expect(try await server.administer("GET", "\(kind)/\(id)").status == 404)
                #expect(try await server.administer("PATCH", "\(kind)/\(id)", ["displayName": "x"]).status == 404)
                #expect(try await server.administer("DELETE", "\(kind)/\(id)").status == 404)
            }
            #expect(try await server.administer("DELETE", "\(Self.path)/saml.acme").status == 200)
            for method in ["GET", "DELETE"] {
                #expect(try await server.administer(method, "\(Self.path)/saml.acme").code == "CONFIGURATION_NOT_FOUND")
            }
        }
    }

    @Test("What cannot be used is refused by its name")
    func refusals() async throws {
        let certificate = try SAMLIssuer.shared.get().certificate
        try await TestServer.with(isProduction: true) { server in
            func create(_ id: String = "saml.x", _ change: (inout [String: JSONValue]) -> Void) async throws -> String {
                var config = Self.config([certificate])
                config["spConfig"] = .object(["spEntityId": "sp"])
                change(&config)
                let answer = try await server.administerInProduction(
                    "POST", "\(Self.path)?inboundSamlConfigId=\(id)", config)
                return answer.status == 200 ? "" : answer.message ?? answer.text
            }
            func idp(_ name: String, _ value: JSONValue) -> (inout [String: JSONValue]) -> Void {
                { config in
                    guard case .object(var inner)? = config["idpConfig"] else { return }
                    inner[name] = value
                    config["idpConfig"] = .object(inner)
                }
            }
            for id in ["saml.", "oidc.x", "acme", "", "saml.A", "saml.a/b"] {
                #expect(try await create(id) { _ in }.contains("INVALID_CONFIG_ID"), "\(id)")
            }
            for (name, value) in [
                ("idpEntityId", ""), ("idpEntityId", "a b"), ("idpEntityId", "saml.x"),
                ("idpEntityId", String(repeating: "a", count: 1025)), ("ssoUrl", ""), ("ssoUrl", "http://idp.example/"),
                ("ssoUrl", "javascript:alert(1)"), ("ssoUrl", "https://idp.example/#x"), ("ssoUrl", "https://u:p@idp.example/"),
            ] {
                let said = try await create("saml.x", idp(name, .string(value)))
                #expect(said.contains("INVALID_CONFIG") && said.contains("idpConfig.\(name)"), "\(name) \(value): \(said)")
            }
            let many = JSONValue.array(Array(repeating: .object(["x509Certificate": .string(certificate)]), count: 11))
            for list in [.array([]), many, .array([.object(["x509Certificate": "none"])]), .array([.object([:])])] {
                let said = try await create("saml.x", idp("idpCertificates", list))
                #expect(said.contains("INVALID_CONFIG") && said.contains("idpCertificates"), "\(said)")
            }
            for callback in ["https://projectId.firebaseapp.com/__/auth/handler", "\(server.address.url)/", "x"] {
                let said = try await create("saml.x") {
                    $0["spConfig"] = .object(["spEntityId": "sp", "callbackUri": .string(callback)])
                }
                #expect(said.contains("spConfig.callbackUri must be one of this server's addresses"), "\(said)")
            }
            #expect(try await create("saml.x", { $0["oops"] = true }).contains("Unknown name"))
            for callback in [
                "\(server.address.url)/__/auth/handler", "\(server.address.url)/__/auth/callback/saml.y/\(server.project)", "",
            ] {
                let said = try await create("saml.y") {
                    $0["spConfig"] = .object(["spEntityId": "", "callbackUri": .string(callback)])
                }
                #expect(said.isEmpty, "\(said)")
                _ = try await server.administerInProduction("DELETE", "\(Self.path)/saml.y")
            }
        }
    }

    @Test("An identity provider's entity ID stays while people sign in by it")
    func samePeople() async throws {
        let issuer = try SAMLIssuer.shared.get()
        try await TestServer.with { server in
            _ = try await SAMLVisit.configure(server, issuer)
            let person = try await SAMLVisit(server).signIn("ana", by: issuer)
            #expect(person.status == 200, "\(person.text)")
            let moved = try await server.administer(
                "PATCH", "\(Self.path)/saml.acme?updateMask=idpConfig.idpEntityId",
                ["idpConfig": .object(["idpEntityId": "https://other.example"])])
            #expect(moved.text.contains("idpConfig.idpEntityId cannot change while saml.acme has 1 identity"), "\(moved.text)")
        }
    }

    @Test("The metadata has the entity ID, the address and the certificate, and needs no key to read")
    func metadata() async throws {
        let certificate = try SAMLIssuer.shared.get().certificate
        try await TestServer.with { server in
            var config = Self.config([certificate])
            config["spConfig"] = .object([:])
            let made = try await server.administer("POST", "\(Self.path)?inboundSamlConfigId=saml.acme", config)
            let path = "/__/auth/metadata/saml.acme/example"
            #expect(made.json["spConfig"]?["spEntityId"] == .string(server.address.url + path), "\(made.text)")
            let answer = try await HTTP.send("GET", server.url + path)
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/samlmetadata+xml")
            #expect(answer.text.contains("entityID=\"\(server.address.url)\(path)\""))
            #expect(answer.text.contains("Location=\"\(server.address.url)/__/auth/callback/saml.acme/example\""))
            #expect(answer.text.contains("<ds:X509Certificate>MII"))
            for other in ["saml.none/example", "saml.acme/other", "x/example"] {
                #expect(try await HTTP.send("GET", "\(server.url)/__/auth/metadata/\(other)").status == 404, "\(other)")
            }
        }
    }
}
