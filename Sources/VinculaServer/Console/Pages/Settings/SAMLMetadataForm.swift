import Foundation
import VinculaCore
import VinculaEngine

/// A SAML provider's form filled in from what the identity provider publishes about itself. Nothing is stored by that: an
/// operator looks at it, and saves it.
extension ConsoleContext {
    static let metadataField = "metadata"

    /// The form for a metadata document; empty if the server reads none.
    func metadataForm(_ path: String, _ kind: String) -> HTML {
        guard options.readSAMLMetadata != nil else { return "" }
        return """
            <form class="broad" method="post" action="\(path)">\(tokenField)<input type="hidden" name="kind" value="\(kind)">\
            \(area(Self.metadataField, label: texts["saml.metadata"], value: fields[Self.metadataField] ?? "", rows: 5, " required aria-describedby=\"metadata-hint\""))\
            <p class="meta" id="metadata-hint">\(texts["saml.metadataText"])</p>\
            <button class="quiet">\(texts["saml.fillIn"])</button></form>
            """
    }

    func filledNotice(_ isFilled: Bool) -> HTML {
        isFilled ? "<p class=\"notice\" role=\"status\">\(texts["saml.filled"])</p>" : ""
    }

    /// The request with the fields that the provider's form would have.
    ///
    /// - Parameter provider: The provider as it is kept; `nil` for a new one.
    /// - Throws: `SAMLMetadataRefusal`, ``AuthError/operationNotAllowed(_:)`` if the server reads no metadata.
    func filledFromMetadata(over provider: OpenIDProvider?) throws -> ConsoleContext {
        guard let read = options.readSAMLMetadata else { throw AuthError.operationNotAllowed(nil) }
        let edit = try read(Data((fields[Self.metadataField] ?? "").trimmingCharacters(in: .whitespacesAndNewlines).utf8))
        var filled = self
        filled.fields = [
            "kind": "saml", "idpEntityID": edit.idpEntityID ?? "", "ssoURL": edit.ssoURL ?? "",
            "certificates": (edit.certificates ?? []).joined(separator: "\n"),
            "displayName": provider?.displayName ?? "", "spEntityID": provider?.clientID ?? "",
            "callbackURL": provider?.saml?.callbackURL ?? "",
        ]
        if provider?.isEnabled ?? true { filled.fields["enabled"] = "on" }
        if edit.signsRequests ?? provider?.saml?.signsRequests ?? false { filled.fields["signsRequests"] = "on" }
        return filled
    }

    /// The reason why a metadata document is refused.
    ///
    /// - Throws: Other errors.
    func reason(_ error: any Error) throws -> Reason {
        switch error {
        case let refusal as SAMLMetadataRefusal: Reason(text: refusal.words, language: .english)
        case let error as AuthError: reason(error) as Reason
        default: throw error
        }
    }
}
