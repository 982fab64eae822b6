import Foundation
import VinculaCore

extension ProviderHTTP {
    /// Indicates whether nothing in an address itself forbids to connect to it: what its name resolves to is checked when it is
    /// connected to.
    func mayLeadOut(_ text: String) -> Bool {
        guard let url = URL(string: text), let host = url.host(percentEncoded: false) else { return false }
        let isEncrypted = url.scheme == "https"
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") { return isAllowed(.loopback, isEncrypted: isEncrypted) }
        guard let address = ClientAddress(name.filter { $0 != "[" && $0 != "]" }) else {
            // Numbers in other notations than the usual ones are read differently by different programs.
            return name.split(separator: ".").last?.allSatisfy(\.isNumber) != true && !name.hasPrefix("0x")
                && (isEncrypted || allowsLoopbackHTTP)
        }
        let bytes = address.isIPv4 ? Array(address.bytes.suffix(4)) : address.bytes
        return isAllowed(IPAddress(bytes: bytes).place, isEncrypted: isEncrypted)
    }
}
