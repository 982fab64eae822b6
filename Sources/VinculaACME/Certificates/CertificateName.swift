import Foundation

/// A DNS name that a certificate by HTTP-01 or TLS-ALPN-01 can be for, in lower case.
package struct CertificateName: Hashable, Sendable, CustomStringConvertible {
    /// The reason why a name cannot have such a certificate, to follow the name: "is an IP address: …".
    package struct Unfit: Error, Hashable, CustomStringConvertible {
        package let description: String

        static let address = Unfit(description: "is an IP address: certificates are issued for names such as auth.example.com.")
        static let wildcard = Unfit(
            description: "is a wildcard: that needs the challenge DNS-01, which this server does not answer. List each name.")
        static let singleLabel = Unfit(
            description: "has no dot: a certificate needs a name that the certificate authority finds in the DNS, such as "
                + "auth.example.com.")
        static let invalid = Unfit(
            description: "is not a DNS name: use letters, digits, hyphens and dots (international names as xn--…).")
    }

    package let description: String

    /// - Throws: ``Unfit``.
    package init(_ text: String) throws(Unfit) {
        let name = text.lowercased()
        guard !name.contains("*") else { throw .wildcard }
        guard !name.contains(":") else { throw .address }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, labels.allSatisfy(Self.isLabel) else { throw .invalid }
        // Browsers read a name whose last label is a number as an IPv4 address.
        guard labels.last?.utf8.allSatisfy({ (0x30...0x39).contains($0) }) == false else { throw .address }
        guard labels.count >= 2 else { throw .singleLabel }
        description = name
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D }
    }
}
