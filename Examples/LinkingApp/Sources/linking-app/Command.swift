import LinkingApp

/// The available commands.
enum Command: String, CaseIterable {
    case signUp = "sign-up"
    case signIn = "sign-in"
    case facebook
    case google
    case recover
    case mailLink = "mail-link"
    case openLink = "open-link"
    case phone
    case secondFactor = "second-factor"
    case linkPassword = "link-password"
    case linkFacebook = "link-facebook"
    case linkGoogle = "link-google"
    case linkPhone = "link-phone"
    case unlink
    case addFactor = "add-factor"
    case removeFactor = "remove-factor"
    case refresh
    case signOut = "sign-out"
    case delete
    case help
    case quit

    /// The arguments that may follow on the same line; missing ones are asked for.
    var arguments: String {
        switch self {
        case .signUp, .signIn, .linkPassword: "[EMAIL [PASSWORD]]"
        case .mailLink: "[EMAIL]"
        case .openLink: "[LINK or CODE [EMAIL]]"
        case .phone, .linkPhone: "[NUMBER [CODE]]"
        case .secondFactor: "[WHICH [CODE]]"
        case .addFactor: "[phone [NUMBER [CODE]] | app [CODE]]"
        case .removeFactor: "[WHICH [yes]]"
        case .facebook, .google, .linkFacebook, .linkGoogle: "[EMAIL [NAME]]"
        case .recover: "[password [PASSWORD] | facebook | google]"
        case .unlink: "[password | facebook | google | phone [yes]]"
        case .delete: "[yes]"
        case .refresh, .signOut, .help, .quit: ""
        }
    }

    var summary: String {
        switch self {
        case .signUp: "Create an account with email and password"
        case .signIn: "Sign in with email and password"
        case .facebook: "Sign in with Facebook"
        case .google: "Sign in with Google"
        case .recover: "Sign in the way you did before, and link the way you tried"
        case .mailLink: "Get an email with a sign-in link and code; no password needed"
        case .openLink: "Sign in with the link or code; if signed in, link the address"
        case .phone: "Sign in with a code by text message"
        case .secondFactor: "Finish signing in with the code of a second factor"
        case .linkPassword: "Link email and password"
        case .linkFacebook: "Link Facebook"
        case .linkGoogle: "Link Google"
        case .linkPhone: "Link a phone number, or replace it"
        case .unlink: "Unlink a sign-in method"
        case .addFactor: "Add a second factor: a phone or an authenticator app"
        case .removeFactor: "Remove a second factor"
        case .refresh: "Reload the account from the server"
        case .signOut: "Sign out"
        case .delete: "Delete the account"
        case .help: "List all commands"
        case .quit: "Quit; you stay signed in"
        }
    }

    /// Returns the menu in display order.
    @MainActor static func menu(for viewModel: AuthenticationViewModel) -> [Command] {
        guard viewModel.user == nil else {
            return [
                .linkPassword, .linkFacebook, .linkGoogle, .mailLink, .openLink, .linkPhone, .unlink, .addFactor, .removeFactor,
                .refresh, .signOut, .delete, .quit,
            ]
        }
        return [.signUp, .signIn, .facebook, .google] + (viewModel.collision == nil ? [] : [.recover])
            + (viewModel.challenge == nil ? [] : [.secondFactor]) + [.mailLink, .openLink, .phone, .quit]
    }

    /// Returns why the command is not available now, and what to do first; nil if it is available.
    @MainActor func obstacle(for viewModel: AuthenticationViewModel) -> String? {
        let isSignedIn = viewModel.user != nil
        switch self {
        case .signUp, .signIn, .facebook, .google, .phone: return isSignedIn ? "you are signed in; sign out first" : nil
        case .recover:
            guard viewModel.collision == nil else { return nil }
            return isSignedIn ? "you are already signed in" : "no sign-in has collided with an account; try one first"
        case .secondFactor:
            guard viewModel.challenge == nil else { return nil }
            return isSignedIn ? "you are already signed in" : "no sign-in waits for a second factor"
        case .linkPassword, .linkFacebook, .linkGoogle, .linkPhone, .unlink, .addFactor, .removeFactor, .refresh, .signOut,
            .delete:
            guard isSignedIn else { return "nobody is signed in; sign in first" }
        case .mailLink, .openLink, .help, .quit: break
        }
        switch self {
        case .linkPassword, .mailLink, .openLink:
            return viewModel.isEmailAndPasswordLinked() ? "the account already has an email address" : nil
        case .linkFacebook: return viewModel.isFacebookLinked() ? "Facebook is already linked" : nil
        case .linkGoogle: return viewModel.isGoogleLinked() ? "Google is already linked" : nil
        case .removeFactor: return viewModel.secondFactors.isEmpty ? "the account has no second factor" : nil
        case .unlink:
            if viewModel.linkedAccounts.isEmpty { return "the account has no sign-in method yet; link one first" }
            return viewModel.linkedAccounts.count > 1 ? nil : "it is the only sign-in method; link another one first"
        default: return nil
        }
    }
}
