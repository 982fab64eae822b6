import VinculaCore

/// One of a few people. What a person has nobody else has: mailboxes, passwords, a phone, provider accounts.
struct Person: Hashable, Sendable, CustomStringConvertible {
    let number: Int

    static let all = (0..<5).map(Person.init)

    var description: String { "P\(number)" }

    /// The mailboxes that are really theirs. Others may write them down, too, but cannot read what is in them.
    var emails: [EmailAddress] { ["a", "b", "c"].map { EmailAddress(canonical: "p\(number)-\($0)@gmail.com") } }

    var passwords: [String] { ["password of \(number), one", "password of \(number), two"] }

    var phone: PhoneNumber? { PhoneNumber("+1555000000\(number)") }

    static func owner(of email: EmailAddress) -> Person? { all.first { $0.emails.contains(email) } }

    static func owner(of identity: IdentityKey) -> Person? {
        all.first { identity.subject.hasPrefix("\($0.number)-") }
    }

    static let allEmails = all.flatMap(\.emails)

    /// The claims that a provider vouches for when this person signs in with one of their accounts there.
    ///
    /// Google runs the mailboxes, so its word proves them, and it never gives somebody's address to another. The others
    /// pass on whatever address the person typed there.
    func presents(using generator: inout SplitMix64) -> PresentedIdentity {
        let subject = "\(number)-\(Int.random(in: 0..<3, using: &generator))"
        let provider = [ProviderID.google, .google, .facebook, .acme, .acme].randomElement(using: &generator) ?? .google
        let own = emails.randomElement(using: &generator)
        let name = "\(self) at \(provider)"
        guard provider == .google else {
            let email = [own, own, Person.allEmails.randomElement(using: &generator), nil, nil].randomElement(using: &generator)
            return .of(provider, subject, email: (email ?? nil)?.value, .claimed, name: name)
        }
        let isProven = Int.random(in: 0..<5, using: &generator) > 0
        return .of(.google, subject, email: own?.value, isProven ? .proven : .claimed, name: name)
    }
}

/// A sign-in that a person once had.
struct Ticket: Sendable {
    let person: Person
    let account: AccountID
    var idToken: String
    let refreshToken: String
    /// The account ended it: neither its ID token nor its refresh token may ever work again.
    var isDead = false
    /// Its session ended alone: its refresh token may never work again.
    var isSessionOver = false
}

/// A collision's pending token, and who holds it.
struct PendingTicket: Sendable {
    let person: Person
    let token: String
    let presented: PresentedIdentity
    let collidedWith: AccountID?
}
