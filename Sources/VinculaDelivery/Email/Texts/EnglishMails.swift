extension MailTexts {
    static let english = MailTexts(
        resetPassword: Letter(
            subject: "Choose a new password for {{app}}",
            lead: "Somebody, probably you, asked to choose a new password for the {{app}} account {{email}}.",
            button: "Choose a new password",
            after: ["If you did not ask for this, do nothing: your password stays as it is."]),
        verifyEmail: Letter(
            subject: "Confirm your email address for {{app}}",
            lead: "An account was made at {{app}} with the address {{email}}. If it is yours, please confirm the address.",
            button: "Confirm the address",
            after: ["If you did not make this account, do not confirm."]),
        signIn: Letter(
            subject: "Sign in to {{app}}",
            lead: "Somebody, probably you, asked for a link to sign in to {{app}} as {{email}}.",
            button: "Sign in",
            after: ["If you did not ask for this, do nothing. Pass the link to nobody: it is as good as a password."]),
        verifyAndChangeEmail: Letter(
            subject: "Confirm your new email address for {{app}}",
            lead: "An account at {{app}} is to have the address {{newEmail}} from now on.",
            button: "Confirm the new address",
            after: ["If it is not your account, do not confirm."]),
        recoverEmail: Letter(
            subject: "Your email address for {{app}} was changed",
            lead: "The address of your {{app}} account was changed from {{email}} to {{newEmail}}.",
            button: "Undo the change",
            after: ["If you changed it, there is nothing to do. If you did not, undo the change and choose a new password."]),
        revertSecondFactorAddition: Letter(
            subject: "A second step to sign in to {{app}} was added",
            lead:
                "From now on, signing in to the {{app}} account {{email}} also takes a code of an authenticator app that was added to it.",
            button: "Remove the authenticator app",
            after: [
                "If you added it, there is nothing to do. If you did not, somebody else was signed in to your account: remove the app and choose a new password at once."
            ]),
        emailChanged: Letter(
            subject: "Your email address for {{app}} was changed",
            lead: "The address of an {{app}} account was changed from {{email}} to {{newEmail}}.",
            button: nil,
            after: ["If you changed it, there is nothing to do. If you did not, please tell those who run {{app}}."]),
        passwordChanged: Letter(
            subject: "Your password for {{app}} was changed",
            lead: "The password of the {{app}} account {{email}} was changed, and all other devices were signed out.",
            button: nil,
            after: ["If it was not you, ask {{app}} for a new password at once."]),
        signInMethodAdded: Letter(
            subject: "A way to sign in to {{app}} was added",
            lead: "{{provider}} can sign in to the {{app}} account {{email}} from now on.",
            button: "Remove {{provider}}",
            after: [
                "If it was you, there is nothing to do. If it was not, somebody else was signed in to your account: remove {{provider}}, choose a new password at once and look through your account."
            ]),
        signInMethodRemoved: Letter(
            subject: "A way to sign in to {{app}} was removed",
            lead: "{{provider}} does not sign in to the {{app}} account {{email}} any more.",
            button: nil,
            after: ["If it was not you, choose a new password at once and look through your account."]),
        secondFactorRemoved: Letter(
            subject: "A second step to sign in to {{app}} was removed",
            lead: "An authenticator app was removed from the {{app}} account {{email}}. Its codes are not asked for any more.",
            button: nil,
            after: ["If it was not you, choose a new password at once and look through your account."]),
        secondFactorGuessed: Letter(
            subject: "Somebody may know your password for {{app}}",
            lead:
                "Many wrong codes in a row were entered for the {{app}} account {{email}}. Whoever entered them had signed in with its password, or in another of its ways, before.",
            button: nil,
            after: ["If it was not you, choose a new password at once and look through your account."]),
        orCopyTheLink: "If the button does not work, open this address in a browser:",
        orEnterTheCode: "Or enter this code where you asked for the mail:",
        notMyAccount: "I did not make this account",
        hour: "an hour", hours: "{{count}} hours", day: "a day", days: "{{count}} days",
        worksOnceFor: "The link works once, for {{validity}}.",
        sentBecause: "{{app}} sent this mail because of your account.",
        nobodyReadsAnswers: "Nobody reads answers to it.")
}
