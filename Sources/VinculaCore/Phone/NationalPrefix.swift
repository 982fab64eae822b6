/// One spelling of what may precede numbers within a country, and what takes its place.
///
/// As text: the digits, `[…]` for one of several, `.` for any, then `$` if nothing may follow, and `>literal:from:to` for what
/// takes its place: a literal, then a part of what matched.
struct NationalPrefix: Sendable {
    /// The digits allowed at each position, as bits.
    private let positions: [UInt16]
    private let isWholeNumber: Bool
    private let literal: [UInt8]
    private let kept: Range<Int>

    init(_ text: some StringProtocol) {
        let parts = text.split(separator: ">")
        var positions: [UInt16] = []
        var set: UInt16?
        for byte in (parts.first ?? "").utf8 {
            switch byte {
            case UInt8(ascii: "["): set = 0
            case UInt8(ascii: "]"):
                positions.append(set ?? 0)
                set = nil
            case UInt8(ascii: "."): positions.append(0x3FF)
            case 0x30...0x39:
                let bit: UInt16 = 1 << (byte - 0x30)
                if let before = set { set = before | bit } else { positions.append(bit) }
            default: break
            }
        }
        self.positions = positions
        isWholeNumber = parts.first?.hasSuffix("$") == true
        let place = parts.dropFirst().first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        literal = place.first.map { $0.utf8.map { $0 &- 0x30 } } ?? []
        let bounds = place.dropFirst().compactMap { Int($0) }
        kept = bounds.count == 2 && bounds[0] <= bounds[1] && bounds[1] <= positions.count ? bounds[0]..<bounds[1] : 0..<0
    }

    /// The number without the prefix.
    ///
    /// - Returns: `nil` if it does not have it.
    func removed(from digits: ArraySlice<UInt8>) -> [UInt8]? {
        guard isWholeNumber ? digits.count == positions.count : digits.count >= positions.count,
            zip(digits, positions).allSatisfy({ $1 >> UInt16($0) & 1 == 1 })
        else { return nil }
        return literal + digits.dropFirst(kept.lowerBound).prefix(kept.count) + digits.dropFirst(positions.count)
    }
}
