import Testing
import VinculaCore

struct MailServerSettingsTests {
    private static let server = MailServerSettings(
        sender: EmailAddress(canonical: "app@example.com"), host: "smtp.example.com", port: 587, security: .startTLS,
        username: "app", sealedPassword: "sealed")

    private static func changed(_ change: (inout MailServerSettings) -> Void) -> MailServerSettings {
        var server = server
        change(&server)
        return server
    }

    @Test("A password goes nowhere else than where it was entered for; the sender's address does not matter")
    func elsewhere() {
        #expect(!Self.changed { $0.sender = EmailAddress(canonical: "other@example.com") }.isElsewhere(than: Self.server))
        #expect(!Self.changed { $0.sealedPassword = nil }.isElsewhere(than: Self.server))
        for other in [
            Self.changed { $0.host = "evil.example" }, Self.changed { $0.port = 465 }, Self.changed { $0.security = .ssl },
            Self.changed { $0.username = "b" },
        ] {
            #expect(other.isElsewhere(than: Self.server))
        }
    }

    @Test("Only what can be used is accepted")
    func usable() {
        #expect(throws: Never.self) { try Self.server.requireUsable() }
        #expect(throws: Never.self) {
            try Self.changed {
                $0.username = ""
                $0.sealedPassword = nil
            }.requireUsable()
        }
        for wrong in [
            Self.changed { $0.host = "" }, Self.changed { $0.host = "a b" }, Self.changed { $0.host = "SMTP.example.com" },
            Self.changed { $0.host = "smtp.example.com/x" }, Self.changed { $0.port = 0 }, Self.changed { $0.port = 65536 },
            Self.changed { $0.username = "" }, Self.changed { $0.sealedPassword = nil },
            Self.changed { $0.username = "a\r\nb" }, Self.changed { $0.username = String(repeating: "a", count: 257) },
        ] {
            #expect(throws: AuthError.self) { try wrong.requireUsable() }
        }
    }
}
