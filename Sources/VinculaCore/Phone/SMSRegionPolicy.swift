/// The answer to whether a number may be sent a message.
package enum SMSRegionDecision: Hashable, Sendable {
    case allow
    /// The number is not one that anybody can have.
    case invalid(PhoneNumberFault)
    /// Messages to such numbers cost the sender extra, or no person has one.
    case kind(PhoneNumber.Kind)
    /// The number belongs to no region: satellites, international services.
    case noRegion
    case region(PhoneRegion)
}

/// The regions that a project sends messages to, in the two forms of Google's `smsRegionConfig`.
///
/// It limits what an attacker can spend of the project's money ("SMS pumping", T101), so the default is to send nothing.
package struct SMSRegionPolicy: Hashable, Sendable, Codable {
    /// The forms of the list.
    package enum Form: String, Hashable, Sendable, Codable {
        /// `allowlistOnly`: only these regions.
        case only
        /// `allowByDefault`: all regions but these.
        case allExcept
    }

    package let form: Form
    /// In alphabetical order, each once.
    package let regions: [PhoneRegion]

    package init(_ form: Form, _ regions: some Sequence<PhoneRegion>) {
        self.form = form
        self.regions = Set(regions).sorted()
    }

    /// Sends nothing.
    package static let off = SMSRegionPolicy(.only, [])
    /// Sends to all regions.
    package static let everywhere = SMSRegionPolicy(.allExcept, [])

    /// The kinds of numbers that are never sent anything, wherever they are: whoever rents them out is paid for each message,
    /// or no person reads it.
    package static let refusedKinds: Set<PhoneNumber.Kind> = [.premiumRate, .sharedCost, .personal, .pager, .uan, .voicemail]

    /// Decides on a message to a number that is no test number.
    package func decide(_ number: PhoneNumber) -> SMSRegionDecision {
        if let fault = number.fault { return .invalid(fault) }
        let kind = number.kind
        guard !Self.refusedKinds.contains(kind) else { return .kind(kind) }
        guard let region = number.region else { return .noRegion }
        return permits(region) ? .allow : .region(region)
    }

    /// Indicates whether the list permits a number's region, whatever else forbids a message to the number. A number of no
    /// region, as tests use, is permitted.
    package func permitsRegion(of number: PhoneNumber) -> Bool { number.region.map(permits) ?? true }

    private func permits(_ region: PhoneRegion) -> Bool { regions.contains(region) == (form == .only) }
}
