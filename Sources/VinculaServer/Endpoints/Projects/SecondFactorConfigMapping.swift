import IdentityToolkit
import VinculaCore

extension ProjectConfig.MultiFactorAuth {
    /// Creates the administrators' view of a project's settings for second factors.
    init(_ settings: SecondFactorSettings) {
        self.init(
            state: settings.isMandatory ? .mandatory : settings.hasKind ? .enabled : .disabled,
            enabledProviders: settings.phonesEnabled ? [.phoneSms] : [],
            providerConfigs: [
                .init(
                    state: settings.authenticatorsEnabled ? .enabled : .disabled,
                    totpProviderConfig: .init(adjacentIntervals: settings.adjacentPeriods))
            ])
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Parameter field: The name of the field that this is the value of.
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(
        to settings: inout SecondFactorSettings, mask: FieldMask, at field: String = "mfa"
    ) throws(AuthError) {
        let state = mask.covers("\(field).state") ? state : nil
        let enabledProviders = mask.covers("\(field).enabledProviders") ? enabledProviders : nil
        let providerConfigs = mask.covers("\(field).providerConfigs") ? providerConfigs : nil
        guard state != .disabled || enabledProviders?.isEmpty ?? true && providerConfigs?.first?.state != .enabled else {
            throw .invalidConfig("state is DISABLED, so enabledProviders must be empty, and no state in providerConfigs ENABLED.")
        }
        if let enabledProviders {
            guard enabledProviders.allSatisfy({ $0 == .phoneSms }) else {
                throw .invalidConfig("enabledProviders may contain PHONE_SMS only; authenticator apps are in providerConfigs.")
            }
            settings.phonesEnabled = !enabledProviders.isEmpty
        }
        if let providerConfigs { try Self.apply(providerConfigs, to: &settings) }
        try Self.apply(state, to: &settings, defaultsToApps: providerConfigs == nil)
    }

    /// Applies `providerConfigs`; an empty list disables authenticator apps.
    private static func apply(_ configs: [Provider], to settings: inout SecondFactorSettings) throws(AuthError) {
        guard let provider = configs.first else {
            settings.authenticatorsEnabled = false
            return
        }
        guard configs.count == 1, let app = provider.totpProviderConfig else {
            throw .invalidConfig("providerConfigs must have one entry, with totpProviderConfig.")
        }
        if let intervals = app.adjacentIntervals {
            guard (0...10).contains(intervals) else { throw .invalidConfig("adjacentIntervals must be from 0 to 10.") }
            settings.adjacentPeriods = intervals
        }
        switch provider.state {
        case nil, .unspecified: break
        case .enabled: settings.authenticatorsEnabled = true
        case .disabled: settings.authenticatorsEnabled = false
        case .mandatory:
            throw .invalidConfig("providerConfigs.state must be ENABLED or DISABLED; MANDATORY is a value of mfa.state.")
        }
    }

    /// Applies `state` after the kinds.
    ///
    /// - Parameter defaultsToApps: `true` if authenticator apps are switched on with `state` where nothing else is.
    private static func apply(
        _ state: MfaState?, to settings: inout SecondFactorSettings, defaultsToApps: Bool
    ) throws(AuthError) {
        switch state {
        case nil, .unspecified: break
        case .disabled:
            settings.authenticatorsEnabled = false
            settings.phonesEnabled = false
            settings.isMandatory = false
        case .enabled, .mandatory:
            if defaultsToApps, !settings.hasKind { settings.authenticatorsEnabled = true }
            guard settings.hasKind else {
                throw .invalidConfig("state cannot be \(state?.rawValue ?? "") while no kind of second factor is enabled.")
            }
            settings.isMandatory = state == .mandatory
        }
        guard settings.hasKind || !settings.isMandatory else {
            throw .invalidConfig("state is MANDATORY, so a kind of second factor must stay enabled.")
        }
    }
}
