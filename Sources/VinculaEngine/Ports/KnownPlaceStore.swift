public import Foundation
public import VinculaCore

/// What can be read of the places from which accounts were opened.
public protocol KnownPlaceReads {
    /// When an account was last opened at a place.
    ///
    /// - Parameter place: A fingerprint of the account and the place together.
    func lastSeen(atPlace place: Data) throws -> Timestamp?
}

/// What can be changed of the places from which accounts were opened.
public protocol KnownPlaceWrites: KnownPlaceReads {
    /// Remembers a place until a moment.
    func note(place: Data, seenAt: Timestamp, expiresAt: Timestamp) throws
}
