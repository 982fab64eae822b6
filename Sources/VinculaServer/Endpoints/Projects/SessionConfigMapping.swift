import Foundation
import IdentityToolkit
import VinculaCore

extension VinculaConfig.Sessions {
    /// Creates the administrators' view of a project's settings of sessions.
    init(_ settings: SessionSettings) {
        self.init(refreshRotation: settings.refreshRotation != nil)
        keys = settings.keys.rawValue
        keyNonce = settings.asksForNonce
        keyNotices = settings.tellsOfKeys
        unboundUntil = settings.unboundUntil.map {
            Date(timeIntervalSince1970: Double($0.milliseconds) / 1000).formatted(.iso8601)
        }
        idleDays = settings.limits.idleDays
        absoluteDays = settings.limits.absoluteDays
        maxPerAccount = settings.limits.mostPerAccount
        newDeviceNotices = settings.newDeviceNotices
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout SessionSettings, mask: FieldMask, now: Timestamp) throws(AuthError) {
        if mask.covers("vincula.sessions.refreshRotation"), let refreshRotation {
            settings.setRefreshRotation(refreshRotation, now: now)
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
        if mask.covers("vincula.sessions.newDeviceNotices"), let newDeviceNotices {
            settings.newDeviceNotices = newDeviceNotices
        }
        let given = SessionBounds(idleDays: idleDays, absoluteDays: absoluteDays, mostPerAccount: maxPerAccount)
        try settings.limits.apply(given, mask: mask)
    }
}

extension TenantMessage.Vincula {
    /// Creates the administrators' view of a tenant's own settings.
    ///
    /// - Returns: `nil` if it has none.
    init?(_ limits: SessionBounds) {
        guard limits != SessionBounds() else { return nil }
        self.init(
            sessions: .init(
                idleDays: limits.idleDays, absoluteDays: limits.absoluteDays, maxPerAccount: limits.mostPerAccount))
    }
}

extension TenantMessage.SessionLimits {
    /// Applies the fields that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to limits: inout SessionBounds, mask: FieldMask) throws(AuthError) {
        let given = SessionBounds(idleDays: idleDays, absoluteDays: absoluteDays, mostPerAccount: maxPerAccount)
        try limits.apply(given, mask: mask)
    }
}

extension SessionBounds {
    private static let path = "vincula.sessions"

    /// Applies the limits that the mask covers; one that it names and that is not given is removed.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    fileprivate mutating func apply(_ given: SessionBounds, mask: FieldMask) throws(AuthError) {
        func set(
            _ name: String, _ field: WritableKeyPath<SessionBounds, Int?>, _ allowed: ClosedRange<Int>
        ) throws(AuthError) {
            let (path, value) = ("\(Self.path).\(name)", given[keyPath: field])
            guard mask.covers(path), value != nil || mask.namesOrHolds(path) else { return }
            if let value, !allowed.contains(value) {
                throw .invalidConfig("\(path) must be from \(allowed.lowerBound) to \(allowed.upperBound).")
            }
            self[keyPath: field] = value
        }
        try set("idleDays", \.idleDays, Self.allowedDays)
        try set("absoluteDays", \.absoluteDays, Self.allowedDays)
        try set("maxPerAccount", \.mostPerAccount, Self.allowedCounts)
    }

    /// Checks that no limit that was just set is longer than the server's, which it could not exceed.
    ///
    /// A limit that was set while the server's was longer stays as it is, and the server's counts.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func require(within server: SessionLife, since old: SessionBounds) throws(AuthError) {
        func require(_ name: String, _ field: KeyPath<SessionBounds, Int?>, _ seconds: Int64?) throws(AuthError) {
            guard let days = self[keyPath: field], days != old[keyPath: field], let seconds, Int64(days) * 24 * 3600 > seconds
            else { return }
            throw .invalidConfig(
                "\(Self.path).\(name) must be at most \(seconds / (24 * 3600)), the limit of this server (sessions.\(name)).")
        }
        try require("idleDays", \.idleDays, server.idle)
        try require("absoluteDays", \.absoluteDays, server.absolute)
    }
}
