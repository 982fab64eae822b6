import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The descriptions of the routes for mailed links.
extension OpenAPIOperations {
    static let mail: [(String, OpenAPIOperation)] = [
        (
            "POST /v1/accounts:sendOobCode",
            OpenAPIOperation(
                "accounts.sendOobCode", "Mails a link to sign in, to verify or change an address, or to choose a new password.",
                takes: SendOobCodeRequest.self, ofAdministrators: AdminSendOobCodeRequest.self,
                gives: .shape(SendOobCodeResponse.self))
        ),
        (
            "POST /v1/accounts:resetPassword",
            OpenAPIOperation(
                "accounts.resetPassword", "Sets a new password with a mailed code, or returns what a code is for.",
                takes: ResetPasswordRequest.self, gives: .shape(ResetPasswordResponse.self))
        ),
        (
            "POST /v1/accounts:signInWithEmailLink",
            OpenAPIOperation(
                "accounts.signInWithEmailLink", "Signs in or links with a mailed link.", takes: SignInWithEmailLinkRequest.self,
                gives: .shape(SignInWithEmailLinkResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:sendOobCode",
            OpenAPIOperation(
                "projects.accounts.sendOobCode", "Mails a link, or returns it.", takes: AdminSendOobCodeRequest.self,
                gives: .shape(SendOobCodeResponse.self))
        ),
    ]

    static let pages: [(String, OpenAPIOperation)] =
        [ActionLinks.page: "page", ActionLinks.emulatorPage: "emulator.page"].flatMap { path, name in
            [
                ("GET \(path)", reading(name, isEmulator: path == ActionLinks.emulatorPage)),
                ("POST \(path)", acting(name)),
            ]
        } + [
            (
                "GET \(ActionLinks.appPage)",
                OpenAPIOperation(
                    "page.links", "Hands a mailed link to an app.", query: [.text("link", "The link.")], gives: .page)
            ),
            ("GET \(PageStyle.path)", OpenAPIOperation("page.style", "The pages' stylesheet.", gives: .styleSheet)),
            (
                "GET /.well-known/apple-app-site-association",
                OpenAPIOperation(
                    "appleAppSiteAssociation", "The apps on Apple's systems that open this server's links.",
                    gives: .object(["applinks": "object"]))
            ),
            (
                "GET /.well-known/assetlinks.json",
                OpenAPIOperation(
                    "assetLinks", "The Android apps that open this server's links.",
                    gives: .schema(.object(["type": "array", "items": .object(["type": "object"])])))
            ),
            (
                "GET /emulator/inbox",
                OpenAPIOperation("emulator.inbox", "Lists the mails that were kept instead of sent.", gives: .page)
            ),
            ("GET /emulator/inbox/{mail}", OpenAPIOperation("emulator.inbox.mail", "Shows one mail.", gives: .page)),
            (
                "GET /emulator/inbox/{mail}/html",
                OpenAPIOperation("emulator.inbox.mail.html", "The HTML of a mail.", gives: .page)
            ),
        ]

    private static let link: [OpenAPIOperation.QueryParameter] = [
        .text("mode", "What the link is for; the code itself determines it."), .text("oobCode", "The code."),
        .text("lang", "The page's language."), .text("apiKey", "Passed on to the app."), .text("continueUrl", "Ignored."),
    ]

    private static func reading(_ name: String, isEmulator: Bool) -> OpenAPIOperation {
        var operation = OpenAPIOperation(name, "The page of a mailed link.", query: link, gives: .page)
        // Programs get JSON there instead of a page.
        if isEmulator { operation.refusal = EmulatorActionAnswer.self }
        return operation
    }

    private static func acting(_ name: String) -> OpenAPIOperation {
        var operation = OpenAPIOperation("\(name).act", "Performs the action of a button on the page.", gives: .page)
        operation.form = ["oobCode": false, "action": false, "lang": false, "apiKey": false, "password": false, "email": false]
        return operation
    }
}
