import VinculaCore

extension Transactions {
    /// Counts a message that was sent.
    func count(_ message: OutboxMessage, at moment: Timestamp) {
        guard let event = UsageEvent(message.kind) else { return }
        usage.add(event, in: message.scope, at: moment)
    }
}

extension UsageEvent {
    /// The event that a message is; `nil` for one that no person gets.
    init?(_ kind: OutboxMessage.Kind) {
        switch kind {
        case .mail(let mail): self.init(.mail, mail.rawValue)
        case .textCode: self.init(.text)
        case .accountEvent: return nil
        }
    }
}
