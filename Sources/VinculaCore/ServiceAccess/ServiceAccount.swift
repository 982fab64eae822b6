/// A program that administers one project, with its own keys.
package struct ServiceAccount: Hashable, Sendable {
    /// The permissions of a service account.
    package enum Role: String, Hashable, Sendable, CaseIterable {
        /// May do everything in its project.
        case owner
        /// May read, but not change anything.
        case viewer
    }

    /// `NAME@PROJECT.iam.gserviceaccount.com`: a name in Google's form, not a mailbox.
    package let email: String
    package let project: String
    /// The wire's `client_id`: digits.
    package let clientID: String
    package let role: Role
    package var isDisabled: Bool
    package let createdAt: Timestamp

    package init(
        email: String, project: String, clientID: String, role: Role, isDisabled: Bool = false, createdAt: Timestamp
    ) {
        self.email = email
        self.project = project
        self.clientID = clientID
        self.role = role
        self.isDisabled = isDisabled
        self.createdAt = createdAt
    }

    /// The email of a service account.
    ///
    /// - Returns: `nil` unless the name is 1 to 63 lower-case letters, digits and inner dashes that begin with a letter, and
    ///   the project's id can be part of an email address.
    package static func email(name: String, project: String) -> String? {
        let isName =
            (1...63).contains(name.utf8.count) && name.utf8.first.map(isSmallLetter) == true && name.utf8.last != dash
            && name.utf8.allSatisfy { isSmallLetter($0) || isDigit($0) || $0 == dash }
        let isProject =
            (1...128).contains(project.utf8.count)
            && project.utf8.allSatisfy {
                isSmallLetter($0 | 0x20) || isDigit($0) || $0 == dash || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_")
            }
        return isName && isProject ? "\(name)@\(project).iam.gserviceaccount.com" : nil
    }

    private static let dash = UInt8(ascii: "-")

    private static func isSmallLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}

/// The public half of a service account's key; only its owner has the private half.
package struct ServiceAccountKey: Hashable, Sendable {
    /// The `kid` of the assertions that it signs: 20 random bytes in hexadecimal.
    package let id: String
    /// The email of the service account that it belongs to.
    package let serviceAccount: String
    /// The public key as a JSON Web Key.
    package let publicKey: String
    /// The X.509 certificate in PEM, the form in which Google publishes such keys.
    package let certificate: String
    package let createdAt: Timestamp

    package init(id: String, serviceAccount: String, publicKey: String, certificate: String, createdAt: Timestamp) {
        self.id = id
        self.serviceAccount = serviceAccount
        self.publicKey = publicKey
        self.certificate = certificate
        self.createdAt = createdAt
    }
}
