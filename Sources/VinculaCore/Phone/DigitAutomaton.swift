import Foundation

/// A deterministic automaton over decimal digits: one step for each digit, no backtracking.
///
/// State 0 matches nothing, and no digit leads out of it.
struct DigitAutomaton: Sendable {
    /// Ten for each state.
    private var targets = [UInt16](repeating: 0, count: 10)
    /// One for each state.
    private var results: [UInt16] = [0]

    /// The number of states.
    var count: Int { results.count }

    /// Reads what scripts/write-phone-numbers.py wrote: for each state but the first its result, a bit for each of the digits
    /// 1 to 9 whose target differs from that of the digit before, and these targets, as distances back from the state.
    init(base64: String) {
        var bytes = (Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data()).makeIterator()
        while let result = Self.number(&bytes) {
            let state = results.count
            let changes = (Self.number(&bytes) ?? 0) << 1 | 1
            var target = 0
            for digit in 0..<10 {
                if changes >> digit & 1 == 1 {
                    let distance = Self.number(&bytes) ?? 0
                    target = distance == 0 ? 0 : max(0, state - distance)
                }
                targets.append(UInt16(truncatingIfNeeded: target))
            }
            results.append(UInt16(truncatingIfNeeded: result))
        }
    }

    /// The result for digits from 0 to 9.
    func result(from start: Int, _ digits: some Sequence<UInt8>) -> Int {
        var state = start
        for digit in digits {
            guard state != 0, digit < 10 else { return 0 }
            state = Int(targets[state * 10 + Int(digit)])
        }
        return Int(results[state])
    }

    /// Seven bits a byte, lowest first.
    private static func number(_ bytes: inout Data.Iterator) -> Int? {
        var value = 0
        var shift = 0
        while let byte = bytes.next(), shift < 28 {
            value |= Int(byte & 0x7F) << shift
            shift += 7
            if byte & 0x80 == 0 { return value }
        }
        return nil
    }
}
