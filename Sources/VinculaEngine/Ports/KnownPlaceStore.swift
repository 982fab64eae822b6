package import Foundation
package import VinculaCore

/// Read access to the places from which accounts were opened.
package protocol KnownPlaceReads {
    /// The time at which an account was last opened at a place.
    ///
    /// - Parameter place: A fingerprint of the account and the place together.
    func lastSeen(atPlace place: Data) throws -> Timestamp?
}

/// Write access to the places from which accounts were opened.
package protocol KnownPlaceWrites: KnownPlaceReads {
    /// Records a place until a given time.
    func note(place: Data, seenAt: Timestamp, expiresAt: Timestamp) throws
}
