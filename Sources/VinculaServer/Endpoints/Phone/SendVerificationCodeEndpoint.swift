import HTTPTypes
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `accounts:sendVerificationCode`, v3 `sendVerificationCode`: sends a code by text message.
    func sendVerificationCode(_ call: Call) async throws -> Response {
        let request = try call.decode(SendVerificationCodeRequest.self)
        let asked = PhoneCodeRequest(
            number: request.phoneNumber,
            lastLine: try await lastLine(request.autoRetrievalInfo, call), proof: AppProof(request))
        var response = SendVerificationCodeResponse()
        response.sessionInfo = try await engine.sendPhoneCode(asked, in: call.scope, from: call.client)
        return try Answer.json(response)
    }

    /// The last line of a message, by which the receiving phone fills in the code: an Android app's hash, or the website that
    /// asks, if it is one of the project's.
    func lastLine(_ app: AutoRetrievalInfo?, _ call: Call) async throws -> TextMessage.LastLine {
        if let line = app?.appSignatureHash.flatMap(TextMessage.LastLine.forApp) { return line }
        guard let origin = call.headers[.origin], origin.utf8.count <= 300, let host = ContinueURL.host(origin) else {
            return .none
        }
        let domains = try await engine.projects.settings(in: call.scope).continueDomains
        guard (try? domains.check(origin)) != nil else { return .none }
        return TextMessage.LastLine.forWebsite(domain: host) ?? .none
    }
}
