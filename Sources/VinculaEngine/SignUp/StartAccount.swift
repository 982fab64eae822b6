import VinculaCore
import VinculaCrypto

extension Account {
    /// A new account: with an unused id, unless one is given.
    static func start(_ id: AccountID? = nil, now: Timestamp) -> Account {
        // A random generation distinguishes the tokens of a deleted account from those of another that got its id.
        Account(
            id: id ?? AccountID(SecureRandom.alphanumeric(28)), createdAt: now,
            generation: Int64.random(in: 1...(1 << 52)))
    }
}
