import IdentityToolkit
import VinculaCore

extension VinculaConfig.Page {
    /// Creates the administrators' view of the page's look.
    init(_ settings: PageSettings) {
        self.init()
        name = settings.name
        logo = settings.logo
        color = settings.color?.text
    }

    /// Applies the fields that the mask covers; an empty text clears one.
    ///
    /// - Throws: ``AuthError/invalidConfig(_:)``.
    func apply(to settings: inout PageSettings, mask: FieldMask) throws(AuthError) {
        func isMeant(_ path: String, _ value: String?) -> Bool {
            mask.covers(path) && (value != nil || mask.namesOrHolds(path))
        }
        func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
        if isMeant("vincula.page.name", name) {
            if let name,
                name.utf8.count > 200 || name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            {
                throw .invalidConfig("vincula.page.name must have at most 200 bytes and no control characters.")
            }
            settings.name = given(name)
        }
        if isMeant("vincula.page.logo", logo) {
            if let logo = given(logo) { try PageSettings.checkLogo(logo) }
            settings.logo = given(logo)
        }
        if isMeant("vincula.page.color", color) {
            settings.color = try given(color).map { text throws(AuthError) in
                guard let color = PageColor(text) else {
                    throw .invalidConfig("vincula.page.color must have the form #1a4fba.")
                }
                return color
            }
        }
    }
}
