/// The place where a session was opened, only as exact as its owner needs to recognise it.
///
/// It is stored with the session and erased with it. Whoever holds a stolen session can read it, so it names neither an
/// address nor a device that could be told from others.
package struct SessionPlace: Hashable, Sendable {
    /// The network in CIDR notation, an IPv4 /24 or an IPv6 /48; `nil` if the address was not known.
    package let network: String?
    /// The family of the program and of the system, such as `Firefox, Windows`; `nil` if it was not known.
    package let device: String?

    package init(network: String? = nil, device: String? = nil) {
        self.network = network
        self.device = device
    }

    /// - Parameters:
    ///   - client: The address that the sign-in came from.
    ///   - device: The device that the sign-in came from.
    package init(client: ClientAddress?, device: ClientDevice?) {
        let known = client.flatMap { $0 == .unknown ? nil : $0 }
        network = known.map { "\($0.network)/\($0.isIPv4 ? 24 : 48)" }
        self.device = device?.name
    }
}

extension ClientDevice {
    /// The names of program and system, the same in every language.
    fileprivate var name: String {
        [program.map { $0 == .app ? "App" : $0.rawValue }, system?.rawValue].compactMap(\.self).joined(separator: ", ")
    }
}
