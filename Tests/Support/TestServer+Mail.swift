import Foundation
package import Testing
package import VinculaCore
package import VinculaEngine

/// A mail that stayed on the server.
package struct InboxMail: Sendable {
    package let id: String
    package let kind: MailKind
    package let mail: RenderedMail
}

/// A link as it stands in a mail.
package struct MailedLink: Sendable {
    package let url: String

    package init(_ url: String) { self.url = url }

    /// A field of the link's query.
    package subscript(name: String) -> String? {
        URLComponents(string: url)?.queryItems?.first { $0.name == name }?.value
    }
}

extension TestServer {
    /// The mails to an address that stayed on the server, oldest first.
    package func mails(to email: String) async throws -> [InboxMail] {
        try await engine.outbox.keptMails(limit: 10_000).reversed().compactMap { kept in
            guard kept.mail.to.value == email else { return nil }
            return MailKind(rawValue: kept.message.kind.name).map { InboxMail(id: kept.message.id, kind: $0, mail: kept.mail) }
        }
    }

    /// The last mail of a kind to an address.
    package func mail(
        _ kind: MailKind, to email: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> InboxMail {
        try #require(try await mails(to: email).last { $0.kind == kind }, sourceLocation: sourceLocation)
    }

    /// The link of the last mail of a kind to an address.
    package func link(
        _ kind: MailKind, to email: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> MailedLink {
        let mail = try await mail(kind, to: email, sourceLocation: sourceLocation)
        return try #require(mail.link, sourceLocation: sourceLocation)
    }

    /// The code of the last mail of a kind to an address.
    package func code(
        _ kind: MailKind, to email: String, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONValue {
        .string(
            try #require(
                try await link(kind, to: email, sourceLocation: sourceLocation)["oobCode"], sourceLocation: sourceLocation))
    }

    /// Has a mail sent.
    package func sendMail(
        _ requestType: String, to email: String? = nil, _ more: [String: JSONValue] = [:]
    ) async throws -> HTTPAnswer {
        var body: [String: JSONValue] = ["requestType": .string(requestType), "continueUrl": "http://localhost/done"]
        body["email"] = email.map { .string($0) }
        return try await call("accounts:sendOobCode", body.merging(more) { $1 })
    }

    /// Has a link mailed that signs in, and signs in with it.
    package func signInByLink(_ email: String, idToken: String? = nil) async throws -> HTTPAnswer {
        let sent = try await sendMail("EMAIL_SIGNIN", to: email, ["canHandleCodeInApp": true])
        #expect(sent.status == 200, "\(sent.text)")
        var body: [String: JSONValue] = ["email": .string(email), "oobCode": try await code(.signIn, to: email)]
        body["idToken"] = idToken.map { .string($0) }
        return try await call("accounts:signInWithEmailLink", body)
    }

    /// Has a link for a new password mailed, and sets one with it.
    package func resetByMail(_ email: String, to password: String) async throws -> HTTPAnswer {
        let sent = try await sendMail("PASSWORD_RESET", to: email)
        #expect(sent.status == 200, "\(sent.text)")
        return try await call(
            "accounts:resetPassword", ["oobCode": try await code(.resetPassword, to: email), "newPassword": .string(password)])
    }
}

extension InboxMail {
    /// The first link of the mail.
    package var link: MailedLink? {
        mail.text.split(whereSeparator: \.isWhitespace).map(String.init).first { $0.contains("oobCode=") }.map(MailedLink.init)
    }

    /// The six digits of the mail.
    package var digits: String? {
        mail.text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.first {
            $0.count == 6 && $0.allSatisfy(\.isNumber)
        }
    }
}
