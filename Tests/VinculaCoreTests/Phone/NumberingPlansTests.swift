import Foundation
import Testing
import VinculaCore

struct NumberingPlansTests {
    /// One number, and what libphonenumber makes of it.
    private struct Sample {
        let text: String
        /// `nil` if it is refused.
        let answer: Answer?

        struct Answer: Equatable {
            let number: String
            let region: String?
            let kind: PhoneNumber.Kind
        }

        init?(_ record: Substring) {
            guard let equals = record.firstIndex(of: "=") else { return nil }
            text = "+" + record[..<equals].replacing("_", with: " ")
            let found = record[record.index(after: equals)...]
            guard found != "?" else {
                answer = nil
                return
            }
            guard let kind = Int(found.suffix(1), radix: 16).flatMap(PhoneNumber.Kind.init) else { return nil }
            let region = found.dropLast().suffix(2)
            let digits = found.dropLast(3)
            answer = Answer(
                number: digits == "=" ? "+" + text.filter(\.isNumber) : "+" + digits,
                region: region == "--" ? nil : String(region),
                kind: kind)
        }
    }

    @Test func `numbers are read as libphonenumber reads them`() throws {
        let url = try #require(Bundle.module.url(forResource: "phone-numbers", withExtension: "txt"))
        let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        let records = lines.flatMap { $0.split(separator: " ") }
        let samples = records.compactMap { Sample($0) }
        #expect(samples.count == records.count && samples.count > 4000)
        for sample in samples {
            let number = try? PhoneNumber(typed: sample.text)
            let answer = number.map { Sample.Answer(number: $0.value, region: $0.region?.code, kind: $0.kind) }
            #expect(answer == sample.answer, "\(sample.text)")
        }
        // All kinds are among them, and all regions but a few islands that share their numbers with a larger one.
        let answers = samples.compactMap(\.answer)
        let regions = Set(answers.compactMap(\.region))
        #expect(regions.isSubset(of: PhoneRegion.all.map(\.code)) && regions.count >= 235, "\(regions.count)")
        #expect(Set(answers.map(\.kind)) == Set(PhoneNumber.Kind.allCases))
    }

    @Test(
        "regions and kinds",
        arguments: [
            ("+16505550100", "US", PhoneNumber.Kind.fixedLineOrMobile), ("+12425551234", "BS", .unknown),
            ("+14165550123", "CA", .fixedLineOrMobile), ("+77012345678", "KZ", .mobile), ("+79123456789", "RU", .mobile),
            ("+447400123456", "GB", .mobile), ("+447781123456", "GG", .mobile), ("+442079460018", "GB", .fixedLine),
            ("+447012345678", "GB", .personal), ("+19002345678", "US", .premiumRate), ("+4918012345", "DE", .sharedCost),
            ("+390669812345", "VA", .fixedLine), ("+80012345678", "", .tollFree), ("+881612345678", "", .mobile),
        ])
    func places(text: String, region: String, kind: PhoneNumber.Kind) throws {
        let number = try #require(PhoneNumber(text))
        #expect((number.region?.code ?? "") == region)
        #expect(number.kind == kind)
    }

    @Test func regions() {
        #expect(PhoneRegion("DE")?.code == "DE")
        #expect(PhoneRegion("AQ")?.code == "AQ")
        for code in ["", "D", "de", "DEU", "UK", "XX", "D\u{301}", "001", "\u{FF24}E"] {
            #expect(PhoneRegion(code) == nil, "\(code)")
        }
        #expect(PhoneRegion.all.count == 245)
    }
}
