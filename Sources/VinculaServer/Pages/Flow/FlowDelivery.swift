import VinculaCore
import VinculaEngine

/// The message to `handler.js`: an event, and where it goes.
struct FlowDelivery: Sendable {
    let event: FlowEvent
    let target: FlowReturn
    let request: FlowRequest
    /// The server's address, as the browser knows it.
    let server: String
    /// Indicates whether the event is a sign-in, and not the failure of one.
    var isSignIn: Bool { event.urlResponse != nil }

    /// Indicates whether the event is handed over as soon as the page has been read, and not when its button is pressed.
    ///
    /// A failure waits for the person to have read it. A sign-in waits if it goes to a program outside the browser.
    var isAtOnce: Bool { isSignIn && target.program == nil }

    /// The address that hands the event to a native app.
    var address: String? { AppAddress.of(event, to: target, server: server) }

    /// - Parameter texts: The page's words after it has handed the event over, or could not; by the script's names.
    func json(texts: [String: PageTexts.Notice]) -> JSONValue {
        var order: [String: JSONValue] = [
            "isAtOnce": .bool(isAtOnce), "isAsked": .bool(isSignIn && !isAtOnce), "apiKey": .string(request.apiKey),
            "appName": .string(request.appName ?? ""),
            "texts": .object(
                texts.mapValues { .object(["title": .string($0.title), "text": .string($0.text)]) }),
        ]
        switch target {
        case .popup(let origin):
            order["way"] = "popup"
            order["origin"] = .string(origin)
            order["event"] = event.json
        case .redirect(let url):
            order["way"] = "redirect"
            order["origin"] = .string(WebOrigin.of(url) ?? "")
            order["to"] = .string(url)
            order["seconds"] = .integer(FlowTimes.resultSeconds)
            order["event"] = event.json
        case .loopback, .appScheme, .androidApp, .client:
            order["way"] = "address"
            order["to"] = .string(address ?? "")
        }
        return .object(order)
    }
}

extension HTML {
    /// A block of data for a page's script, which is not HTML and not a script itself.
    static func data(_ value: JSONValue, id: String) -> HTML {
        let text = value.text.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
        return HTML(stringLiteral: "<script type=\"application/json\" id=\"\(id)\">\(text)</script>")
    }
}
