import Crypto
import Foundation
import VinculaProof

/// What a feed has said so far: the tokens that ended before they expire.
struct RevocationMemory: Sendable {
    /// One entry of the feed.
    enum Entry: Hashable, Sendable {
        case session(handle: String)
        case account(uid: String, generation: Int64, validSince: Int64?)
        case everybody(issuedBefore: Int64, withoutSecondFactor: Bool)
    }

    private struct Everybody: Hashable {
        let tenant: String?
        let withoutSecondFactor: Bool
    }

    private struct Account: Hashable {
        let tenant: String?
        let uid: String
    }

    private struct AccountEntry {
        let generation: Int64
        let validSince: Int64?
        let expiresAt: Int64
    }

    /// The number of generations that belong to one account: they count up from a random start. An account that was deleted and
    /// made again under the same id begins elsewhere, and its tokens are not those of the first.
    private static let generationsOfAnAccount: Int64 = 1 << 20
    /// The entries that are kept of accounts that had one id.
    private static let mostOfAnID = 8
    private static let handleLabel = Array("vincula session handle\u{0}".utf8)

    private var sessions: [String: Int64] = [:]
    private var accounts: [Account: [AccountEntry]] = [:]
    private var everybody: [Everybody: (issuedBefore: Int64, expiresAt: Int64)] = [:]

    /// The number of sessions and accounts that are remembered.
    var count: Int { sessions.count + accounts.count }

    mutating func add(_ entry: Entry, tenant: String?, expiresAt: Int64) {
        switch entry {
        case .session(let handle): sessions[handle] = max(expiresAt, sessions[handle] ?? 0)
        case .account(let uid, let generation, let validSince):
            var entries = accounts[Account(tenant: tenant, uid: uid)] ?? []
            entries.removeAll { $0.generation <= generation && generation - $0.generation < Self.generationsOfAnAccount }
            entries.append(AccountEntry(generation: generation, validSince: validSince, expiresAt: expiresAt))
            accounts[Account(tenant: tenant, uid: uid)] = entries.suffix(Self.mostOfAnID)
        case .everybody(let issuedBefore, let withoutSecondFactor):
            let key = Everybody(tenant: tenant, withoutSecondFactor: withoutSecondFactor)
            everybody[key] = (max(issuedBefore, everybody[key]?.issuedBefore ?? 0), expiresAt)
        }
    }

    /// Forgets the entries whose tokens have expired.
    mutating func forget(at now: Int64) {
        sessions = sessions.filter { $0.value > now }
        accounts = accounts.compactMapValues { entries in
            let left = entries.filter { $0.expiresAt > now }
            return left.isEmpty ? nil : left
        }
        everybody = everybody.filter { $0.value.expiresAt > now }
    }

    /// Indicates whether a token has ended.
    func isRevoked(_ user: VerifiedUser) -> Bool {
        for withoutSecondFactor in [false, true] where !withoutSecondFactor || user.secondFactor == nil {
            let entry = everybody[Everybody(tenant: user.tenant, withoutSecondFactor: withoutSecondFactor)]
            if let entry, Int64(user.issuedAt.timeIntervalSince1970) < entry.issuedBefore { return true }
        }
        if let session = user.sessionID, !sessions.isEmpty, let handle = Self.handle(ofSession: session),
            sessions[handle] != nil
        {
            return true
        }
        return (accounts[Account(tenant: user.tenant, uid: user.uid)] ?? []).contains { entry in
            if let generation = user.generation, generation < entry.generation,
                entry.generation - generation < Self.generationsOfAnAccount
            {
                return true
            }
            return entry.validSince.map { Int64(user.authTime.timeIntervalSince1970) < $0 } ?? false
        }
    }

    /// The name of a session in the feed, which is a digest so that the feed has no ids of sessions.
    static func handle(ofSession id: String) -> String? {
        guard let bytes = Base64URL.decode(id.utf8) else { return nil }
        return Base64URL.encode(SHA256.hash(data: handleLabel + bytes))
    }
}
