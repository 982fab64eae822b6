import Foundation

/// A period that a report is about.
package enum UsagePeriod: String, Hashable, Sendable, CaseIterable {
    case hours = "48h"
    case days = "30d"
    case months = "12m"

    /// The spans of which it is made.
    package var span: UsageSpan { self == .hours ? .hour : .day }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    /// The beginnings of its steps, oldest first; the last one contains the given moment.
    package func starts(at now: Timestamp) -> [Timestamp] {
        switch self {
        case .hours, .days:
            let last = span.start(of: now)
            let count: Int64 = self == .hours ? 48 : 30
            return (0..<count).map { last.adding(seconds: ($0 - count + 1) * span.seconds) }
        case .months:
            let last = month(of: now)
            return (0..<12).compactMap { index in
                let date = Date(timeIntervalSince1970: Double(last.seconds))
                return Self.calendar.date(byAdding: .month, value: index - 11, to: date).map {
                    Timestamp(seconds: Int64($0.timeIntervalSince1970))
                }
            }
        }
    }

    /// The beginning of the step that a count belongs to.
    package func step(of start: Timestamp) -> Timestamp { self == .months ? month(of: start) : start }

    private func month(of moment: Timestamp) -> Timestamp {
        let date = Date(timeIntervalSince1970: Double(moment.seconds))
        let first = Self.calendar.dateInterval(of: .month, for: date)?.start ?? date
        return Timestamp(seconds: Int64(first.timeIntervalSince1970))
    }
}

/// The use of a project over time.
package struct UsageReport: Hashable, Sendable {
    /// One row of numbers: a kind and a method, with a number for each step.
    package struct Series: Hashable, Sendable {
        package let kind: UsageKind
        package let method: String
        package let values: [Int]

        package init(kind: UsageKind, method: String, values: [Int]) {
            self.kind = kind
            self.method = method
            self.values = values
        }

        /// The sum; for a state and for sessions the greatest number, as these are not added up.
        package var total: Int { kind.isState || kind == .session ? values.max() ?? 0 : values.reduce(0, +) }
    }

    package let period: UsagePeriod
    /// The beginnings of the steps, oldest first.
    package let starts: [Timestamp]
    /// By kind, and within a kind the greatest first.
    package let series: [Series]

    /// Makes a report of counts.
    ///
    /// Within a month, the days' events are added up; of sessions it has the day with the most, and of accounts the last count.
    ///
    /// - Parameters:
    ///   - period: The period.
    ///   - counts: The counts of its spans; those of other spans and times are left out, and equal ones are added up.
    ///   - now: The current time.
    package init(_ period: UsagePeriod, of counts: [UsageCount], now: Timestamp) {
        self.period = period
        starts = period.starts(at: now)
        let places = Dictionary(uniqueKeysWithValues: starts.enumerated().map { ($1, $0) })
        var spans: [UsageEvent: [Timestamp: Int]] = [:]
        for count in counts where count.span == period.span {
            let event = UsageEvent(count.kind, count.method)
            let known = spans[event]?[count.start] ?? 0
            spans[event, default: [:]][count.start] = count.kind.isState ? max(known, count.count) : known + count.count
        }
        var rows: [UsageEvent: [Int]] = [:]
        for (event, counts) in spans {
            for (start, count) in counts.sorted(by: { $0.key < $1.key }) {
                guard let place = places[period.step(of: start)] else { continue }
                let known = rows[event]?[place] ?? 0
                let sum =
                    switch event.kind {
                    case .accounts: count
                    case .session: max(known, count)
                    default: known + count
                    }
                rows[event, default: Array(repeating: 0, count: places.count)][place] = sum
            }
        }
        let order = Dictionary(uniqueKeysWithValues: UsageKind.allCases.enumerated().map { ($1, $0) })
        series = rows.map { Series(kind: $0.kind, method: $0.method, values: $1) }.sorted {
            (order[$0.kind] ?? 0, -$0.total, $0.method) < (order[$1.kind] ?? 0, -$1.total, $1.method)
        }
    }

    /// The rows of some kinds.
    package func series(of kinds: Set<UsageKind>) -> [Series] { series.filter { kinds.contains($0.kind) } }
}
