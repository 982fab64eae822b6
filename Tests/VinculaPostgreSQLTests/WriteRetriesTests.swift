import Testing

@testable import VinculaPostgreSQL

@Suite struct WriteRetriesTests {
    private typealias Failure = WriteRetries.Failure

    /// The modes of the attempts after a series of failures, the first one included; `nil` for the end.
    private func modes(_ failures: [Failure], isClaim: Bool = false, _ crowd: WriteRetries.Crowd = .init()) -> [WriteMode?] {
        var retries = WriteRetries(isClaim: isClaim, crowd: crowd)
        return [retries.mode] + failures.map { retries.pause(after: $0) == nil ? nil : retries.mode }
    }

    @Test func `a write runs beside others twice, and then alone`() {
        #expect(modes([.undone, .undone, .undone]) == [.besideOthers, .besideOthers, .alone, .alone])
        #expect(modes([.violation, .violation]) == [.besideOthers, .besideOthers, .alone])
        #expect(modes([.lost, .lost]) == [.besideOthers, .besideOthers, .besideOthers])
        #expect(modes([.mustBeAlone, .notAlone]) == [.besideOthers, .alone, .alone])
    }

    @Test func `beside a slow write, nobody tries to be alone`() {
        let crowd = WriteRetries.Crowd()
        #expect(
            modes([.undone, .undone, .notAlone, .undone, .undone], crowd).suffix(3) == [
                .besideOthers, .besideOthers, .besideOthers,
            ])
        #expect(modes([.undone, .undone, .undone], crowd) == Array(repeating: .besideOthers, count: 4))
        // What breaks a rule at each of three times is not in anybody's way.
        #expect(modes([.violation, .violation, .violation], crowd) == [.besideOthers, .besideOthers, .besideOthers, nil])
        #expect(modes([.mustBeAlone, .notAlone], crowd) == [.besideOthers, .alone, .alone])
    }

    @Test func `a claim runs beside others, unless it must be alone`() {
        #expect(modes([.undone, .undone, .undone], isClaim: true) == [.claim, .claim, .claim, .claim])
        #expect(modes([.mustBeAlone], isClaim: true) == [.claim, .alone])
    }

    @Test func `attempts and pauses are bounded`() {
        var retries = WriteRetries(isClaim: true, crowd: .init())
        var pauses: [Double] = []
        while let pause = retries.pause(after: .undone) { pauses.append(pause) }
        #expect(pauses.count == 99 && pauses.allSatisfy { 0.5...100 ~= $0 })
    }

    @Test func `only what has seen everything has the last word on a rule`() {
        var retries = WriteRetries(isClaim: false, crowd: .init())
        #expect(!retries.isFinal)
        _ = retries.pause(after: .mustBeAlone)
        #expect(retries.isFinal)
        #expect(WriteRetries(isClaim: true, crowd: .init()).isFinal)
    }
}
