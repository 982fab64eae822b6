import HTTPTypes
import VinculaCore
import VinculaEngine

/// Enrolling an authenticator app, without which nobody sees anything else.
extension ConsoleSite {
    static let enroll: [ConsoleRoute] = [
        .page("/enroll", .enrollee) { context in
            guard context.visit?.isForEnrollment == true else { return .goTo(root) }
            return .view(try await context.enrollView())
        },
        .form("/enroll", .enrollee, limit: .mfaEnrollment) { context in
            guard context.visit?.isForEnrollment == true else { return .goTo(root) }
            do {
                let signedIn = try await context.ownEngine.finishEnrollment(
                    context.fields["session"], code: context.fields["code"], displayName: nil,
                    idToken: try await context.ownEngine.consoleIDToken(context.session), in: .operators)
                return context.entered(signedIn, notice: .enrolled, at: "\(root)/recovery-codes")
            } catch AuthError.credentialTooOld {
                // It takes a recent sign-in.
                try await context.ownEngine.leaveConsole(context.session)
                return .goTo("\(root)/sign-in", cookies: [context.cookie.set(.session, to: nil)])
            } catch AuthError.invalidCode {
                // The app has that key by now.
                return .view(try await context.enrollView(error: .invalidCode, again: PendingAuthenticator(context.fields)))
            } catch let error as AuthError {
                return .view(try await context.enrollView(error: error))
            }
        },
    ]

    static let recoveryCodes: [ConsoleRoute] = [
        .page("/recovery-codes", .member) { context in
            let left = context.visit?.recoveryCodesLeft
            let text = left.map { context.texts("recovery.left", ["count": "\($0)"]) } ?? context.texts["recovery.none"]
            let button = context.texts[left == nil ? "recovery.make" : "recovery.makeNew"]
            return .view(
                ConsoleView(
                    title: context.texts["recovery.title"],
                    body: "<p>\(context.texts["recovery.text"])</p><p>\(text)</p>"
                        + context.form("\(root)/recovery-codes", button, isQuiet: false),
                    crumbs: [(context.texts["nav.ownAccount"], "\(root)/account")]))
        },
        .form("/recovery-codes", .member, limit: .mfaEnrollment, freshSeconds: ownChangeSeconds) { context in
            let made: NewRecoveryCodes
            do {
                made = try await context.ownEngine.makeRecoveryCodes(
                    idToken: try await context.ownEngine.consoleIDToken(context.session), in: .operators)
            } catch AuthError.credentialTooOld {
                return .view(
                    ConsoleView(
                        title: context.texts["recovery.title"], body: "<p>\(context.texts["recovery.text"])</p>",
                        error: context.texts["error.old"], status: .badRequest))
            }
            let list = made.codes.map { "<li><code>\($0.text)</code></li>" as HTML }.joined()
            return .view(
                ConsoleView(
                    title: context.texts["recovery.title"],
                    body: """
                        <p>\(context.texts["recovery.keep"])</p><ul class="codes">\(list)</ul>\
                        <p><a class="button" href="\(root)">\(context.texts["recovery.kept"])</a></p>
                        """,
                    cookies: made.signedIn.map { [context.cookie.set(.session, to: $0.tokens.refreshToken)] } ?? []))
        },
    ]
}

/// A key that an operator has scanned, and whose first code is awaited.
private struct PendingAuthenticator {
    let secret: String
    let sessionInfo: String

    init(secret: String, sessionInfo: String) { (self.secret, self.sessionInfo) = (secret, sessionInfo) }

    /// What the form brings back; `nil` if it is nothing that a page could show.
    init?(_ fields: [String: String]) {
        guard let secret = fields["secret"], let sessionInfo = fields["session"], (16...128).contains(secret.utf8.count),
            secret.utf8.allSatisfy(Self.base32.contains)
        else { return nil }
        self.init(secret: secret, sessionInfo: sessionInfo)
    }

    private static let base32 = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
}

extension ConsoleContext {
    /// - Parameter again: The key of the form that was sent; otherwise a new one is made.
    fileprivate func enrollView(error: AuthError? = nil, again: PendingAuthenticator? = nil) async throws -> ConsoleView {
        let started: PendingAuthenticator
        if let again {
            started = again
        } else {
            let new = try await ownEngine.startEnrollment(
                idToken: try await ownEngine.consoleIDToken(session), in: .operators)
            started = PendingAuthenticator(secret: new.secret, sessionInfo: new.sessionInfo)
        }
        let name = QueryText.escaped("Vincula:\(visit?.account.email?.value ?? "")")
        let address = "otpauth://totp/\(name)?secret=\(started.secret)&issuer=Vincula"
        let shown = stride(from: 0, to: started.secret.count, by: 4).map {
            String(started.secret.dropFirst($0).prefix(4))
        }.joined(separator: " ")
        let code = field(
            "code", "code", " autocomplete=\"one-time-code\" inputmode=\"numeric\" maxlength=\"16\" required autofocus")
        let inputs: HTML = """
            <input type="hidden" name="session" value="\(started.sessionInfo)">\
            <input type="hidden" name="secret" value="\(started.secret)">\(code)
            """
        let body: HTML = """
            <p>\(texts["enroll.text"])</p>
            <div class="qr-place" data-qr="\(address)" data-label="\(texts["enroll.qr"])"></div>
            <p><a href="\(address)">\(texts["enroll.open"])</a></p>
            <p>\(texts["enroll.key"])<br><code>\(shown)</code></p>
            \(form("\(ConsoleSite.root)/enroll", texts["continue"], isQuiet: false, inputs))
            """
        return ConsoleView(
            title: texts["enroll.title"], body: body, error: error.map(words), status: error == nil ? .ok : .badRequest)
    }
}
