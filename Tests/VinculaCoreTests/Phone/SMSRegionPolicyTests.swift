import Foundation
import Testing
import VinculaCore

struct SMSRegionPolicyTests {
    private static let germany = PhoneRegion.all.filter { $0.code == "DE" }
    private static let policies: [SMSRegionPolicy] = [
        .off, .everywhere, SMSRegionPolicy(.only, germany), SMSRegionPolicy(.allExcept, germany),
    ]

    @Test(
        "T101 decisions: off, everywhere, only Germany, all but Germany",
        arguments: [
            ("+4915123456789", [false, true, true, false]), ("+4930123456", [false, true, true, false]),
            ("+16505550100", [false, true, false, true]), ("+447400123456", [false, true, false, true]),
            // Premium rate, shared cost, pager, company, voicemail; a personal number, paid for by the caller.
            ("+499001234567", [false, false, false, false]), ("+4918012345", [false, false, false, false]),
            ("+4916412345", [false, false, false, false]), ("+4918500123456", [false, false, false, false]),
            ("+49177991234567", [false, false, false, false]), ("+4970012345678", [false, false, false, false]),
            ("+447012345678", [false, false, false, false]),
            // Nobody's, and nowhere's.
            ("+15555550100", [false, false, false, false]), ("+881612345678", [false, false, false, false]),
        ])
    func decisions(text: String, isAllowed: [Bool]) throws {
        let number = try #require(PhoneNumber(text))
        #expect(Self.policies.map { $0.decide(number) == .allow } == isAllowed)
    }

    @Test(
        "reasons",
        arguments: [
            ("+4915123456789", SMSRegionDecision.region("DE")), ("+499001234567", .kind(.premiumRate)),
            ("+881612345678", .noRegion), ("+15555550100", .invalid(.unassigned)), ("+1650555", .invalid(.tooShort)),
        ])
    func reasons(text: String, decision: SMSRegionDecision) throws {
        #expect(SMSRegionPolicy.off.decide(try #require(PhoneNumber(text))) == decision)
    }

    @Test func `a list is stored in order, each region once`() throws {
        let regions = ["FR", "DE", "FR"].compactMap { PhoneRegion($0) }
        let policy = SMSRegionPolicy(.only, regions)
        #expect(policy.regions.map(\.code) == ["DE", "FR"])
        #expect(try JSONDecoder().decode(SMSRegionPolicy.self, from: JSONEncoder().encode(policy)) == policy)
    }

    @Test func `test numbers`() throws {
        let numbers = try TestPhoneNumbers(["+1 555-555-0100": "123456", "+4402079460018": "000000"])
        #expect(numbers.pairs == ["+15555550100": "123456", "+442079460018": "000000"])
        #expect(numbers.code(for: try #require(PhoneNumber("+15555550100"))) == "123456")
        #expect(numbers.code(for: try #require(PhoneNumber("+15555550101"))) == nil)
        #expect(try JSONDecoder().decode(TestPhoneNumbers.self, from: JSONEncoder().encode(numbers)) == numbers)
        let number = try #require(PhoneNumber("+15555550100"))
        let faults: [([String: String], TestPhoneNumbers.Fault)] = [
            (["5555550100": "123456"], .number("5555550100", .malformed)),
            (["+15555550100": "123456", "+1 5555550100": "123457"], .twice(number)), (["+15555550100": "12345"], .code(number)),
            (["+15555550100": "12345\u{661}"], .code(number)), (["+15555550100": "1234567"], .code(number)),
            (["+15555550100": "abcdef"], .code(number)),
            (Dictionary(uniqueKeysWithValues: (0...10).map { ("+155555501\($0 + 10)", "123456") }), .tooMany),
        ]
        for (pairs, fault) in faults {
            #expect(throws: fault) { try TestPhoneNumbers(pairs) }
        }
    }
}

extension SMSRegionDecision {
    fileprivate static func region(_ code: String) -> SMSRegionDecision { PhoneRegion(code).map { .region($0) } ?? .noRegion }
}
