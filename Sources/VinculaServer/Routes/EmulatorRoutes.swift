import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The emulator's control paths and inbox, which only `--dev` has.
extension Routes {
    static let emulator = [
        developer(
            .get, "/emulator/openapi.json",
            OpenAPIOperation(
                "emulator.openapi", "This description.",
                gives: .object(["openapi": "string", "paths": "object", "components": "object"]))
        ) { $0.openAPI },
        developer(
            .delete, "/emulator/v1/projects/{project}/accounts",
            OpenAPIOperation("emulator.projects.accounts.delete", "Deletes all accounts of a project.", gives: .nothing)
        ) { $0.emptyProject },
        developer(
            .get, "/emulator/v1/projects/{project}/config", tenancy: .projectOnly,
            OpenAPIOperation("emulator.projects.config.get", "Reads the emulator's settings.", gives: .shape(ProjectConfig.self))
        ) { $0.emulatorConfig },
        developer(
            .patch, "/emulator/v1/projects/{project}/config", tenancy: .projectOnly,
            OpenAPIOperation(
                "emulator.projects.config.update", "Changes the emulator's settings.", takes: ProjectConfig.self,
                query: [updateMask], gives: .shape(ProjectConfig.self))
        ) { $0.updateEmulatorConfig },
        developer(
            .get, "/emulator/v1/projects/{project}/oobCodes",
            OpenAPIOperation("emulator.projects.oobCodes", "Lists the emailed codes.", gives: .object(["oobCodes": "array"]))
        ) { $0.openActionCodes },
        developer(
            .get, "/emulator/inbox",
            OpenAPIOperation(
                "emulator.inbox", "Lists the emails and text messages that were kept instead of sent.",
                query: [
                    .text("q", "A part of the address, the number or the subject."),
                    .text("kind", "A kind of email, or `text`."), .text("hl", "The page's language."),
                    .text("lang", "The same, if there is no `hl`."),
                ], gives: .page)
        ) { $0.inbox },
        developer(.post, "/emulator/inbox", clearing) { $0.inbox },
        developer(.get, "/emulator/inbox/{mail}", OpenAPIOperation("emulator.inbox.mail", "Shows one email.", gives: .page)) {
            $0.inboxMail
        },
        developer(
            .get, "/emulator/inbox/{mail}/html",
            OpenAPIOperation("emulator.inbox.mail.html", "The HTML of an email.", gives: .page)
        ) { $0.inboxMailHTML },
        Route(
            method: .get, paths: ["/__/dev/provider/{provider}"], access: .visitor, served: .underDev, limit: nil,
            operation: OpenAPIOperation(
                "dev.provider", "The page in place of a provider's that has no client.",
                query: [.text("redirect_uri", "Where the browser goes back to."), .text("state", "Goes back with it.")],
                gives: .page)
        ) { $0.developmentProvider },
        Route(
            method: .post, paths: ["/__/dev/provider/{provider}"], access: .visitor, served: .underDev, limit: nil,
            operation: developmentForm
        ) { $0.developmentProvider },
        developer(
            .get, "/emulator/v1/projects/{project}/verificationCodes",
            OpenAPIOperation(
                "emulator.projects.verificationCodes", "Lists the codes that were sent to phones.",
                gives: .object(["verificationCodes": "array"]))
        ) { $0.openVerificationCodes },
    ]

    private static var clearing: OpenAPIOperation {
        var operation = OpenAPIOperation(
            "emulator.inbox.clear", "Deletes the emails and text messages that were kept.", gives: .page)
        operation.form = ["action": true]
        operation.redirects = true
        return operation
    }

    private static var developmentForm: OpenAPIOperation {
        var operation = OpenAPIOperation("dev.provider.act", "Signs in as a person who is made up.", gives: .page)
        operation.form = [
            "redirect_uri": true, "state": true, "email": false, "display-name": false, "screen-name": false,
            "profile-photo": false,
        ]
        operation.redirects = true
        return operation
    }
}
