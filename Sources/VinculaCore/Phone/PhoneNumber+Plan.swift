extension PhoneNumber {
    /// A kind of number, as the numbering plans distinguish them.
    package enum Kind: Int, Hashable, Sendable, CaseIterable {
        /// The number is not in use, as far as the plans know.
        case unknown = 0
        case premiumRate, tollFree, sharedCost, voip
        /// A number that follows its owner, at the caller's expense.
        case personal
        case pager
        /// A company's number, the same everywhere in a country ("universal access number").
        case uan
        case voicemail, fixedLine, mobile
        /// The plan does not tell the two apart, as in North America.
        case fixedLineOrMobile
    }

    /// The country or territory; `nil` for numbers that belong to none (satellites, international services), and for those
    /// not in use whose calling code several have.
    package var region: PhoneRegion? { NumberingPlans.shared.place(of: digits).region }

    package var kind: Kind { NumberingPlans.shared.place(of: digits).kind }

    /// True if the number is in a range that is in use; whether somebody has it is not known.
    package var isValid: Bool { kind != .unknown }

    /// The reason why the number is not valid; `nil` if it is.
    package var fault: PhoneNumberFault? { isValid ? nil : NumberingPlans.shared.fault(of: digits) }

    private var digits: [UInt8] { value.utf8.dropFirst().map { $0 &- 0x30 } }
}
