package import Foundation
package import VinculaCore

/// Read access to the devices from which accounts were signed in to.
package protocol KnownDeviceReads {
    /// The devices that an account remembers, the latest seen first.
    func knownDevices(of account: AccountID, in scope: ProjectScope) throws -> [KnownDevice]
}

/// Write access to the devices from which accounts were signed in to.
package protocol KnownDeviceWrites: KnownDeviceReads {
    /// Records a device of an account. If it is known already, the time at which the owner was told stays unless there is a new
    /// one.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - account: The account, which exists.
    ///   - most: The number of devices that it remembers; the ones not seen for the longest time are forgotten.
    ///   - expiresAt: The time until which it is remembered.
    ///   - scope: The project.
    func note(
        _ device: KnownDevice, of account: AccountID, most: Int, expiresAt: Timestamp, in scope: ProjectScope) throws
    /// Has an account forget a device, as if it had not been seen for long; that the owner was told of it stays.
    func forgetDevice(_ device: Data, of account: AccountID, in scope: ProjectScope) throws
}
