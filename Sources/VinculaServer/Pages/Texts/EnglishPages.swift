extension PageTexts {
    static let english = PageTexts(
        verify: Question(
            title: "Confirm your email address",
            text: "Somebody made an account at {{app}} with the address {{email}} on {{date}}. Confirm only if that was you.",
            button: "Confirm the address"),
        verified: Notice(title: "Address confirmed", text: "{{email}} belongs to your {{app}} account now."),
        disown: Question(
            title: "Is this not your account?",
            text: "We take the address {{email}} off the account and sign out whoever made it.",
            button: "Take my address off it"),
        disowned: Notice(title: "Address taken off", text: "The account does not have your address any more."),
        reset: Question(
            title: "Choose a new password", text: "For the {{app}} account {{email}}.", button: "Save the password"),
        newPassword: "New password",
        rules: PasswordRules(
            heading: "Your password needs:", atLeast: "{{count}} characters or more", atMost: "{{count}} characters or fewer",
            lowercase: "a lower-case letter", uppercase: "an upper-case letter", digit: "a digit",
            symbol: "a symbol, such as ! or #", notCommon: "to be neither a common password nor your address",
            broken: "This password is not strong enough yet. It needs:"),
        wasReset: Notice(
            title: "Your new password is set", text: "Sign in with it now. All your devices were signed out."),
        signIn: Question(
            title: "Sign in to {{app}}",
            text: "Somebody asked for this link on {{date}} from {{address}}. Go on only if that was you.", button: "Go on"),
        yourAddress: "Your email address",
        sameDevice: "I asked for the link on this device",
        otherAddress: "The link was sent to another address.",
        tooManyAddresses: "Too many wrong addresses were tried. Please ask for a new link.",
        change: Question(
            title: "Confirm your new address",
            text: "The {{app}} account {{email}} will have the address {{newEmail}}. Confirm only if it is your account.",
            button: "Confirm the new address"),
        changed: Notice(
            title: "Address changed", text: "Your {{app}} account has the address {{newEmail}} now. Please sign in again."),
        recover: Question(
            title: "Undo the change?",
            text:
                "Your {{app}} account gets the address {{email}} again, instead of {{newEmail}}, and all devices are signed out. Its password, and ways to sign in that were added in the week before the change or since, are removed.",
            button: "Undo the change"),
        recovered: Notice(
            title: "The change is undone",
            text:
                "Your {{app}} account has the address {{email}} again. Choose a new password now: the old one does not work any more."
        ),
        revertSecondFactor: Question(
            title: "Remove the authenticator app?",
            text:
                "Signing in to your {{app}} account {{email}} will not take a code of this app any more, and all devices are signed out. Its password, and ways to sign in that were added in the week before the app or since, are removed. Do this only if you did not add the app.",
            button: "Remove the app"),
        secondFactorReverted: Notice(
            title: "Authenticator app removed",
            text:
                "All devices were signed out. Choose a new password now: the old one does not work any more."
        ),
        revertSignInMethod: Question(
            title: "Remove this way to sign in?",
            text:
                "{{provider}} will not sign in to your {{app}} account {{email}} any more, and all devices are signed out. Its password, and ways to sign in that were added in the week before or since, are removed. Do this only if you did not add it.",
            button: "Remove {{provider}}"),
        signInMethodReverted: Notice(
            title: "Way to sign in removed",
            text: "All devices were signed out. Choose a new password now: the old one does not work any more."),
        sendPasswordLink: "Mail me a link for a new password",
        signInAsBefore: "All devices were signed out. Sign in to {{app}} the way you did before.",
        expired: Notice(title: "This link has expired", text: "Such links work for a short time only."),
        used: Notice(
            title: "This link does not work any more", text: "It was used already, or something that happened since has ended it."
        ),
        unknown: Notice(
            title: "This link does not work", text: "A part of it may have got lost. Open it from the mail once more."),
        disabled: Notice(title: "This account is disabled", text: "Please ask those who run {{app}}."),
        taken: Notice(title: "This address is taken", text: "Another account has the address already."),
        tooOften: Notice(title: "Too many attempts", text: "Please wait a while, and try once more."),
        failed: Notice(title: "Something went wrong here", text: "Nothing was changed. Please try once more in a while."),
        sendNewLink: "Mail me a new link",
        newLinkSent: Notice(title: "Look at your mail", text: "If the account is still there, a new link is on its way."),
        askInTheApp: "Ask for a new one in {{app}}.",
        continueTo: "Continue to {{place}}",
        openApp: "Open the app",
        openAppText: "This link is for the app. If the app is on this device, open it.",
        getTheApp: "Get the app from Google Play",
        goOnHere: "Go on in the browser",
        developmentServer: "Development server")
}
