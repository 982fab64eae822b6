import HTTPTypes
import Hummingbird
import VinculaCore
import VinculaEngine

/// The pages of a sign-in at a provider's page: its end, or why it did not happen.
struct FlowPage: Sendable {
    let language: Language
    /// The app's name for people.
    let app: String
    /// The provider's name for people.
    let provider: String
    let isDevelopment: Bool

    private var texts: FlowTexts { .of(language) }

    private func words(_ text: String) -> String { filled(text, ["app": app, "provider": provider]) }

    private func words(_ notice: PageTexts.Notice) -> PageTexts.Notice {
        PageTexts.Notice(title: words(notice.title), text: words(notice.text))
    }

    /// Returns the page that hands a sign-in to the app at once.
    func handover(_ delivery: FlowDelivery) -> HostedPage {
        let open: HTML =
            delivery.address.map {
                "<p><a class=\"button\" id=\"back\" href=\"\($0)\">\(words(texts.openApp))</a></p>"
            } ?? ""
        return page(words(texts.handingOver), open, delivery)
    }

    /// Returns the page that says why there is no sign-in.
    ///
    /// - Parameters:
    ///   - delivery: What the button that leads back to the app tells it; `nil` if nothing may be told.
    ///   - retryURL: The address that begins the flow again.
    func refusal(_ refusal: FlowRefusal, _ delivery: FlowDelivery?, retryURL: String?) -> HostedPage {
        var body: HTML = ""
        if let detail = refusal.detail { body += "<p class=\"detail\" lang=\"en\"><code>\(detail)</code></p>\n" }
        if refusal.canBeTriedAgain, let retryURL {
            body += "<p><a class=\"button\" href=\"\(retryURL)\">\(words(texts.tryAgain))</a></p>\n"
        }
        if let address = delivery?.address {
            body += "<p><a class=\"button quiet\" id=\"back\" href=\"\(address)\">\(words(texts.backToApp))</a></p>\n"
        } else if delivery != nil {
            body += "<p><button type=\"button\" class=\"quiet\" id=\"back\">\(words(texts.backToApp))</button></p>\n"
        }
        return page(words(texts[keyPath: refusal.notice]), body, delivery)
    }

    private func page(_ notice: PageTexts.Notice, _ body: HTML, _ delivery: FlowDelivery?) -> HostedPage {
        var text: HTML = "<p id=\"status\" role=\"status\">\(notice.text)</p>\n\(body)"
        if let delivery {
            let later = [
                "done": texts.done, "gone": texts.windowGone, "noStorage": texts.noStorage, "open": texts.appOpened,
            ]
            // An app is opened by an ordinary link; everything else needs the script.
            if delivery.address == nil {
                text += "<noscript><p class=\"error\" role=\"alert\">\(words(texts.needsScript))</p></noscript>\n"
            }
            text += .data(delivery.json(texts: later.mapValues { words($0) }), id: "flow")
        }
        return HostedPage(
            language: language, title: notice.title, body: text,
            banner: isDevelopment ? PageTexts.of(language).developmentServer : nil, script: delivery == nil ? nil : .handler)
    }
}
