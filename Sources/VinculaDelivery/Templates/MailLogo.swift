import VinculaCore

extension PageSettings {
    /// The logo, if mail programs show it: they know neither `data:` URLs nor SVG.
    var mailLogo: String? {
        guard logoOrigin != nil, let logo else { return nil }
        let path = logo.prefix { $0 != "?" && $0 != "#" }
        return path.lowercased().hasSuffix(".svg") ? nil : logo
    }
}
