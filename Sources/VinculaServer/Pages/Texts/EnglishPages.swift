extension PageTexts {
    static let english = PageTexts(
        verify: Question(
            title: "Confirm your email address",
            text:
                "Someone used the address {{email}} to create an account with {{app}} on {{date}}. Confirm only if that was you.",
            button: "Confirm the address"),
        verified: Notice(title: "Address confirmed", text: "{{email}} is now confirmed as the address of your {{app}} account."),
        disown: Question(
            title: "Not your account?",
            text: "We will remove the address {{email}} from the account and sign out whoever created it.",
            button: "Remove my address"),
        disowned: Notice(title: "Address removed", text: "The account no longer has your address."),
        reset: Question(
            title: "Choose a new password", text: "This will be the password of the {{app}} account {{email}}.",
            button: "Save the password"),
        newPassword: "New password",
        rules: PasswordRules(
            heading: "Your password needs:", atLeast: "{{count}} characters or more", atMost: "{{count}} characters or fewer",
            lowercase: "a lowercase letter", uppercase: "an uppercase letter", digit: "a digit",
            symbol: "a symbol, such as ! or #", notCommon: "to be neither a common password nor your address",
            common: "to be harder to guess: it is one of the most common passwords",
            ownWord: "to be more than your address or the name of the app",
            broken: "This password is not strong enough yet. It needs:"),
        wasReset: Notice(
            title: "Your new password is set", text: "You can sign in with it now. All your devices have been signed out."),
        signIn: Question(
            title: "Sign in to {{app}}",
            text: "Someone requested this link on {{date}} from {{address}}. Continue only if that was you.",
            button: "Continue on this device"),
        otherDevice: "Did you request the link on another device? Then enter your email address.",
        yourAddress: "Your email address",
        continueWithAddress: "Continue with this address",
        otherAddress: "The link was sent to a different address.",
        tooManyAddresses: "Too many wrong addresses were entered. Please request a new link.",
        change: Question(
            title: "Confirm your new address",
            text:
                "The address of the {{app}} account {{email}} will change to {{newEmail}}. Confirm only if this is your account.",
            button: "Confirm the new address"),
        changed: Notice(
            title: "Address changed", text: "Your {{app}} account now has the address {{newEmail}}. Please sign in again."),
        recover: Question(
            title: "Undo the change?",
            text:
                "Your {{app}} account will get its old address {{email}} back in place of {{newEmail}}, and all devices will be signed out. Its password, and any sign-in methods added in the week before the change or later, will be removed.",
            button: "Undo the change"),
        recovered: Notice(
            title: "Change undone",
            text:
                "Your {{app}} account has the address {{email}} again. Choose a new password now: the old one no longer works."
        ),
        revertSecondFactor: Question(
            title: "Remove the authenticator app?",
            text:
                "Signing in to your {{app}} account {{email}} will no longer require a code from this app, and all devices will be signed out. The account's password, and any sign-in methods added in the week before the app or later, will be removed. Do this only if you did not add the app.",
            button: "Remove the app"),
        secondFactorReverted: Notice(
            title: "Authenticator app removed",
            text:
                "All devices were signed out. Choose a new password now: the old one no longer works."
        ),
        revertPhoneFactor: Question(
            title: "Remove the phone?",
            text:
                "Signing in to your {{app}} account {{email}} will no longer require a code sent to this phone, and all devices will be signed out. The account's password, and any sign-in methods added in the week before the phone or later, will be removed. Do this only if you did not add the phone.",
            button: "Remove the phone"),
        phoneFactorReverted: Notice(
            title: "Phone removed",
            text:
                "All devices were signed out. Choose a new password now: the old one no longer works."
        ),
        revertSignInMethod: Question(
            title: "Remove this sign-in method?",
            text:
                "{{provider}} will no longer work for signing in to your {{app}} account {{email}}, and all devices will be signed out. The account's password, and any other sign-in methods added in the week before or later, will be removed. Do this only if you did not add {{provider}}.",
            button: "Remove {{provider}}"),
        signInMethodReverted: Notice(
            title: "Sign-in method removed",
            text: "All devices were signed out. Choose a new password now: the old one no longer works."),
        revertSignInMethodRemoval: Question(
            title: "Put this sign-in method back?",
            text:
                "{{provider}} will work again for signing in to your {{app}} account {{email}}, and all devices will be signed out. Do this only if you did not remove {{provider}}.",
            button: "Put {{provider}} back"),
        signInMethodRestored: Notice(
            title: "Sign-in method put back",
            text: "All devices were signed out. Choose a new password now: the old one no longer works."),
        signInMethodIsTaken: "{{provider}} now belongs to another account and cannot be put back.",
        revertPasswordChange: Question(
            title: "Undo the change of the password?",
            text:
                "Your {{app}} account {{email}} will have no password until you set a new one, and all devices will be signed out. Do this only if you did not make this change.",
            button: "Undo the change"),
        passwordReverted: Notice(
            title: "Change undone",
            text: "All devices were signed out. Choose a new password now: the old one no longer works."),
        revertRecoveryCodes: Question(
            title: "Remove the recovery codes?",
            text:
                "The recovery codes of your {{app}} account {{email}} will no longer work, and all devices will be signed out. The account's password, and any sign-in methods added in the week before the codes or later, will be removed. Do this only if you did not make the codes.",
            button: "Remove the recovery codes"),
        recoveryCodesReverted: Notice(
            title: "Recovery codes removed",
            text: "All devices were signed out. Choose a new password now: the old one no longer works."),
        revertSignIn: Question(
            title: "Was this sign-in not you?",
            text:
                "All devices will be signed out of your {{app}} account {{email}}. The account’s password, and any sign-in methods and authenticator apps added shortly before the sign-in or later, will be removed. Do this only if you did not sign in then.",
            button: "This was not me"),
        signInReverted: Notice(
            title: "Signed out everywhere",
            text:
                "All devices were signed out. Choose a new password now: the old one no longer works."
        ),
        removesNow: "This will be removed from the account:", aPassword: "the password",
        anAuthenticator: "an authenticator app, added on {{date}}",
        aPhoneFactor: "a phone for codes, added on {{date}}",
        theRecoveryCodes: "the recovery codes, made on {{date}}",
        sendPasswordLink: "Email me a link to set a new password",
        signInAsBefore: "All devices were signed out. Sign in to {{app}} the way you did before.",
        expired: Notice(title: "This link has expired", text: "Links like this work only for a short time."),
        used: Notice(
            title: "This link no longer works", text: "It has already been used, or a later change made it invalid."
        ),
        unknown: Notice(
            title: "This link does not work", text: "Part of it may be missing. Please open it from the email again."),
        disabled: Notice(title: "This account is disabled", text: "Please contact the {{app}} team."),
        taken: Notice(title: "This address is taken", text: "Another account already has this address."),
        tooOften: Notice(title: "Too many attempts", text: "Please wait a while and try again."),
        failed: Notice(title: "Something went wrong", text: "Nothing was changed. Please try again later."),
        missing: Notice(title: "There is no page here", text: "The address may be mistyped, or the page may have moved."),
        toStart: "Go to the start page",
        sendNewLink: "Email me a new link",
        newLinkSent: Notice(title: "Check your email", text: "If the account still exists, a new link is on its way."),
        askInTheApp: "Request a new one in {{app}}.",
        continueTo: "Continue to {{place}}",
        goToAccount: "Go to your account", closePage: "You can close this page now.",
        openApp: "Open the app",
        openAppText: "This link is for the app. If the app is installed on this device, open it.",
        getTheApp: "Get the app from Google Play",
        goOnHere: "Continue in the browser",
        developmentServer: "Development server")
}
