package import Testing
package import VinculaCore
import VinculaEngine

extension TestServer {
    /// Has a code sent to a number.
    ///
    /// - Returns: The `sessionInfo`.
    package func sendCode(to number: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let sent = try await call("accounts:sendVerificationCode", ["phoneNumber": .string(number)])
        #expect(sent.status == 200, "\(sent.text)", sourceLocation: sourceLocation)
        return try #require(sent["sessionInfo"], sourceLocation: sourceLocation)
    }

    /// The digits that were sent for a session, as the development server shows them.
    package func digits(of sessionInfo: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        let codes = try await engine.openPhoneCodes(in: ProjectScope(project: project))
        return try #require(codes.first { $0.sessionInfo == sessionInfo }?.code, sourceLocation: sourceLocation)
    }

    /// Signs in, links or reauthenticates with a code that is sent to a number.
    ///
    /// - Parameter more: Further fields: `idToken`, `operation`.
    package func signInByPhone(
        _ number: String, _ more: [String: JSONValue] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> HTTPAnswer {
        let sessionInfo = try await sendCode(to: number, sourceLocation: sourceLocation)
        let code = try await digits(of: sessionInfo, sourceLocation: sourceLocation)
        return try await enter(code, sessionInfo, more)
    }

    /// Enters a code.
    package func enter(_ code: String, _ sessionInfo: String, _ more: [String: JSONValue] = [:]) async throws -> HTTPAnswer {
        let body: [String: JSONValue] = ["sessionInfo": .string(sessionInfo), "code": .string(code)]
        return try await call("accounts:signInWithPhoneNumber", body.merging(more) { $1 })
    }
}

/// Returns a code that is not this one.
package func otherCode(than code: String) -> String { code == "000000" ? "000001" : "000000" }
