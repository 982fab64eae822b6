import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts` (create), and `accounts:signUp` by an administrator: creates an account.
    func adminCreateAccount(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: AdminCreateAccountRequest.self)
        var new = NewAccount()
        new.secondFactors = try (request.mfaInfo ?? []).map { factor in
            guard let phone = factor.phoneInfo, !phone.isEmpty else {
                throw AuthError.invalidArgument("Authenticator apps can only be added by their owners.")
            }
            return ListedSecondFactor(displayName: factor.displayName, phone: phone)
        }
        new.id = request.localId
        new.email = request.email
        new.emailVerified = request.emailVerified ?? false
        new.password = request.password.flatMap { $0.isEmpty ? nil : $0 }
        new.displayName = request.displayName
        new.photoURL = request.photoUrl
        new.phoneNumber = request.phoneNumber.flatMap { $0.isEmpty ? nil : $0 }
        new.isDisabled = request.disabled ?? false
        let account = try await engine.accounts.createAccount(new, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(
            SignUpResponse(localId: account.id.value, displayName: account.displayName, email: account.email?.value))
    }
}
