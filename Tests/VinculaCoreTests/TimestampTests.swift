import Foundation
import Testing
import VinculaCore

struct TimestampTests {
    @Test(
        "seconds are rounded down, before 1970 too",
        arguments: [
            (0, 0), (1, 0), (999, 0), (1000, 1), (1999, 1), (-1, -1), (-999, -1), (-1000, -1), (-1001, -2), (-2000, -2),
        ] as [(Int64, Int64)])
    func seconds(milliseconds: Int64, seconds: Int64) {
        #expect(Timestamp(milliseconds: milliseconds).seconds == seconds)
    }

    @Test func `seconds become milliseconds`() {
        #expect(Timestamp(seconds: 12).milliseconds == 12_000)
        #expect(Timestamp(seconds: -12).milliseconds == -12_000)
    }

    @Test("no number of seconds that a token may carry stops the process", arguments: [Int64.max, .min, .max / 1000 + 1])
    func extremes(seconds: Int64) {
        _ = Timestamp(seconds: seconds)
    }

    @Test func `moments are compared and moved`() {
        let moment = Timestamp(milliseconds: 1500)
        #expect(moment.adding(seconds: 2) == Timestamp(milliseconds: 3500))
        #expect(moment.adding(seconds: -2) == Timestamp(milliseconds: -500))
        #expect(moment < moment.adding(seconds: 1))
        #expect(moment.seconds(since: Timestamp(milliseconds: 250)) == 1.25)
        #expect(Timestamp(milliseconds: 250).seconds(since: moment) == -1.25)
    }

    @Test func `it is a number in JSON`() throws {
        #expect(String(decoding: try JSONEncoder().encode([Timestamp(milliseconds: -5)]), as: UTF8.self) == "[-5]")
        #expect(try JSONDecoder().decode([Timestamp].self, from: Data("[7]".utf8)) == [Timestamp(milliseconds: 7)])
    }
}
