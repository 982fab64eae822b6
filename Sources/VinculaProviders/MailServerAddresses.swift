/// The addresses of projects' own mail servers, by the rules that hold for providers.
package enum MailServerAddresses {
    /// Looks up a host.
    ///
    /// - Parameters:
    ///   - host: The name of the host.
    ///   - options: The options of providers, which say what this server connects to.
    /// - Returns: `nil` if the host is not found, or if any of its addresses is one that this server does not connect to.
    package static func lookUp(_ host: String, _ options: ProviderOptions) async -> [String]? {
        let addresses = await IPAddress.lookUp(host, within: options.timeout)
        guard !addresses.isEmpty, addresses.allSatisfy({ isAllowed($0, options) }) else { return nil }
        return addresses.prefix(4).map(\.text)
    }

    private static func isAllowed(_ address: IPAddress, _ options: ProviderOptions) -> Bool {
        switch address.place {
        case .anywhere: true
        case .privateNetwork: options.allowsPrivateAddresses
        case .loopback: options.allowsPrivateAddresses || options.allowsLoopbackHTTP
        case .nowhere: false
        }
    }
}
