import VinculaCore
import VinculaCrypto

extension PasswordHasher {
    /// Hashes a new password, if the policy allows it.
    ///
    /// - Parameters:
    ///   - password: The new password; `nil` if it does not change.
    ///   - policy: The project's policy.
    ///   - email: The email of its account.
    ///   - scope: The project that it is for.
    func hashNew(
        _ password: String?, policy: PasswordPolicy, email: EmailAddress?, in scope: ProjectScope
    ) async throws -> String? {
        guard let password else { return nil }
        try policy.check(password, email: email, project: scope.project)
        return try await hash(password)
    }
}
