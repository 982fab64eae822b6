/// The limits on messages in a day, which bound what an attacker can spend of a project's money (T101, T102).
///
/// They are counted in the store, by UTC day, so that neither a restart nor a second server gives more.
package enum TextMessagePolicy {
    /// What messages are counted by.
    package enum Count: String, Hashable, Sendable, CaseIterable {
        /// One number. With ``PhoneCode/mostGuesses`` this also bounds what can be guessed at one: 50 codes in a million.
        case number
        /// The thousand numbers that differ in the last three digits: who rents numbers out rents them in blocks.
        case block
        /// One requesting network; see ``ClientAddress/site``.
        case network
        /// All of the project.
        case project
    }

    /// The number of messages in a day.
    ///
    /// - Parameters:
    ///   - count: What messages are counted by.
    ///   - settings: The project's settings.
    package static func most(_ count: Count, settings: PhoneSettings) -> Int {
        switch count {
        case .number: 10
        case .block: 30
        case .network: 50
        case .project: settings.messagesPerDay
        }
    }

    /// The day that a message is counted in: the number of days since 1970 in UTC.
    package static func day(_ now: Timestamp) -> Int64 { now.seconds / secondsPerDay }

    /// The end of that day.
    package static func end(ofDay day: Int64) -> Timestamp { Timestamp(seconds: (day + 1) * secondsPerDay) }

    private static let secondsPerDay: Int64 = 24 * 3600
}

extension PhoneNumber {
    /// The number without its last three digits, which thousand numbers have in common.
    package var block: String { String(value.dropLast(3)) }
}
