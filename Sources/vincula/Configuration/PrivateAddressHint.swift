/// What to do if a command does not connect to a private address, although the running server may.
enum PrivateAddressHint {
    /// A sentence with a space before it; empty if the setting is on.
    static func text(_ configuration: ServerConfiguration) -> String {
        guard !configuration[\.providers.allowPrivateAddresses] else { return "" }
        let setting = Settings.all.providers.allowPrivateAddresses.about
        return " If it is in your own network, and the server has \(setting.name), pass --\(setting.flagName) here as well."
    }
}
