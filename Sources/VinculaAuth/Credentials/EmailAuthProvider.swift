public import Foundation

/// Creates credentials from an email address and a password, an email link or the digits from an email.
open class EmailAuthProvider: NSObject {
    /// `password`, for all methods.
    public static let id = "password"

    /// Creates a credential from an address and a password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The account's password, or the one to set when linking.
    open class func credential(withEmail email: String, password: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .password(password))
    }

    /// Creates a credential from an address and the link that was sent to it.
    ///
    /// - Parameters:
    ///   - email: The address that the email was sent to.
    ///   - link: The complete link, as received. A link that is not a sign-in link is rejected when used.
    open class func credential(withEmail email: String, link: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .link(link))
    }

    /// Creates a credential from an address and the six digits that were sent to it; FirebaseAuth has no such credential.
    ///
    /// - Parameters:
    ///   - email: The address that the email was sent to.
    ///   - code: The digits. Anything else is rejected when used.
    open class func credential(withEmail email: String, code: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .code(code))
    }
}
