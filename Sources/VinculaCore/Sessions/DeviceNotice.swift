package import Foundation

/// A device from which an account was signed in to, as the store remembers it: nothing tells what it is.
package struct KnownDevice: Hashable, Sendable {
    /// A fingerprint of the account and the device together.
    package let device: Data
    /// The time of the last sign-in that was recorded; ``never`` if the device is to stay unknown.
    package let seenAt: Timestamp
    /// The time at which the owner was told of it by mail; `nil` if it needed none.
    package let toldAt: Timestamp?

    /// The time of a device that is remembered as an unknown one.
    package static let never = Timestamp(seconds: 0)

    package init(device: Data, seenAt: Timestamp, toldAt: Timestamp?) {
        self.device = device
        self.seenAt = seenAt
        self.toldAt = toldAt
    }
}

/// The rules for telling an owner of a sign-in from a device that their account has not seen.
///
/// A device is the key that the session is bound to, if it is bound to one. Otherwise it is the network and the family of program
/// and system: a thief with the same browser somewhere else is a new device, and so is the owner's in another city.
package enum DeviceNotice: Hashable, Sendable {
    /// Nothing is to be done: the device was seen within the last day.
    case nothing
    /// The device is, or becomes, one that is known; nobody is told.
    case note
    /// The owner is told, and the device becomes known.
    case tell
    /// The owner has been told of as many devices as they are in a day. The device stays unknown, so that they are told another
    /// day.
    case leaveUnknown

    /// The time that a device is known after a sign-in, in seconds.
    package static let knownForSeconds: Int64 = 180 * 24 * 3600
    /// The number of devices that an account remembers; the ones not seen for the longest time are forgotten.
    package static let mostOfAnAccount = 32
    /// The number of mails within a day.
    package static let mostOfADay = 5
    /// The age up to which an account is new, in seconds: its owner is just setting up their devices.
    package static let newAccountSeconds: Int64 = 3600
    private static let day: Int64 = 24 * 3600

    /// Decides what a sign-in entails.
    ///
    /// - Parameters:
    ///   - device: The fingerprint of the device.
    ///   - known: The devices of the account.
    ///   - isOpenElsewhere: `true` if another session of the account is open at the same device.
    ///   - accountSince: The time at which the account was created here.
    ///   - now: The current time.
    package static func decide(
        _ device: Data, known: [KnownDevice], isOpenElsewhere: Bool, accountSince: Timestamp, now: Timestamp
    ) -> DeviceNotice {
        let seen = known.first { $0.device == device }
        if let seen, now.seconds(since: seen.seenAt) < Double(knownForSeconds) {
            return now.seconds(since: seen.seenAt) < Double(day) ? .nothing : .note
        }
        // The device of the sign-up, those that an owner sets up with it, and those from before the project asked for mails: of
        // a device that was left unknown, or that the owner took back, an open session proves nothing.
        if isOpenElsewhere && seen == nil || now.seconds(since: accountSince) < Double(newAccountSeconds) { return .note }
        let told = known.compactMap(\.toldAt).count { now.seconds(since: $0) < Double(day) }
        return told < mostOfADay ? .tell : .leaveUnknown
    }
}
