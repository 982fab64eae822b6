import IdentityToolkit
import VinculaCore

extension ProjectConfig.Quota {
    private static let path = "quota.signUpQuotaConfig"

    /// Creates the administrators' view of a quota.
    init(_ quota: SignUpQuota) {
        self.init(
            signUpQuotaConfig: .init(
                quota: Int64Text(Int64(quota.quota)), startTime: quota.startsAt.rfc3339, quotaDuration: "\(quota.duration)s"))
    }

    /// Applies the quota, which is replaced as a whole.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to quota: inout SignUpQuota?, mask: FieldMask) throws(AuthError) {
        guard mask.covers(Self.path) else { return }
        guard let sent = signUpQuotaConfig else {
            if mask.namesOrHolds(Self.path) { quota = nil }
            return
        }
        guard let count = sent.quota?.value else { throw .invalidConfig("\(Self.path).quota is missing.") }
        guard let start = sent.startTime.flatMap({ Timestamp(rfc3339: $0) }) else {
            throw .invalidConfig("\(Self.path).startTime must be a time in RFC 3339 format, such as 2026-01-31T08:00:00Z.")
        }
        guard let text = sent.quotaDuration, text.hasSuffix("s"), let seconds = Int64(text.dropLast()) else {
            throw .invalidConfig("\(Self.path).quotaDuration must be a number of seconds, such as 3600s.")
        }
        quota = try SignUpQuota(quota: count, startsAt: start, duration: seconds)
    }
}
