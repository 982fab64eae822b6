/// The numbering plans of all calling codes: which numbers there are, where, and of what kind.
///
/// They are libphonenumber's metadata in the form that scripts/write-phone-numbers.py gives them.
struct NumberingPlans: Sendable {
    /// The plan of one calling code. Where several regions share it, the first is the main one.
    struct Plan: Sendable {
        /// `nil` for services that belong to no region.
        let regions: [PhoneRegion?]
        /// The automaton's start for regions and kinds.
        let kinds: Int
        /// The automaton's start for all numbers of the main region; 0 where no prefix is ever removed.
        let general: Int
        /// The lengths of the main region's numbers, as bits.
        let lengths: UInt32
        /// The lengths of numbers that can only be dialled locally, as bits.
        let localLengths: UInt32
        let prefixes: [NationalPrefix]
    }

    /// The number of digits that a number may have with national prefixes in it.
    static let mostTypedDigits = 24
    static let shared = NumberingPlans()

    private let plans: [Int: Plan]
    private let automaton: DigitAutomaton
    /// All regions that have a plan.
    let regions: Set<PhoneRegion>

    private init() {
        automaton = DigitAutomaton(base64: Self.states + Self.moreStates)
        var plans: [Int: Plan] = [:]
        for line in Self.codes.replacing("\n ", with: " ").split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, let code = Int(words[0]), let kinds = Int(words[2]), let general = Int(words[3]),
                let lengths = UInt32(words[4], radix: 16), let localLengths = UInt32(words[5], radix: 16)
            else { continue }
            plans[code] = Plan(
                regions: words[1].split(separator: ",").map { $0 == "-" ? nil : PhoneRegion(unchecked: String($0)) },
                kinds: kinds, general: general, lengths: lengths, localLengths: localLengths,
                prefixes: words.dropFirst(6).map { NationalPrefix($0) })
        }
        self.plans = plans
        regions = Set(plans.values.flatMap(\.regions).compactMap(\.self))
    }

    /// The plan of a number, and the number without its calling code. No code is the beginning of another.
    private func plan(of digits: [UInt8]) -> (plan: Plan, code: ArraySlice<UInt8>, national: ArraySlice<UInt8>)? {
        for length in 1...3 where digits.count >= length && digits.first != 0 {
            let code = digits.prefix(length)
            if let plan = plans[code.reduce(0) { $0 * 10 + Int($1) }] { return (plan, code, digits.dropFirst(length)) }
        }
        return nil
    }

    /// Removes a national prefix, as libphonenumber does.
    ///
    /// - Parameter digits: A number with its calling code.
    func withoutNationalPrefix(_ digits: [UInt8]) throws(PhoneNumberFault) -> [UInt8] {
        guard digits.count <= Self.mostTypedDigits else { throw .tooLong }
        guard let (plan, code, national) = plan(of: digits) else { throw .unknownCallingCode }
        let number = code + withoutNationalPrefix(national, plan)
        guard number.count >= PhoneNumber.fewestDigits else { throw .tooShort }
        guard number.count <= PhoneNumber.mostDigits else { throw .tooLong }
        return Array(number)
    }

    private func withoutNationalPrefix(_ digits: ArraySlice<UInt8>, _ plan: Plan) -> [UInt8] {
        let all = Array(digits)
        // The first prefix that matches is the only one.
        for prefix in plan.prefixes {
            guard let rest = prefix.removed(from: digits) else { continue }
            // A number that is right with these digits keeps them, unless it is right without them, too.
            if automaton.result(from: plan.general, all) != 0, automaton.result(from: plan.general, rest) == 0 { return all }
            guard plan.localLengths >> UInt32(rest.count) & 1 == 0 else { return all }
            let isTooLong = rest.count >= UInt32.bitWidth - plan.lengths.leadingZeroBitCount
            return isTooLong || plan.lengths >> UInt32(rest.count) & 1 == 1 ? rest : all
        }
        return all
    }

    /// The region and the kind of a number.
    ///
    /// - Parameter digits: A number with its calling code, without national prefixes.
    func place(of digits: [UInt8]) -> (region: PhoneRegion?, kind: PhoneNumber.Kind) {
        guard let (plan, _, national) = plan(of: digits) else { return (nil, .unknown) }
        let found = automaton.result(from: plan.kinds, national)
        guard found > 0 else { return (plan.regions.count == 1 ? plan.regions[0] : nil, .unknown) }
        let kinds = PhoneNumber.Kind.allCases.count
        let region = (found - 1) / kinds
        return (
            region < plan.regions.count ? plan.regions[region] : nil, PhoneNumber.Kind(rawValue: (found - 1) % kinds) ?? .unknown
        )
    }

    /// The reason why a number that is not in use cannot be.
    func fault(of digits: [UInt8]) -> PhoneNumberFault {
        guard let (plan, _, national) = plan(of: digits) else { return .unknownCallingCode }
        if national.count < plan.lengths.trailingZeroBitCount { return .tooShort }
        return national.count >= UInt32.bitWidth - plan.lengths.leadingZeroBitCount ? .tooLong : .unassigned
    }
}
