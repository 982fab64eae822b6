/// A provider as people see it: on buttons, in lists and in mails.
package struct ProviderDescription: Hashable, Sendable {
    package var id: ProviderID
    /// The provider's name.
    package var title: String
    /// The provider's mark as an SVG element, 24 by 24, in the colour of the text around it; `nil` if there is none.
    package var mark: String?

    package init(id: ProviderID, title: String, mark: String? = nil) {
        self.id = id
        self.title = title
        self.mark = mark
    }
}

/// The providers that the server knows without a project's configuration, in the order in which lists show them.
package struct ProviderCatalogue: Hashable, Sendable {
    package let providers: [ProviderDescription]

    package init(_ providers: [ProviderDescription] = []) { self.providers = providers }

    package subscript(id: ProviderID) -> ProviderDescription? { providers.first { $0.id == id } }

    /// The name of a way in for people; a provider that a project configured only has its id here.
    package func title(of id: ProviderID) -> String {
        switch id {
        case .password: "Email"
        case .phone: "SMS"
        default: self[id]?.title ?? id.value
        }
    }
}
