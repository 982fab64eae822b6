package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Finishes a sign-in with a code of any of the account's authenticator apps, or with a recovery code.
    ///
    /// Which app shows the code is found first; that it was tried is counted before anybody learns that it is right.
    ///
    /// - Parameters:
    ///   - credential: The pending credential from the first factor.
    ///   - code: The code as received.
    ///   - scope: The project.
    /// - Throws: The errors of ``finishSignIn(_:factor:code:in:)``.
    package func finishSignIn(
        _ credential: String?, anyFactorCode code: String?, in scope: ProjectScope
    ) async throws -> SignedIn {
        guard let code, !code.isEmpty, code.utf8.count <= RecoveryCode.longestText else { throw AuthError.missingCode }
        let sealer = sealer
        let factor = try await read(in: scope) { reading in
            let account = try reading.pendingSignIn(credential).account
            let adjacent = try reading.settings().secondFactors.adjacentPeriods
            let matching = try account.secondFactors.first { factor in
                guard case .authenticator(let sealed, _) = factor.means else { return false }
                let secret = try sealer.open(sealed, place: SecondFactor.place(factor.id))
                return TOTP.period(of: code, secret, at: reading.now.seconds, adjacent: adjacent) != nil
            }
            return (matching ?? account.secondFactors.first)?.id.value
        }
        return try await finishSignIn(credential, factor: factor, code: code, in: scope)
    }
}
