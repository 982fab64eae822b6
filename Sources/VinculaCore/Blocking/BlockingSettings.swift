import Foundation

/// A moment at which a project's own function may refuse what a person asks for, or change it.
package enum BlockingTrigger: String, Hashable, Sendable, CaseIterable {
    /// A person's account is about to be created.
    case beforeCreate
    /// A person has proven who they are, and is about to be signed in.
    case beforeSignIn
    /// A person asked for a mail that signs them in or resets their password.
    case beforeSendEmail
    /// A person asked for a text message with a code.
    case beforeSendSms
}

/// A function of a project, by its address.
package struct BlockingFunction: Hashable, Sendable, Codable {
    /// The longest address, in bytes.
    package static let longestURL = 2048

    package var url: String
    package var updatedAt: Timestamp

    package init(url: String, updatedAt: Timestamp) {
        self.url = url
        self.updatedAt = updatedAt
    }
}

/// The provider's tokens that a project's functions get to see.
package struct ForwardedCredentials: Hashable, Sendable, Codable {
    package var idToken = false
    package var accessToken = false
    package var refreshToken = false

    package init() {}
}

/// A project's blocking functions.
package struct BlockingSettings: Hashable, Sendable, Codable {
    /// The functions by the name of their trigger.
    private var functions: [String: BlockingFunction] = [:]
    package var forwarded = ForwardedCredentials()

    package init() {}

    package subscript(trigger: BlockingTrigger) -> BlockingFunction? {
        get { functions[trigger.rawValue] }
        set { functions[trigger.rawValue] = newValue }
    }

    /// The triggers that have a function.
    package var triggers: [BlockingTrigger] { BlockingTrigger.allCases.filter { self[$0] != nil } }

    /// Sets a function; the time changes only with the address.
    package mutating func set(_ url: String, for trigger: BlockingTrigger, now: Timestamp) {
        guard self[trigger]?.url != url else { return }
        self[trigger] = BlockingFunction(url: url, updatedAt: now)
    }
}
