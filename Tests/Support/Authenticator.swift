package import Foundation
package import Testing
package import VinculaCore
import VinculaCrypto

/// An authenticator app, as a person has it.
package struct Authenticator: Sendable {
    /// The server's id for the factor.
    package let id: String
    /// The secret that the app and the server share.
    package let secret: Data

    /// - Parameter secret: In Base32, as the server shows it.
    package init(id: String, secret: String) {
        self.id = id
        self.secret = Self.decode(secret)
    }

    private init(id: String, secret: Data) {
        self.id = id
        self.secret = secret
    }

    /// The app, once the server has told what it calls the factor.
    package func enrolled(as id: String) -> Authenticator { Authenticator(id: id, secret: secret) }

    /// The code that the app shows.
    ///
    /// - Parameter offset: How many periods from the present one.
    package func code(at now: Timestamp, offset: Int64 = 0) -> String {
        TOTP.code(secret, period: TOTP.period(at: now.seconds) + offset)
    }

    /// A code that is not valid near the current time.
    package func wrongCode(at now: Timestamp, _ number: Int = 0) -> String {
        let near = (-12...12).map { code(at: now, offset: $0) }
        return (0...).lazy.map { String(format: "%06d", ($0 + number * 37) % 1_000_000) }.first { !near.contains($0) } ?? ""
    }

    static func decode(_ text: String) -> Data {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var data = Data()
        var (buffer, bits): (UInt32, Int) = (0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { continue }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            data.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        }
        return data
    }
}

extension JSONValue {
    /// An element of an array; `nil` beyond its end, and for anything but an array.
    package subscript(index: Int) -> JSONValue? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }
}

extension TestServer {
    /// Enrols an authenticator app.
    ///
    /// - Returns: The app, and the session that goes on.
    package func enrol(
        idToken: String, name: String? = nil, now: Timestamp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> (app: Authenticator, session: HTTPAnswer) {
        let started = try await call2(
            "accounts/mfaEnrollment:start", ["idToken": .string(idToken), "totpEnrollmentInfo": .object([:])])
        #expect(started.status == 200, "\(started.text)", sourceLocation: sourceLocation)
        let info = started.json["totpSessionInfo"] ?? .null
        let secret = info["sharedSecretKey"]?.string ?? ""
        let app = Authenticator(id: "", secret: secret)
        var body: [String: JSONValue] = [
            "idToken": .string(idToken),
            "totpVerificationInfo": .object([
                "sessionInfo": info["sessionInfo"] ?? .null, "verificationCode": .string(app.code(at: now)),
            ]),
        ]
        body["displayName"] = name.map { .string($0) }
        let finished = try await call2("accounts/mfaEnrollment:finalize", body)
        #expect(finished.status == 200, "\(finished.text)", sourceLocation: sourceLocation)
        let claims = JSONWebToken(finished["idToken"] ?? "")?.claims
        let id = claims?["firebase"]?["second_factor_identifier"]?.string ?? ""
        #expect(!id.isEmpty, "\(claims?.text ?? "-")", sourceLocation: sourceLocation)
        return (Authenticator(id: id, secret: secret), finished)
    }

    /// Finishes a sign-in by a second factor.
    package func finishSignIn(_ pending: String?, factor: String?, code: String?) async throws -> HTTPAnswer {
        var info: [String: JSONValue] = [:]
        info["verificationCode"] = code.map { .string($0) }
        var body: [String: JSONValue] = ["totpVerificationInfo": .object(info)]
        body["mfaPendingCredential"] = pending.map { .string($0) }
        body["mfaEnrollmentId"] = factor.map { .string($0) }
        return try await call2("accounts/mfaSignIn:finalize", body)
    }

    /// Calls an RPC of v2.
    package func call2(_ rpc: String, _ body: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        try await HTTP.post("\(url)/identitytoolkit.googleapis.com/v2/\(rpc)?key=\(apiKey)", .object(body))
    }
}
