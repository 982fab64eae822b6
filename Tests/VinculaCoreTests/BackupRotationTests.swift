import Testing
import VinculaCore

@Suite struct BackupRotationTests {
    @Test(arguments: [
        (0, "vincula-19700101T000000Z.sqlite"), (951_782_399, "vincula-20000228T235959Z.sqlite"),
        (951_868_799, "vincula-20000229T235959Z.sqlite"), (1_795_353_300, "vincula-20261122T131500Z.sqlite"),
        (4_107_542_399, "vincula-21000228T235959Z.sqlite"), (4_107_542_400, "vincula-21000301T000000Z.sqlite"),
    ])
    func namesAreTimes(_ seconds: Int64, _ name: String) {
        #expect(BackupRotation.name(at: Timestamp(seconds: seconds)) == name)
        #expect(BackupRotation.moment(of: name) == Timestamp(seconds: seconds))
    }

    @Test(arguments: [
        "", "vincula.sqlite", "vincula-20261122T131500Z.sqlite-wal", ".vincula-20261122T131500Z.sqlite",
        "vincula-20261122T131500Z.sqlitf", "vincula-20260231T131500Z.sqlite", "vincula-20261322T131500Z.sqlite",
        "vincula-20261122T241500Z.sqlite", "vincula-20261122T136000Z.sqlite", "vincula-2026112ZT131500Z.sqlite",
        "backup-20261122T131500Z.sqlite!", "vincula-20261122 131500Z.sqlite", "vincula-20260000T131500Z.sqlite",
    ])
    func otherNamesAreNobodys(_ name: String) { #expect(BackupRotation.moment(of: name) == nil) }

    @Test(
        arguments: [
            ("1m", 60), ("30m", 1800), ("6h", 21_600), ("1d", 86_400), ("366d", 31_622_400), ("367d", nil), ("0m", nil),
            ("", nil),
            ("m", nil), ("6", nil), ("-6h", nil), ("6 h", nil), ("6w", nil), ("+6h", nil), ("99999999999999999999h", nil),
            ("1.5h", nil),
        ] as [(String, Int64?)])
    func intervals(_ text: String, _ seconds: Int64?) { #expect(BackupRotation.interval(text) == seconds) }

    private let hourly = BackupRotation(every: 3600, keep: 3)
    private let now = Timestamp(seconds: 1_795_353_300)

    @Test func isDueWhenTheNewestIsOldEnough() {
        func isDue(_ ages: [Int64], failed: Int64? = nil) -> Bool {
            hourly.isDue(
                names: ages.map { BackupRotation.name(at: now.adding(seconds: -$0)) } + ["notes.txt"],
                lastFailure: failed.map { now.adding(seconds: -$0) }, now: now)
        }
        #expect(isDue([]))
        #expect(isDue([3600, 7200]))
        #expect(!isDue([3599, 7200]))
        // A clock that was ahead must not end backups for as long.
        #expect(isDue([-86_400]))
        #expect(isDue([-86_400, 3600]))
        #expect(!isDue([-30]))
        // After a failure it waits five minutes; a failure from the future counts for nothing.
        #expect(!isDue([], failed: 299))
        #expect(isDue([], failed: 300))
        #expect(isDue([], failed: -10))
        #expect(!isDue([10], failed: 300))
    }

    @Test func theOldestGo() {
        let names = (0..<5).map { BackupRotation.name(at: now.adding(seconds: -3600 * $0)) }
        #expect(
            hourly.surplus(names: names.shuffled() + ["notes.txt", "vincula.sqlite"], fresh: names[0]) == [names[3], names[4]])
        #expect(hourly.surplus(names: Array(names.prefix(3)), fresh: names[0]).isEmpty)
        // The one that was just made stays, whatever the clock said of the others.
        #expect(hourly.surplus(names: names, fresh: names[4]) == [names[2], names[3]])
        #expect(BackupRotation(every: 60, keep: 1).surplus(names: names, fresh: names[0]).count == 4)
    }
}
