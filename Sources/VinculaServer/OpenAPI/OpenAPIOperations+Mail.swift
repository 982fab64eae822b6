import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The descriptions of what mailed links need.
extension OpenAPIOperations {
    static let mail: [(String, OpenAPIOperation)] = [
        (
            "POST /v1/accounts:sendOobCode",
            OpenAPIOperation(
                "accounts.sendOobCode", "Mails a link: to sign in, to verify or change an address, to choose a new password.",
                takes: SendOobCodeRequest.self, ofAdministrators: AdminSendOobCodeRequest.self,
                gives: .shape(SendOobCodeResponse.self))
        ),
        (
            "POST /v1/accounts:resetPassword",
            OpenAPIOperation(
                "accounts.resetPassword", "Sets a new password by a mailed code, or tells what a code is for.",
                takes: ResetPasswordRequest.self, gives: .shape(ResetPasswordResponse.self))
        ),
        (
            "POST /v1/accounts:signInWithEmailLink",
            OpenAPIOperation(
                "accounts.signInWithEmailLink", "Signs in or links by a mailed link.", takes: SignInWithEmailLinkRequest.self,
                gives: .shape(SignInWithEmailLinkResponse.self))
        ),
        (
            "POST /v1/projects/{project}/accounts:sendOobCode",
            OpenAPIOperation(
                "projects.accounts.sendOobCode", "Makes a link, or mails it.", takes: AdminSendOobCodeRequest.self,
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
                    "appleAppSiteAssociation", "Which apps of Apple's systems open our links.",
                    gives: .object(["applinks": "object"]))
            ),
            (
                "GET /.well-known/assetlinks.json",
                OpenAPIOperation(
                    "assetLinks", "Which apps of Android open our links.",
                    gives: .schema(.object(["type": "array", "items": .object(["type": "object"])])))
            ),
            ("GET /emulator/inbox", OpenAPIOperation("emulator.inbox", "The mails that were not sent.", gives: .page)),
            ("GET /emulator/inbox/{mail}", OpenAPIOperation("emulator.inbox.mail", "One of them.", gives: .page)),
            ("GET /emulator/inbox/{mail}/html", OpenAPIOperation("emulator.inbox.mail.html", "Its HTML.", gives: .page)),
        ]

    private static let link: [OpenAPIOperation.QueryParameter] = [
        .text("mode", "What the link is for; the code itself says it too."), .text("oobCode", "The code."),
        .text("lang", "The page's language."), .text("apiKey", "Passed over."), .text("continueUrl", "Passed over."),
    ]

    private static func reading(_ name: String, isEmulator: Bool) -> OpenAPIOperation {
        var operation = OpenAPIOperation(name, "The page of a mailed link.", query: link, gives: .page)
        // Programs get no page there, but what they ask for.
        if isEmulator { operation.refusal = EmulatorActionAnswer.self }
        return operation
    }

    private static func acting(_ name: String) -> OpenAPIOperation {
        var operation = OpenAPIOperation("\(name).act", "What a button of the page does.", gives: .page)
        operation.form = ["oobCode": false, "action": false, "lang": false, "apiKey": false, "password": false, "email": false]
        return operation
    }
}
