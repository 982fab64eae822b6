import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The hosted page where people sign in and manage their accounts, and the example that sends people there.
extension Routes {
    static let accountPage = [
        open(
            "", AccountPagePaths.page,
            OpenAPIOperation(
                "account.page", "The page where people sign in and manage their accounts.",
                query: [
                    .text("key", "The app's API key."), tenant, .text("hl", "The page's language."),
                    .text("lang", "The same, if there is no `hl`."),
                    .text("continueUrl", "The web app that people go back to."),
                    .text("codeChallenge", "The web app's PKCE challenge (S256); with it people come back signed in."),
                    .text("state", "Comes back to the web app unchanged."),
                ], gives: .page)
        ) { $0.accountPage },
        open(
            "", AccountPagePaths.style, OpenAPIOperation("account.style", "The account page's stylesheet.", gives: .styleSheet)
        ) { $0.accountPageStyle },
        open(
            "", AccountPagePaths.theme,
            OpenAPIOperation(
                "account.theme", "The project's colour.", query: [.text("key", "The app's API key.")], gives: .styleSheet)
        ) { $0.accountPageTheme },
        open(
            "", AccountPagePaths.scripts + "/{file}",
            OpenAPIOperation("account.scripts", "A script of the account page.", gives: .script)
        ) { $0.accountPageScript },
        open(
            "", AccountPagePaths.texts + "/{language}",
            OpenAPIOperation("account.texts", "The account page's texts in a language.", gives: .texts)
        ) { $0.accountPageTexts },
        Route(
            method: .get, paths: [AccountPagePaths.config], access: .app, limit: .other,
            operation: OpenAPIOperation(
                "account.config", "The sign-in methods that are on, and how the account page looks.",
                gives: .shape(AccountPageConfig.self))
        ) { $0.accountPageConfig },
        open(
            "", AccountPagePaths.example, served: .underDev,
            OpenAPIOperation("example.page", "The example web app.", gives: .page)
        ) { $0.examplePage },
        open(
            "", AccountPagePaths.example + "/app.js", served: .underDev,
            OpenAPIOperation("example.script", "The example web app's script.", gives: .script)
        ) { $0.exampleScript },
        open(
            "", AccountPagePaths.example + "/key.js", served: .underDev,
            OpenAPIOperation("example.key", "The part of it that keeps a key.", gives: .script)
        ) { $0.exampleKey },
    ]
}
