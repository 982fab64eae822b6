import Foundation
import Testing
import VinculaCore

@testable import VinculaServer

@Suite struct TimestampOnTheWireTests {
    @Test func `a time is written as Foundation writes it`() {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        // Every eleventh day or so, at changing times, from 1970 to 2150.
        let moments = (0..<6000).map { Int64($0) * 949_999_937 }
        let leapDays: [Int64] = [951_782_399_999, 951_782_400_000, 951_868_799_999, 4_107_542_399_999, 4_107_542_400_000]
        for moment in moments + leapDays + [-1, -86_400_001] {
            let expected = Date(timeIntervalSince1970: (Double(moment) + 0.25) / 1000).formatted(style)
            #expect(Timestamp(milliseconds: moment).rfc3339 == expected)
        }
    }
}
