/// The rules for when a server makes backups by itself, and which of them it keeps.
package struct BackupRotation: Hashable, Sendable {
    /// The number of seconds between two backups.
    package let every: Int64
    /// The number of backups kept, at least one.
    package let keep: Int

    /// The delay before a retry after a failure, in seconds.
    static let retry: Int64 = 300
    /// The tolerated difference between clocks, in seconds.
    static let clockTolerance: Int64 = 60

    package init(every: Int64, keep: Int) {
        self.every = every
        self.keep = max(1, keep)
    }

    /// Reads `30m`, `6h` or `7d`.
    ///
    /// - Returns: Seconds, from a minute to a year; `nil` for anything else.
    package static func interval(_ text: String) -> Int64? {
        let units: [(Character, Int64)] = [("m", 60), ("h", 3600), ("d", 86_400)]
        guard let unit = units.first(where: { $0.0 == text.last })?.1, text.utf8.count <= 7,
            text.dropLast().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(text.dropLast()), (60...31_622_400).contains(count * unit)
        else { return nil }
        return count * unit
    }

    /// The name of a backup file: `vincula-20261122T131500Z.sqlite`.
    package static func name(at moment: Timestamp) -> String {
        let (days, seconds) = moment.seconds.quotientAndRemainder(dividingBy: 86_400)
        let date = CivilDate(daysSince1970: days)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "vincula-\(date.year)\(two(date.month))\(two(date.day))T"
            + "\(two(seconds / 3600))\(two(seconds / 60 % 60))\(two(seconds % 60))Z.sqlite"
    }

    /// The time in a backup's name; `nil` for the name of any other file.
    package static func moment(of name: String) -> Timestamp? {
        let bytes = Array(name.utf8)
        guard bytes.count == 31, name.utf8.starts(with: "vincula-".utf8), bytes[24...].elementsEqual(".sqlite".utf8),
            bytes[16] == UInt8(ascii: "T"), bytes[23] == UInt8(ascii: "Z")
        else { return nil }
        func number(_ range: Range<Int>) -> Int64? {
            let digits = bytes[range]
            guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        }
        guard let year = number(8..<12), let month = number(12..<14), let day = number(14..<16), let hour = number(17..<19),
            let minute = number(19..<21), let second = number(21..<23)
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        let moment = Timestamp(seconds: date.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second)
        // Rejects the 31st of February and the like.
        return Self.name(at: moment) == name ? moment : nil
    }

    /// Indicates whether a backup should be made now.
    ///
    /// - Parameters:
    ///   - names: The existing files.
    ///   - lastFailure: The time of this server's last attempt, if it failed.
    ///   - now: The current time.
    package func isDue(names: [String], lastFailure: Timestamp?, now: Timestamp) -> Bool {
        if let lastFailure, lastFailure <= now, now.seconds - lastFailure.seconds < min(every, Self.retry) { return false }
        // A file from the future was written with a wrong clock.
        let past = names.compactMap(Self.moment).filter { $0.seconds <= now.seconds + Self.clockTolerance }
        guard let newest = past.max() else { return true }
        return now.seconds - newest.seconds >= every
    }

    /// The surplus files: the oldest of those with a backup's name.
    ///
    /// - Parameters:
    ///   - names: The names of the files in the folder.
    ///   - fresh: The backup that was just made, which is kept whatever its name says.
    package func surplus(names: [String], fresh: String) -> [String] {
        let others = names.filter { $0 != fresh }.compactMap { name in Self.moment(of: name).map { (name, $0) } }
        return others.sorted { $0.1 > $1.1 }.dropFirst(keep - 1).map(\.0)
    }
}

/// A calendar day in UTC (Howard Hinnant's algorithms, for years from 0 on).
private struct CivilDate {
    let year: Int64
    let month: Int64
    let day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        self.year = year
        self.month = month
        self.day = day
    }

    init(daysSince1970: Int64) {
        let days = daysSince1970 + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
