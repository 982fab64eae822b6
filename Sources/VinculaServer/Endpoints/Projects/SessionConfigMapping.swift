import Foundation
import IdentityToolkit
import VinculaCore

extension VinculaConfig.Sessions {
    /// Creates the administrators' view of the settings of sessions.
    init(_ settings: SessionSettings) {
        self.init(refreshRotation: settings.refreshRotation != nil)
        keys = settings.keys.rawValue
        keyNonce = settings.asksForNonce
        keyNotices = settings.tellsOfKeys
        unboundUntil = settings.unboundUntil?.rfc3339
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout SessionSettings, mask: FieldMask, now: Timestamp) throws(AuthError) {
        if mask.covers("vincula.sessions.refreshRotation"), let isOn = refreshRotation {
            settings.setRefreshRotation(isOn, now: now)
        }
        if mask.covers("vincula.sessions.keys"), let keys {
            guard let chosen = SessionKeys(rawValue: keys) else {
                throw .invalidConfig("vincula.sessions.keys must be off, optional or required.")
            }
            settings.keys = chosen
        }
        if mask.covers("vincula.sessions.keyNonce"), let keyNonce { settings.asksForNonce = keyNonce }
        if mask.covers("vincula.sessions.keyNotices"), let keyNotices { settings.tellsOfKeys = keyNotices }
        let name = "vincula.sessions.unboundUntil"
        if mask.covers(name), unboundUntil != nil || mask.namesOrHolds(name) {
            settings.unboundUntil = try unboundUntil.flatMap { $0.isEmpty ? nil : $0 }.map { (text) throws(AuthError) in
                guard let time = Timestamp(rfc3339: text) else {
                    throw .invalidConfig("\(name) must be a time in RFC 3339, such as 2026-01-31T08:00:00Z.")
                }
                return time
            }
        }
    }
}
