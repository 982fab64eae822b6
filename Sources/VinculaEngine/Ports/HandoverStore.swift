package import Foundation
package import VinculaCore

/// Read access to the codes that hand signed-in people over to web apps.
package protocol HandoverReads {
    /// A code that was not redeemed; the caller must check its expiry, and its session.
    ///
    /// - Parameter id: SHA-256 of the code.
    func handoverCode(_ id: Data) throws -> HandoverCode?
}

/// Write access to them.
package protocol HandoverWrites: HandoverReads {
    /// Stores a code, and deletes its session's oldest ones beyond ``HandoverCode/mostOfASession``.
    func insert(_ code: HandoverCode) throws
    /// Deletes a code by one conditional write.
    ///
    /// - Returns: `true` if this call was the one that deleted it.
    func consumeHandoverCode(_ id: Data) throws -> Bool
}
