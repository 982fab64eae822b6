import Foundation
import IdentityToolkit

@testable import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The codes that a person gets by mail, for tests that need a code and not the mail: an administrator requests links, and
/// a development server without a mail server keeps the mails.
enum MailedCodes {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }
    private struct Link: Decodable {
        let oobCode: String
        let oobLink: String
    }

    /// Has a link made, which nobody is mailed.
    static func link(_ operation: ActionCodeOperation, of email: String, _ auth: Auth) async throws -> (
        code: String, link: String
    ) {
        let answer = try await send(
            "identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:sendOobCode",
            [
                "requestType": operation.requestType?.rawValue ?? "", "email": email, "returnOobLink": true,
                "continueUrl": "http://localhost/", "canHandleCodeInApp": true,
            ], auth)
        let link = try JSONDecoder().decode(Link.self, from: answer)
        // An administrator's link names no key; a person's names the app's.
        return (link.oobCode, link.oobLink.replacing("apiKey=vincula", with: "apiKey=test-key"))
    }

    /// Has a mail sent, and takes the six digits from it.
    ///
    /// - Parameter user: Who asks for it, where somebody has to.
    static func digits(
        _ operation: ActionCodeOperation, of email: String, by user: User? = nil, _ auth: Auth
    ) async throws -> String {
        var request: [String: Any] = [
            "requestType": operation.requestType?.rawValue ?? "", "email": email, "continueUrl": "http://localhost/",
        ]
        if let user { request["idToken"] = user.state.withLock { $0.tokens.idToken } }
        _ = try await send("identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=test-key", request, auth)
        // The newest mail stands first. It is in the list once the outbox was seen to.
        for _ in 0..<4000 {
            let list = String(decoding: try await send("emulator/inbox", nil, auth), as: UTF8.self)
            if let row = list.split(separator: "<li ").first(where: { $0.contains(email) }),
                let page = row.firstMatch(of: /\/(emulator\/inbox\/[^"]+)"/),
                case let mail = String(decoding: try await send(String(page.1), nil, auth), as: UTF8.self),
                let digits = mail.firstMatch(of: /\n *([0-9]{6}) *\n/)
            {
                return String(digits.1)
            }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Refusal(description: "No mail came to \(email).")
    }

    private static func send(_ path: String, _ body: [String: Any]?, _ auth: Auth) async throws -> Data {
        guard let server = auth.options.serverURL, let url = URL(string: "\(server.absoluteString)/\(path)") else {
            throw Refusal(description: "The app has no server.")
        }
        var request = URLRequest(url: url)
        if let body {
            request.httpMethod = "POST"
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        if path.contains("/projects/") { request.setValue("Bearer owner", forHTTPHeaderField: "Authorization") }
        let (data, response): (Data, HTTPURLResponse)
        do {
            (data, response) = try await HTTPTransport().send(request)
        } catch {
            throw AuthFailure.network(error)
        }
        guard response.statusCode == 200 else { throw Refusal(description: String(decoding: data, as: UTF8.self)) }
        return data
    }
}
