import Foundation
package import VinculaCore
import VinculaCrypto

extension AuthEngine {
    /// Counts an app's sign-up by its project's quota, or by this server's limit. A quota is for all servers together.
    ///
    /// - Parameters:
    ///   - client: The app's network address.
    ///   - scope: The project.
    /// - Throws: ``AuthError/tooManyAttempts(retryAfterSeconds:)``, or the store's errors.
    package func admitSignUp(from client: ClientAddress, in scope: ProjectScope) async throws {
        guard limits.isOn else { return }
        let quota = try await recentSettings(of: scope.project).signUpQuota
        let now = clock.now
        // Each server refuses what it can refuse by itself, so that a flood costs no writes.
        try limits.admitSignUp(from: client, quota: quota, at: now, in: scope)
        guard store.isShared, let hour = quota?.hour(at: now) else { return }
        let counts = limits.quotaCounts(of: client, in: hour)
        let sealer = sealer
        let refusal = try await claim { work in
            try counts.first { count in
                let name = [scope.project, String(hour.end.milliseconds), count.reason.rawValue].joined(separator: "\u{0}")
                let facts = Data((name + "\u{0}").utf8) + count.address.bytes
                let key = Data(sealer.fingerprint(facts, purpose: "sign-up quota").prefix(16))
                return try !work.transaction.countUse(key, most: count.most, expiresAt: hour.end)
            }
        }
        guard let refusal else { return }
        limits.note(
            RequestLimits.Refusal(rpc: .signUp, reason: refusal.reason), LimitedLately.Caller(scope: scope, client: client))
        throw AuthError.tooManyAttempts(retryAfterSeconds: max(1, Int(hour.end.seconds(since: now).rounded(.up))))
    }
}

extension RequestLimits {
    /// A count of a quota of sign-ups.
    struct QuotaCount: Sendable {
        let address: ClientAddress
        let reason: Reason
        /// The number of sign-ups in the hour.
        let most: Int
    }

    /// The counts that a sign-up belongs to, the narrowest first.
    func quotaCounts(of client: ClientAddress, in hour: SignUpQuota.Hour) -> [QuotaCount] {
        let most = hour.quota * multiplier
        let ofSite = QuotaCount(address: client.site, reason: .address, most: most)
        return [ofSite] + (client.block.map { [QuotaCount(address: $0, reason: .block, most: most * 4)] } ?? [])
    }
}
