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
    /// The project's look; `nil` if the project is not known.
    var brand: PageBrand?

    private var texts: FlowTexts { .of(language) }

    private func words(_ text: String, receiver: String = "") -> String {
        filled(text, ["app": app, "provider": provider, "receiver": receiver])
    }

    private func words(_ notice: PageTexts.Notice) -> PageTexts.Notice {
        PageTexts.Notice(title: words(notice.title), text: words(notice.text))
    }

    /// Returns the page that hands a sign-in to the app: to a web page at once, and to a program outside the browser if the
    /// person agrees.
    func handover(_ delivery: FlowDelivery) -> HostedPage {
        guard let address = delivery.address, let program = delivery.target.program else {
            return page(words(texts.handingOver), "", delivery)
        }
        let (notice, name) =
            switch program {
            case .app(let id): (texts.askedByApp, id)
            case .listener(let authority): (texts.askedByProgram, authority)
            }
        let question = PageTexts.Notice(title: words(notice.title), text: words(notice.text, receiver: name))
        // Not focused: a key that was meant for the provider's page must not answer.
        let button: HTML = "<p><a class=\"button\" id=\"back\" href=\"\(address)\">\(words(texts.continueToApp))</a></p>"
        return page(question, button, delivery)
    }

    /// The way in which a person tries again what did not work.
    enum Retry: Sendable {
        /// Opens an address.
        case open(String)
        /// Sends a form to an address once more.
        case send(String, [String: String])
    }

    /// Returns the page that says why there is no sign-in.
    ///
    /// - Parameters:
    ///   - delivery: The event that the button leading back to the app hands over; `nil` if nothing may be told.
    ///   - retry: The effect of "Try again", if the refusal allows it; `nil` if there is none.
    func refusal(_ refusal: FlowRefusal, _ delivery: FlowDelivery?, retry: Retry?) -> HostedPage {
        var body: HTML = ""
        if let detail = refusal.detail { body += "<p class=\"detail\" lang=\"en\"><code>\(detail)</code></p>\n" }
        if refusal.canBeTriedAgain, let retry { body += again(retry) }
        if let address = delivery?.address {
            body += "<p><a class=\"button quiet\" id=\"back\" href=\"\(address)\">\(words(texts.backToApp))</a></p>\n"
        } else if delivery != nil {
            body += "<p><button type=\"button\" class=\"quiet\" id=\"back\">\(words(texts.backToApp))</button></p>\n"
        }
        return page(words(texts[keyPath: refusal.notice]), body, delivery)
    }

    private func again(_ retry: Retry) -> HTML {
        switch retry {
        case .open(let url): return "<p><a class=\"button\" href=\"\(url)\">\(words(texts.tryAgain))</a></p>\n"
        case .send(let url, let fields):
            let inputs = fields.sorted { $0.key < $1.key }.map { name, value -> HTML in
                "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
            }
            let button: HTML = "<button type=\"submit\">\(words(texts.tryAgain))</button>"
            return "<form method=\"post\" action=\"\(url)\">\(inputs.joined())\(button)</form>\n"
        }
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
            banner: isDevelopment ? PageTexts.of(language).developmentServer : nil, script: delivery == nil ? nil : .handler,
            brand: brand)
    }
}
