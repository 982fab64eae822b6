import Foundation
import HTTPTypes
import VinculaCore
import VinculaEngine

/// The page that an invitation leads to. Its code is behind a `#`, which browsers send to nobody; the script puts it into the
/// form, and without the script people do.
extension ConsoleSite {
    static let welcome: [ConsoleRoute] = [
        .page("/welcome", .open) { .view($0.welcomeView()) },
        .form("/welcome", .open, limit: .actionPage) { context in
            do {
                let signedIn = try await context.ownEngine.acceptInvitation(
                    context.fields["code"]?.trimmingCharacters(in: .whitespaces), email: context.fields["email"],
                    password: context.fields["password"], from: context.call.client)
                return context.entered(signedIn, at: "\(root)/enroll")
            } catch let error as AuthError {
                return .view(context.welcomeView(error: error))
            }
        },
    ]
}

extension ConsoleContext {
    fileprivate func welcomeView(error: AuthError? = nil) -> ConsoleView {
        let body: HTML = """
            <p>\(texts["welcome.text"])</p>
            <form method="post" action="\(ConsoleSite.root)/welcome">
            \(field("code", "welcome.code", value: String((fields["code"] ?? "").prefix(64)), " autocomplete=\"off\" spellcheck=\"false\" maxlength=\"64\" data-from-hash required"))
            \(field("email", "email", type: "email", value: String((fields["email"] ?? "").prefix(254)), " autocomplete=\"username\" required"))
            \(field("password", "password.new", type: "password", " autocomplete=\"new-password\" minlength=\"10\" required aria-describedby=\"rules\""))
            <p id="rules">\(texts["password.rules"])</p>
            <button>\(texts["continue"])</button>
            </form>
            """
        return ConsoleView(
            title: texts["welcome.title"], body: body, error: error.map(words), status: error == nil ? .ok : .badRequest)
    }
}
