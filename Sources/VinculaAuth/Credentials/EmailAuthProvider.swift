public import Foundation

/// Makes credentials of an email address, by password, by mailed link or by the digits of a mail.
open class EmailAuthProvider: NSObject {
    /// `password`, for all methods.
    public static let id = "password"

    /// Makes a credential of an address and a password.
    ///
    /// - Parameters:
    ///   - email: The address.
    ///   - password: The account's password, or the one that a link is to give it.
    open class func credential(withEmail email: String, password: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .password(password))
    }

    /// Makes a credential of an address and the link that was mailed to it.
    ///
    /// - Parameters:
    ///   - email: The address that the mail went to.
    ///   - link: The whole link, as the app received it. One that is no sign-in link is refused when it is used.
    open class func credential(withEmail email: String, link: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .link(link))
    }

    /// Makes a credential of an address and the six digits that were mailed to it; FirebaseAuth has no such credential.
    ///
    /// - Parameters:
    ///   - email: The address that the mail went to.
    ///   - code: The digits. Anything else is refused when it is used.
    open class func credential(withEmail email: String, code: String) -> AuthCredential {
        EmailAuthCredential(email: email, proof: .code(code))
    }
}
