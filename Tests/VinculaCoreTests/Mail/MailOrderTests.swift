import Foundation
import Testing
import VinculaCore

@Suite struct MailOrderTests {
    @Test("A mail that an earlier version put into the outbox can be read")
    func stored() throws {
        let text = """
            {"kind":"verifyAndChangeEmail","project":"shop","to":"new@example.com","language":"pt",\
            "link":"https://auth.example.com/__/auth/action?oobCode=CODE","disownLink":"https://auth.example.com/no",\
            "digits":"123456","validForSeconds":3600,"email":"ana@example.com","newEmail":"new@example.com",\
            "displayName":"Ana","provider":"google.com","isDecoy":false}
            """
        var expected = MailOrder(.verifyAndChangeEmail, project: "shop", to: EmailAddress(canonical: "new@example.com"))
        expected.language = .portuguese
        expected.link = "https://auth.example.com/__/auth/action?oobCode=CODE"
        expected.disownLink = "https://auth.example.com/no"
        expected.digits = "123456"
        expected.validForSeconds = 3600
        expected.email = EmailAddress(canonical: "ana@example.com")
        expected.newEmail = expected.to
        expected.displayName = "Ana"
        expected.provider = "google.com"
        #expect(try JSONDecoder().decode(MailOrder.self, from: Data(text.utf8)) == expected)
        let least = #"{"kind":"passwordChanged","project":"shop","to":"ana@example.com","isDecoy":true}"#
        let decoy = try JSONDecoder().decode(MailOrder.self, from: Data(least.utf8))
        #expect(decoy.isDecoy && decoy.kind == .passwordChanged && decoy.link == nil && decoy.event == nil)
    }

    @Test("What a notice tells of survives the outbox")
    func event() throws {
        var order = MailOrder(.accountRecovered, project: "shop", to: EmailAddress(canonical: "ana@example.com"))
        order.event = MailEvent(
            at: Timestamp(seconds: 1), address: "192.0.2.1", device: ClientDevice(program: .firefox, system: nil))
        order.removed = [
            .password, .wayIn(.google), .authenticator(since: Timestamp(seconds: 2)),
            .recoveryCodes(since: Timestamp(seconds: 3)),
        ]
        order.codesLeft = 9
        #expect(try JSONDecoder().decode(MailOrder.self, from: JSONEncoder().encode(order)) == order)
    }
}
