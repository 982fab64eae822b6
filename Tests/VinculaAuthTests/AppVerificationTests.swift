import Crypto
import Foundation
import Testing

@testable import VinculaAuth

/// The work that the SDK does before a text message is sent.
@Suite("App verification")
struct AppVerificationTests {
    private static func offer(_ challenge: String, _ code: String = "MISSING_APP_CREDENTIAL") -> ScriptedServer.Answer {
        let details =
            #"[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"PROOF_OF_WORK","domain":"vincula","#
            + #""metadata":{"challenge":"\#(challenge)"}}]"#
        return .init(status: 400, body: #"{"error":{"code":400,"message":"\#(code) : A proof.","details":\#(details)}}"#)
    }

    /// The proof in a request, if it is a solution of the challenge.
    private static func isSolved(_ challenge: String, bits: Int, in body: String) -> Bool {
        guard let found = body.firstRange(of: "\"recaptchaToken\":\"") else { return false }
        let proof = body[found.upperBound...].prefix { $0 != "\"" }
        let start = SHA256.hash(data: Data(proof.utf8)).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return proof.hasPrefix(challenge + ".") && start.leadingZeroBitCount >= bits
    }

    /// A server that asks for work, and sends a message for it.
    private static func server(_ challenge: String, bits: Int) -> ScriptedServer {
        ScriptedServer { request in
            guard request.method.contains("start") || request.method == "accounts:sendVerificationCode" else { return nil }
            guard isSolved(challenge, bits: bits, in: request.body) else { return offer(challenge) }
            return .init(
                body: #"{"sessionInfo":"s","phoneSessionInfo":{"sessionInfo":"e"},"phoneResponseInfo":{"sessionInfo":"m"}}"#)
        }
    }

    @Test func `work that the server asks for is done, in every form of the call`() async throws {
        let server = Self.server("pow1.9.AAAA.BBBB", bits: 9)
        let auth = try await Device(server).start()
        let provider = PhoneAuthProvider.provider(auth: auth)
        #expect(try await provider.verifyPhoneNumber("+34600000000") == "s")
        #expect(server.count("accounts:sendVerificationCode") == 2)
        let id: String? = try await withCheckedThrowingContinuation { done in
            provider.verifyPhoneNumber("+34600000000", uiDelegate: nil) { id, error in
                if let error { done.resume(throwing: error) } else { done.resume(returning: id) }
            }
        }
        #expect(id == "s" && server.count("accounts:sendVerificationCode") == 4)
        let user = try await Device(server).signIn(auth)
        let session = try await user.multiFactor.session()
        #expect(try await provider.verifyPhoneNumber("+34600000000", multiFactorSession: session) == "e")
        #expect(server.count("mfaEnrollment:start") == 2)
    }

    @Test func `a server that asks for nothing is sent nothing more`() async throws {
        let server = ScriptedServer { $0.method == "accounts:sendVerificationCode" ? .init(body: #"{"sessionInfo":"s"}"#) : nil }
        let auth = try await Device(server).start()
        #expect(try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000") == "s")
        #expect(server.requests.count == 1 && server.requests.allSatisfy { !$0.body.contains("recaptchaToken") })
    }

    @Test func `an expired challenge is followed by one more, and not by a third`() async throws {
        let server = ScriptedServer { request in
            let code = request.number == 1 ? "MISSING_APP_CREDENTIAL" : "INVALID_APP_CREDENTIAL"
            return Self.offer("pow1.4.AAAA.N\(request.number)", code)
        }
        let auth = try await Device(server).start()
        await #expect {
            try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000")
        } throws: { AuthErrorCode($0) == .invalidAppCredential }
        #expect(server.requests.count == 3)
        #expect(Self.isSolved("pow1.4.AAAA.N2", bits: 4, in: server.requests.last?.body ?? ""))
    }

    @Test(arguments: ["pow1.27.AAAA.BBBB", "nonsense", ""])
    func `what is too hard, or no challenge, is not worked on`(challenge: String) async throws {
        let server = ScriptedServer { _ in Self.offer(challenge) }
        let auth = try await Device(server).start()
        await #expect {
            try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000")
        } throws: { AuthErrorCode($0) == .missingAppCredential }
        #expect(server.requests.count == 1)
    }

    @Test func `with the verification disabled for testing, no work is done`() async throws {
        let server = Self.server("pow1.9.AAAA.BBBB", bits: 9)
        let auth = try await Device(server).start()
        auth.settings?.appVerificationDisabledForTesting = true
        await #expect {
            try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000")
        } throws: { AuthErrorCode($0) == .missingAppCredential }
        #expect(server.requests.count == 1)
    }

    @Test func `the work ends when the task is cancelled, and the main actor goes on meanwhile`() async throws {
        let server = Self.server("pow1.26.AAAA.EEEE", bits: 26)
        let auth = try await Device(server).start()
        let task = Task { @MainActor in
            try await PhoneAuthProvider.provider(auth: auth).verifyPhoneNumber("+34600000000")
        }
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        // The caller's actor is free during the work.
        for _ in 0..<10 { await MainActor.run {} }
        task.cancel()
        await #expect { try await task.value } throws: { AuthErrorCode($0) == .networkError }
        #expect(server.requests.count == 1)
    }
}
