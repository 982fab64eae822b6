import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `/emulator/action`, called by a program rather than a browser: applies the link's code at once, as the emulator does.
    ///
    /// On development servers only; test suites follow links with `fetch`.
    func emulatorAction(_ code: String, _ call: Call) async throws -> Response {
        do {
            guard let view = try await engine.actionCodes.viewActionCode(code) else { throw AuthError.invalidActionCode }
            let engine = engine.acting(
                as: .endUser, from: call.client, language: view.target.language, device: call.device, request: call.requestID)
            switch view.purpose {
            case .signIn:
                let content = ActionPageContent(
                    view: view, code: code, language: view.target.language ?? .english, path: call.path, isDevelopment: true,
                    catalogue: engine.catalogue, apiKey: QueryParameters.key(call.query["apiKey"]))
                guard let target = content.signInTarget else {
                    return try told("Missing continueUrl query parameter", view.email)
                }
                return Response(status: .seeOther, headers: [.location: target])
            case .resetPassword:
                guard let password = call.query["newPassword"], !password.isEmpty else {
                    return try failed(
                        "missing newPassword query parameter", "Add &newPassword=… to the link, or open it in a browser.")
                }
                try await engine.actionCodes.resetPassword(code, to: password, in: view.scope, from: call.client)
                return try onwards(view, "The password has been successfully updated.", view.email)
            case .verifyEmail:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The email has been successfully verified.", view.email)
            case .verifyAndChangeEmail:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The email has been successfully changed.", view.newEmail)
            case .recoverEmail:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The email has been successfully reset.", view.email)
            case .revertSecondFactorAddition:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The second factor has been successfully removed.", view.email)
            case .revertSignInMethodAddition:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The sign-in method has been successfully removed.", view.email)
            case .revertSignInMethodRemoval:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The sign-in method has been successfully restored.", view.email)
            case .revertPasswordChange:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The change of the password has been successfully undone.", view.email)
            case .revertRecoveryCodes:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The recovery codes have been successfully removed.", view.email)
            case .revertSignIn:
                _ = try await engine.actionCodes.applyActionCode(code, in: view.scope)
                return try onwards(view, "The sign-in has been successfully undone.", view.email)
            }
        } catch let error as AuthError {
            return try failed(
                "Your request failed: \(error.message)", "Request a new link: this one may have expired or been used.")
        }
    }

    private func onwards(_ view: ActionCodeView, _ success: String, _ email: EmailAddress?) throws -> Response {
        if let url = view.target.continueURL { return Response(status: .seeOther, headers: [.location: url]) }
        return try told(success, email)
    }

    private func told(_ success: String, _ email: EmailAddress?) throws -> Response {
        var answer = EmulatorActionAnswer()
        answer.authEmulator.success = success
        answer.authEmulator.email = email?.value
        return try Answer.json(answer)
    }

    private func failed(_ error: String, _ instructions: String) throws -> Response {
        var answer = EmulatorActionAnswer()
        answer.authEmulator.error = error
        answer.authEmulator.instructions = instructions
        return try Answer.json(answer, status: .badRequest)
    }
}

/// The response of the emulator's `/emulator/action` to programs.
struct EmulatorActionAnswer: Codable, Sendable {
    struct Told: Codable, Sendable {
        var success: String?
        var email: String?
        var error: String?
        var instructions: String?
    }

    var authEmulator = Told()
}
