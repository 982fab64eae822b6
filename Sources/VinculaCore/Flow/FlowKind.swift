/// The purpose of a browser flow, by the names that Firebase's SDKs use (`authType`).
package enum FlowKind: String, Hashable, Sendable, Codable, CaseIterable {
    case signInViaPopup, linkViaPopup, reauthViaPopup
    case signInViaRedirect, linkViaRedirect, reauthViaRedirect
    /// The only one that native apps ask for, whatever they do with the result.
    case signInWithRedirect
    /// Asks for a proof that a person is using the app, before it sends a text message.
    case verifyApp
    /// `accounts:createAuthUri`: the provider sends the browser back to the app itself. Never in the handler's query.
    case createAuthUri

    /// Reads the handler's `authType`.
    package init?(authType: String) {
        guard let kind = FlowKind(rawValue: authType), kind != .createAuthUri else { return nil }
        self = kind
    }

    /// True if the result goes to the window that opened a popup.
    package var isPopup: Bool { [.signInViaPopup, .linkViaPopup, .reauthViaPopup].contains(self) }
}
