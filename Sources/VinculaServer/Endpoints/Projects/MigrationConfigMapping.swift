import Foundation
import IdentityToolkit
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension VinculaConfig.Migration {
    init(_ settings: MigrationSettings) {
        self.init(firebase: settings.firebase.map(VinculaConfig.Firebase.init))
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Parameters:
    ///   - settings: The settings to change.
    ///   - mask: The mask.
    ///   - project: The project.
    ///   - sealer: Seals the API key.
    ///   - allowsPlain: `true` under `--dev`.
    ///   - now: The current time.
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(
        to settings: inout MigrationSettings, mask: FieldMask, of project: String, sealer: Sealer, allowsPlain: Bool,
        now: Timestamp
    ) throws {
        let path = "vincula.migration.firebase"
        guard let firebase else {
            if mask.covers(path), mask.namesOrHolds(path) { settings.firebase = nil }
            return
        }
        let sent: Set<String> = Set(
            ["projectId", "apiKey", "serverUrl", "until", "acceptRefreshTokens", "acceptIdTokens", "askPasswords"]
                .filter { mask.covers("\(path).\($0)") })
        guard !sent.isEmpty else { return }
        let old = settings.firebase
        // Nothing is cleared where there is nothing.
        guard old != nil || !firebase.isEmpty else { return }
        func value<Value>(_ name: String, _ new: Value?, _ kept: Value?) -> Value? {
            guard sent.contains(name) else { return kept }
            return new ?? (mask.namesOrHolds("\(path).\(name)") ? nil : kept)
        }
        var until = old?.until
        if sent.contains("until"), let text = firebase.until {
            guard let time = Timestamp(rfc3339: text) else {
                throw AuthError.invalidConfig("\(path).until is not a time in RFC 3339.")
            }
            until = time
        }
        guard let until else { throw AuthError.invalidConfig("\(path).until is missing.") }
        var order = MigrationOrder(
            project: value("projectId", firebase.projectId, old?.id) ?? "",
            server: value("serverUrl", firebase.serverUrl, old?.server),
            apiKey: sent.contains("apiKey") ? firebase.apiKey : nil, until: until)
        order.acceptsRefreshTokens = value("acceptRefreshTokens", firebase.acceptRefreshTokens, old?.acceptsRefreshTokens) ?? true
        order.acceptsIDTokens = value("acceptIdTokens", firebase.acceptIdTokens, old?.acceptsIDTokens) ?? true
        order.asksForPasswords = value("askPasswords", firebase.askPasswords, old?.asksForPasswords) ?? false
        try settings.begin(order, in: project, sealer: sealer, allowsPlain: allowsPlain, now: now)
    }
}

extension VinculaConfig.Firebase {
    fileprivate var isEmpty: Bool {
        projectId == nil && apiKey == nil && serverUrl == nil && until == nil && acceptRefreshTokens == nil
            && acceptIdTokens == nil && askPasswords == nil
    }

    fileprivate init(_ former: FormerProject) {
        self.init()
        projectId = former.id
        apiKey = SecretChange.mask
        serverUrl = former.server
        until = Date(timeIntervalSince1970: Double(former.until.milliseconds) / 1000).formatted(.iso8601)
        acceptRefreshTokens = former.acceptsRefreshTokens
        acceptIdTokens = former.acceptsIDTokens
        askPasswords = former.asksForPasswords
    }
}
