import VinculaCore
import VinculaEngine

/// The addresses that hand an event to a native app, as Firebase's SDKs read them.
enum AppAddress {
    /// - Parameter server: The server's address; its `/__/auth/callback` is only a name here, which nobody opens.
    /// - Returns: `nil` for web apps, which are not reached by an address.
    static func of(_ event: FlowEvent, to target: FlowReturn, server: String) -> String? {
        switch target {
        case .loopback(let url): url + "?" + QueryText.encode([("deep_link_id", link(event, server))])
        case .appScheme(let scheme, _):
            "\(scheme)://firebaseauth/link?" + QueryText.encode([("deep_link_id", link(event, server))])
        case .androidApp(let package, _): intent(event, package)
        case .popup, .redirect, .client: nil
        }
    }

    /// The address that hands a proof to a native app, in the two parts that the proof goes between.
    ///
    /// - Returns: `nil` for what is no native app.
    static func verification(
        _ request: FlowRequest, to target: FlowReturn, server: String
    ) -> (before: String, after: String)? {
        let type = request.kind.rawValue
        let event = request.eventID.map { [("eventId", $0)] } ?? []
        switch target {
        case .appScheme(let scheme, _):
            // The proof consists of characters that need no escape, not even twice.
            let link = server + FlowCallback.path + "?" + QueryText.encode([("authType", type)] + event) + "&recaptchaToken="
            return ("\(scheme)://firebaseauth/link?" + QueryText.encode([("deep_link_id", link)]), "")
        case .androidApp(let package, _):
            let extras = ([("authType", type), ("operation", type)] + event).map { "S.\($0.0)=\(QueryText.escaped($0.1));" }
            return (
                "intent://firebase.auth/#Intent;scheme=recaptcha;package=\(package);" + extras.joined() + "S.recaptchaToken=",
                ";end;"
            )
        case .popup, .redirect, .loopback, .client: return nil
        }
    }

    private static func link(_ event: FlowEvent, _ server: String) -> String {
        server + FlowCallback.path + "?" + QueryText.encode([("authType", event.type)] + fields(event))
    }

    /// An `intent:` URL for the package alone: no other app can claim it.
    private static func intent(_ event: FlowEvent, _ package: String) -> String {
        let extras = [("authType", event.type)] + fields(event)
        return "intent://firebase.auth/#Intent;scheme=genericidp;package=\(package);"
            + extras.map { "S.\($0.0)=\(QueryText.escaped($0.1));" }.joined() + "B.encryptionEnabled=false;end;"
    }

    private static func fields(_ event: FlowEvent) -> [(String, String)] {
        var fields = event.eventID.map { [("eventId", $0)] } ?? []
        if let response = event.urlResponse { fields.append(("link", response)) }
        if let failure = event.failure { fields.append(("firebaseError", failure.json.text)) }
        return fields
    }
}
