import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `GET …/verificationCodes`: lists the codes that were sent to phones and are valid.
    func openVerificationCodes(_ call: Call) async throws -> Response {
        let codes = try await engine.openPhoneCodes(in: call.scope).map {
            ShownVerificationCode(code: $0.code, phoneNumber: $0.number.value, sessionInfo: $0.sessionInfo)
        }
        return try Answer.json(["verificationCodes": codes])
    }
}

/// A code as the emulator shows it.
private struct ShownVerificationCode: Encodable {
    let code: String
    let phoneNumber: String
    let sessionInfo: String
}
