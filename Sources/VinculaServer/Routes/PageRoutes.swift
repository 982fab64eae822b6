import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The hosted pages, and what apps' systems read about the links to them.
extension Routes {
    static let pages =
        actionPages(ActionLinks.page, "page", served: .everywhere)
        + actionPages(ActionLinks.emulatorPage, "emulator.page", served: .underDev)
        + [
            open("", "/", start) { $0.start },
            open(
                "", ActionLinks.appPage,
                OpenAPIOperation(
                    "page.links", "Passes an emailed link on to an app.", query: [.text("link", "The link.")], gives: .page)
            ) { $0.appLinkPage },
            open(
                "", PageStyle.path,
                OpenAPIOperation(
                    "page.style", "The pages' stylesheet.", query: [.text("color", "The colour of buttons and links.")],
                    gives: .styleSheet)
            ) {
                $0.pageStyle
            },
            open(
                "", "/.well-known/apple-app-site-association",
                OpenAPIOperation(
                    "appleAppSiteAssociation", "The apps on Apple's systems that open this server's links.",
                    gives: .object(["applinks": "object"]))
            ) { $0.appleAppSiteAssociation },
            open(
                "", "/.well-known/assetlinks.json",
                OpenAPIOperation(
                    "assetLinks", "The Android apps that open this server's links.",
                    gives: .schema(.object(["type": "array", "items": .object(["type": "object"])])))
            ) { $0.assetLinks },
        ]

    private static var start: OpenAPIOperation {
        var operation = OpenAPIOperation(
            "start", "For browsers, the start page; for programs under --dev, what lets tools detect the emulator.",
            query: [.text("hl", "The page's language."), .text("lang", "The same, if there is no `hl`.")],
            gives: .object(["authEmulator": "object"]), alsoAnswers: [404])
        operation.redirects = true
        return operation
    }

    /// The page of a mailed link; its `POST` counts its own limits, by what the button does.
    private static func actionPages(_ path: String, _ name: String, served: Route.Served) -> [Route] {
        [
            Route(
                method: .get, paths: [path], access: .open, served: served, limit: nil,
                operation: reading(name, isEmulator: path == ActionLinks.emulatorPage)
            ) { $0.actionPage },
            Route(method: .post, paths: [path], access: .open, served: served, limit: nil, operation: acting(name)) {
                $0.actionPage
            },
        ]
    }

    private static let link: [OpenAPIOperation.QueryParameter] = [
        .text("mode", "What the link is for; the code itself determines it."), .text("oobCode", "The code."),
        .text("hl", "The page's language."), .text("lang", "The same, if there is no `hl`."),
        .text("apiKey", "Passed on to the app."), .text("continueUrl", "Ignored."),
    ]

    private static func reading(_ name: String, isEmulator: Bool) -> OpenAPIOperation {
        var operation = OpenAPIOperation(name, "The page that an emailed link leads to.", query: link, gives: .page)
        // Programs get JSON there instead of a page.
        if isEmulator { operation.refusal = EmulatorActionAnswer.self }
        operation.redirects = true
        return operation
    }

    private static func acting(_ name: String) -> OpenAPIOperation {
        var operation = OpenAPIOperation("\(name).act", "Performs the action of a button on the page.", gives: .page)
        operation.form = ["oobCode": false, "action": false, "lang": false, "apiKey": false, "password": false, "email": false]
        operation.redirects = true
        return operation
    }
}
