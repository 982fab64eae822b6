import IdentityToolkit
import VinculaCore

extension ProjectConfig.MultiFactorAuth {
    /// Creates the administrators' view of a project's settings for second factors.
    init(_ settings: SecondFactorSettings) {
        let isOn = settings.authenticatorsEnabled
        self.init(
            state: isOn || settings.phonesEnabled ? .enabled : .disabled,
            enabledProviders: settings.phonesEnabled ? [.phoneSms] : [],
            providerConfigs: [
                .init(state: isOn ? .enabled : .disabled, totpProviderConfig: .init(adjacentIntervals: settings.adjacentPeriods))
            ])
    }

    /// Applies the fields that the mask covers.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout SecondFactorSettings, mask: FieldMask) throws(AuthError) {
        let state = mask.covers("mfa.state") ? state : nil
        let enabledProviders = mask.covers("mfa.enabledProviders") ? enabledProviders : nil
        let providerConfigs = mask.covers("mfa.providerConfigs") ? providerConfigs : nil
        let isOn = try Self.isEnabled(state?.rawValue)
        if let enabledProviders {
            guard enabledProviders.allSatisfy({ $0 == .phoneSms }) else {
                throw .invalidConfig("enabledProviders may contain PHONE_SMS only; authenticator apps are in providerConfigs.")
            }
            settings.phonesEnabled = !enabledProviders.isEmpty
        }
        if isOn == false { settings.phonesEnabled = false }
        guard let provider = providerConfigs?.first else {
            // An empty list disables authenticator apps.
            settings.authenticatorsEnabled = providerConfigs == nil ? isOn ?? settings.authenticatorsEnabled : false
            return
        }
        guard providerConfigs?.count == 1, let app = provider.totpProviderConfig else {
            throw .invalidConfig("providerConfigs must have one entry, with totpProviderConfig.")
        }
        if let intervals = app.adjacentIntervals {
            guard (0...10).contains(intervals) else { throw .invalidConfig("adjacentIntervals must be from 0 to 10.") }
            settings.adjacentPeriods = intervals
        }
        let isProviderOn = try Self.isEnabled(provider.state?.rawValue)
        settings.authenticatorsEnabled = (isProviderOn ?? settings.authenticatorsEnabled) && isOn ?? true
    }

    /// - Returns: `nil` if the state is unspecified or absent.
    private static func isEnabled(_ state: String?) throws(AuthError) -> Bool? {
        switch state {
        case nil, MfaState.unspecified.rawValue, MfaProviderState.unspecified.rawValue: nil
        case "ENABLED": true
        case "DISABLED": false
        default:
            throw .invalidConfig(
                "state must be ENABLED or DISABLED: users without a second factor could not sign in to add one.")
        }
    }
}
