import Foundation
import VinculaCore
import VinculaCrypto

/// The delivery of text messages.
package enum TextDelivery: Hashable, Sendable {
    /// No gateway is set up: only test numbers get codes.
    case none
    /// A gateway sends them.
    case gateway
    /// They are kept here, for viewing.
    case inbox

    var isKept: Bool { self == .inbox }
}

/// The text messages with codes, and the number of them that may be sent.
///
/// They are written in the transaction that makes the code; ``Outbox`` has them sent.
struct AccountTexts: Sendable {
    let sealer: Sealer
    let delivery: TextDelivery
    /// True if messages count against the limits of a day. Only the emulator's clients are exempt.
    let countsMessages: Bool

    /// Checks that a message may be sent to a number at all.
    ///
    /// Where no gateway sends, only the project's list of regions counts: a development server's tests use numbers that nobody
    /// has.
    ///
    /// - Throws: ``AuthError/operationNotAllowed(_:)``, ``AuthError/invalidPhoneNumber``,
    ///   ``AuthError/phoneRegionNotEnabled``.
    func requireDeliverable(_ number: PhoneNumber, _ settings: PhoneSettings) throws(AuthError) {
        switch delivery {
        case .none: throw .operationNotAllowed("This server sends no text messages: no SMS gateway is set up.")
        case .inbox:
            guard settings.regions.permitsRegion(of: number) else { throw .phoneRegionNotEnabled }
        case .gateway:
            switch settings.regions.decide(number) {
            case .allow: return
            case .invalid: throw .invalidPhoneNumber
            case .kind, .noRegion, .region: throw .phoneRegionNotEnabled
            }
        }
    }

    /// Counts a message against the limits of the day.
    ///
    /// - Parameters:
    ///   - number: The recipient.
    ///   - isTest: `true` for a test number: nothing is sent, so that only the attempts at its code are bounded.
    ///   - isSecondFactor: `true` for a code of a sign-in whose first factor was given. It has a count of its own: strangers, who
    ///     can ask for other codes to the number and to its neighbours, must not keep its owner out.
    ///   - client: The requester's network address.
    /// - Returns: The limit that refuses it; `nil` if it may be sent.
    func count(
        to number: PhoneNumber, isTest: Bool, isSecondFactor: Bool, from client: ClientAddress, settings: PhoneSettings,
        _ work: Work
    ) throws -> TextMessagePolicy.Count? {
        guard countsMessages else { return nil }
        let day = TextMessagePolicy.day(work.now)
        // The narrowest comes first: who is refused for one number uses up nothing that others need.
        var counted: [(TextMessagePolicy.Count, Data)] = [
            (.number, Data((number.value + (isSecondFactor ? " second factor" : "")).utf8))
        ]
        if !isTest {
            if !isSecondFactor { counted.append((.block, Data(number.block.utf8))) }
            if client != .unknown { counted.append((.network, Data(client.network.bytes))) }
            counted.append((.project, Data()))
        }
        for (count, value) in counted {
            // One count for all tenants: anybody may be able to sign up in each of them.
            let name = [work.scope.project, "", count.rawValue, String(day)].joined(separator: "\u{0}")
            let key = sealer.fingerprint(Data((name + "\u{0}").utf8) + value, purpose: "text message count").prefix(16)
            let isFree = try work.transaction.countUse(
                Data(key), most: TextMessagePolicy.most(count, settings: settings),
                expiresAt: TextMessagePolicy.end(ofDay: day))
            guard isFree else { return count }
        }
        return nil
    }

    /// Adds a message to the outbox, as part of the transaction that makes its code. It is of use for as long as the code.
    func queue(_ order: TextMessageOrder, _ work: Work) throws {
        let id = SecureRandom.alphanumeric(24)
        let name = [work.scope.project, work.scope.tenant, order.number.value].joined(separator: "\u{0}")
        let recipient = sealer.fingerprint(Data(name.utf8), purpose: "text recipient").prefix(16)
        try work.transaction.insert(
            OutboxMessage(
                id: id, scope: work.scope, kind: .textCode, recipient: Data(recipient),
                sealed: try sealer.seal(try JSONEncoder().encode(order), place: OutboxMessage.place(id)),
                state: delivery.isKept ? .kept : .waiting, createdAt: work.now, dueAt: work.now,
                expiresAt: work.now.adding(seconds: PhoneCode.lifetimeSeconds)))
        work.transaction.journal.noteMessage()
        if delivery.isKept { work.transaction.journal.note(UsageEvent(.text)) }
    }
}
