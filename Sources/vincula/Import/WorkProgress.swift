import Foundation
import Synchronization

/// Shows the progress of work with many accounts or rows: a bar on a terminal, otherwise a line every five seconds.
final class WorkProgress: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant?
        /// The share that was done when the work began or went on.
        var first: Double?
    }

    private let state = Mutex(State())
    private let start = ContinuousClock.now
    private let isTerminal = isatty(FileHandle.standardError.fileDescriptor) == 1
    /// What is counted.
    private let unit: String

    /// - Parameter unit: What is counted, in the plural.
    init(_ unit: String = "accounts") { self.unit = unit }

    /// Shows how far the work is.
    ///
    /// - Parameters:
    ///   - share: The part that is done, from 0 to 1.
    ///   - count: The number of this run; `nil` while nothing is counted.
    ///   - what: The work, if it is not the main one.
    func show(_ share: Double, count: Int64? = nil, _ what: String = "") {
        let now = ContinuousClock.now
        let line = state.withLock { state -> String? in
            let first = state.first ?? share
            state.first = first
            let pause: Duration = isTerminal ? .milliseconds(200) : .seconds(5)
            guard now - (state.shownAt ?? start) >= pause else { return nil }
            state.shownAt = now
            let seconds = (now - start) / .seconds(1)
            return self.line(share, first: first, count: count, seconds: seconds, isTerminal: isTerminal, what)
        }
        guard let line else { return }
        FileHandle.standardError.write(Data((isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n").utf8))
    }

    /// Clears the bar on a terminal.
    func end() { if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) } }

    private func line(
        _ share: Double, first: Double, count: Int64?, seconds: Double, isTerminal: Bool, _ what: String
    ) -> String {
        var parts = ["\(Int(share * 100))%"]
        if isTerminal {
            let filled = Int(share * 30)
            parts[0] = "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: 30 - filled) + "] " + parts[0]
        }
        if !what.isEmpty { parts.append(what) }
        if let count {
            parts.append("\(count.grouped) \(unit)")
            parts.append("\(Int64(Double(count) / max(seconds, 0.001)).grouped) a second")
        }
        if share > first, share < 1 {
            let left = (1 - share) / (share - first) * seconds
            parts.append(left < 90 ? "\(Int(left.rounded(.up))) s left" : "\(Int((left / 60).rounded(.up))) min left")
        }
        return parts.joined(separator: ", ")
    }
}

extension Int64 {
    /// The number with commas: `1,000,000`.
    var grouped: String {
        let digits = Array(String(magnitude))
        let groups = digits.indices.map { (digits.count - $0).isMultiple(of: 3) && $0 > 0 ? ",\(digits[$0])" : "\(digits[$0])" }
        return (self < 0 ? "-" : "") + groups.joined()
    }
}

extension Int {
    /// The number with commas: `1,000,000`.
    var grouped: String { Int64(self).grouped }
}
