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
    case linkPassword = "link-password"
    case linkFacebook = "link-facebook"
    case linkGoogle = "link-google"
    case unlink
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
        case .facebook, .google, .linkFacebook, .linkGoogle: "[EMAIL [NAME]]"
        case .recover: "[password [PASSWORD] | facebook | google]"
        case .unlink: "[password | facebook | google [yes]]"
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
        case .linkPassword: "Link email and password"
        case .linkFacebook: "Link Facebook"
        case .linkGoogle: "Link Google"
        case .unlink: "Unlink a sign-in method"
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
                .linkPassword, .linkFacebook, .linkGoogle, .mailLink, .openLink, .unlink, .refresh, .signOut, .delete, .quit,
            ]
        }
        return [.signUp, .signIn, .facebook, .google] + (viewModel.collision == nil ? [] : [.recover])
            + [.mailLink, .openLink, .quit]
    }

    /// Returns why the command is not available now, and what to do first; nil if it is available.
    @MainActor func obstacle(for viewModel: AuthenticationViewModel) -> String? {
        let isSignedIn = viewModel.user != nil
        switch self {
        case .signUp, .signIn, .facebook, .google: return isSignedIn ? "you are signed in; sign out first" : nil
        case .recover:
            guard viewModel.collision == nil else { return nil }
            return isSignedIn ? "you are already signed in" : "no sign-in has collided with an account; try one first"
        case .linkPassword, .linkFacebook, .linkGoogle, .unlink, .refresh, .signOut, .delete:
            guard isSignedIn else { return "nobody is signed in; sign in first" }
        case .mailLink, .openLink, .help, .quit: break
        }
        switch self {
        case .linkPassword, .mailLink, .openLink:
            return viewModel.isEmailAndPasswordLinked() ? "the account already has an email address" : nil
        case .linkFacebook: return viewModel.isFacebookLinked() ? "Facebook is already linked" : nil
        case .linkGoogle: return viewModel.isGoogleLinked() ? "Google is already linked" : nil
        case .unlink:
            if viewModel.linkedAccounts.isEmpty { return "the account has no sign-in method yet; link one first" }
            return viewModel.linkedAccounts.count > 1 ? nil : "it is the only sign-in method; link another one first"
        default: return nil
        }
    }
}
