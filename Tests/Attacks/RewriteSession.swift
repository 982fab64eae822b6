import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension AuthEngine {
    /// Makes a session one of another provider's, as if the person had signed in by that.
    ///
    /// - Returns: Whether there was such a session.
    func rewriteSession(of refreshToken: String, account: AccountID, provider: ProviderID, in scope: ProjectScope) async throws -> Bool {
        guard let parsed = tokens.refreshTokens.parse(refreshToken) else { return false }
        return try await store.write { transaction in
            guard let session = try transaction.session(parsed.sessionID), session.account == account else { return false }
            try transaction.deleteSession(session.id)
            try transaction.insert(
                Session(
                    id: session.id, scope: scope, account: account, authTime: session.authTime, signInProvider: provider,
                    generation: session.generation, refresh: session.refresh))
            return true
        }
    }
}
