extension FlowTexts {
    static let english = FlowTexts(
        handingOver: Notice(title: "Signing in", text: "You are being taken back to {{app}}."),
        askedByApp: Notice(
            title: "Continue to {{app}}?",
            text:
                "The app {{receiver}} asked to sign you in to {{app}} with {{provider}}. If you did not start this in that app, close this page, and nothing is passed on."
        ),
        askedByProgram: Notice(
            title: "Continue to {{app}}?",
            text:
                "A program on this computer ({{receiver}}) asked to sign you in to {{app}} with {{provider}}. If you did not start this in a program that you trust, close this page, and nothing is passed on."
        ),
        done: Notice(title: "All done", text: "You can close this window and go back to {{app}}."),
        appOpened: Notice(title: "Back to {{app}}", text: "If {{app}} does not open, press the button."),
        windowGone: Notice(
            title: "{{app}} is no longer waiting",
            text: "The page that opened this window was closed or has moved on. Go back to {{app}} and sign in again."),
        noStorage: Notice(
            title: "This browser stores nothing for this site",
            text: "The sign-in cannot be passed to {{app}}. Allow this site to store data, then sign in again."),
        needsScript: "This page needs JavaScript to take you back to {{app}}. Turn it on, then sign in again.",
        cancelled: Notice(title: "Sign-in cancelled", text: "You did not allow {{provider}} to sign you in to {{app}}."),
        refused: Notice(title: "{{provider}} did not sign you in", text: "{{provider}} refused the sign-in to {{app}}."),
        unavailable: Notice(
            title: "{{provider}} cannot be reached", text: "This may pass in a moment. Nothing was changed."),
        busy: Notice(
            title: "The server is busy", text: "Nothing is lost: wait a moment, then try again."),
        invalid: Notice(
            title: "The sign-in did not work", text: "The answer from {{provider}} could not be accepted. Nothing was changed."),
        lost: Notice(
            title: "This sign-in is no longer open",
            text:
                "It took too long, was already completed, or was started in another browser. Go back to the app and sign in again."
        ),
        unknownApp: Notice(title: "Unknown app", text: "This server does not know the app that sent you here."),
        malformed: Notice(title: "This link does not work", text: "The app asked for a sign-in in a way that is not supported."),
        addressNotAllowed: Notice(
            title: "Not allowed from there",
            text: "{{app}} does not allow sign-ins from the address that sent you here. Nothing was sent to it."),
        notOffered: Notice(
            title: "{{provider}} cannot be used here", text: "Signing in to {{app}} with {{provider}} is not set up."),
        noTextMessages: Notice(
            title: "No text messages", text: "This server does not send text messages, so {{app}} cannot verify a phone number."),
        tooOften: Notice(title: "Too many attempts", text: "Please wait a while and try again."),
        proving: Notice(
            title: "One moment", text: "The app {{receiver}} wants to have a code sent to you by text message."),
        provingWork:
            "Your browser is solving a small puzzle, which keeps away programs that send messages in bulk.",
        proven: Notice(
            title: "Done", text: "Go back to {{app}}. If it does not open by itself, press the button."),
        notProven: Notice(title: "This did not work", text: "Go back to {{app}} and try again."),
        provingNeedsScript: "This page needs JavaScript. Turn it on, go back to {{app}}, and try again.",
        continueToApp: "Continue to {{app}}",
        tryAgain: "Try again",
        backToApp: "Back to {{app}}")
}
