import VinculaCore
import VinculaEngine

extension FlowPage {
    /// Returns the page that does the work; `nil` if no native app asks for it.
    func verification(
        _ request: FlowRequest, challenge: String, to target: FlowReturn, server: String
    ) -> HostedPage? {
        guard let address = AppAddress.verification(request, to: target, server: server), case .app(let id)? = target.program
        else { return nil }
        let texts = FlowTexts.of(language)
        func words(_ text: String) -> String { filled(text, ["app": app, "receiver": id]) }
        func json(_ notice: PageTexts.Notice) -> JSONValue {
            .object(["title": .string(words(notice.title)), "text": .string(words(notice.text))])
        }
        let order: JSONValue = .object([
            "challenge": .string(challenge), "before": .string(address.before), "after": .string(address.after),
            "texts": .object([
                "working": .string(words(texts.provingWork)), "done": json(texts.proven), "failed": json(texts.notProven),
            ]),
        ])
        let body: HTML = """
            <p id="status" role="status">\(words(texts.proving.text))</p>
            <div id="progress"></div>
            <p><a class="button" id="back" hidden>\(words(texts.continueToApp))</a></p>
            <noscript><p class="error" role="alert">\(words(texts.provingNeedsScript))</p></noscript>
            \(HTML.data(order, id: "proof"))
            """
        return HostedPage(
            language: language, title: words(texts.proving.title), body: body,
            banner: isDevelopment ? PageTexts.of(language).developmentServer : nil, script: .verify, brand: brand)
    }
}
