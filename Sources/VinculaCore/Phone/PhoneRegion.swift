/// A country or territory, by its two letters (ISO 3166-1, and those of CLDR that have phones).
package struct PhoneRegion: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
    /// The code in capitals.
    package let code: String

    /// Takes a code in capitals.
    ///
    /// - Returns: `nil` for anything that is no region of CLDR's.
    package init?(_ code: String) {
        guard code.utf8.count == 2 else { return nil }
        self.init(unchecked: code)
        guard NumberingPlans.shared.regions.contains(self) || Self.withoutPhones.contains(code) else { return nil }
    }

    init(unchecked code: String) { self.code = code }

    /// The regions of CLDR that have no numbers of their own.
    private static let withoutPhones: Set = ["AQ", "BV", "CP", "CQ", "DG", "EA", "GS", "HM", "IC", "PN", "TF", "UM"]

    /// All regions that have numbers of their own, in alphabetical order.
    package static var all: [PhoneRegion] { NumberingPlans.shared.regions.sorted() }

    package var description: String { code }

    package static func < (left: PhoneRegion, right: PhoneRegion) -> Bool { left.code < right.code }

    package init(from decoder: any Decoder) throws { code = try decoder.singleValueContainer().decode(String.self) }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }
}
