extension MailTexts {
    static let english = MailTexts(
        resetPassword: Letter(
            subject: "Choose a new password for {{app}}",
            lead: "Someone, probably you, asked to reset the password of the {{app}} account {{email}}.",
            button: "Choose a new password",
            after: ["If you did not ask for this, you can ignore this email: your password will not change."]),
        verifyEmail: Letter(
            subject: "Confirm your email address for {{app}}",
            lead:
                "The address {{email}} was used to create an account with {{app}}. If the account is yours, please confirm the address.",
            button: "Confirm the address",
            after: ["If you did not create this account, do not confirm the address."]),
        signIn: Letter(
            subject: "Sign in to {{app}}",
            lead: "Someone, probably you, asked for a link to sign in to {{app}} as {{email}}.",
            button: "Sign in",
            after: ["If you did not ask for this, you can ignore this email. Do not share the link: it works like a password."]),
        verifyAndChangeEmail: Letter(
            subject: "Confirm your new email address for {{app}}",
            lead: "Someone, probably you, asked to change the address of an account with {{app}} to {{newEmail}}.",
            button: "Confirm the new address",
            after: ["If this is not your account, do not confirm the address."]),
        recoverEmail: Letter(
            subject: "Your email address for {{app}} was changed",
            lead: "The address of your {{app}} account was changed from {{email}} to {{newEmail}}.",
            button: "Undo the change",
            after: [
                "If you changed it, you do not need to do anything. If you did not, undo the change and choose a new password."
            ]),
        revertSecondFactorAddition: Letter(
            subject: "A second sign-in step was added to your {{app}} account",
            lead:
                "An authenticator app was added to the {{app}} account {{email}}. From now on, signing in also requires a code from this app.",
            button: "Remove the authenticator app",
            after: [
                "If you added it, you do not need to do anything. If you did not, someone else was signed in to your account: remove the app and choose a new password at once."
            ]),
        phoneFactorAdded: Letter(
            subject: "A second sign-in step was added to your {{app}} account",
            lead:
                "A phone was added to the {{app}} account {{email}} as a second step. From now on, signing in also requires a code that is sent to it.",
            button: "Remove the phone",
            after: [
                "If you added it, you do not need to do anything. If you did not, someone else was signed in to your account: remove the phone and choose a new password at once."
            ]),
        phoneFactorRemoved: Letter(
            subject: "A second sign-in step was removed from your {{app}} account",
            lead:
                "A phone was removed from the {{app}} account {{email}} as a second step. Its codes are no longer required to sign in.",
            button: nil,
            after: ["If this was not you, choose a new password at once and check your account."]),
        emailChanged: Letter(
            subject: "Your email address for {{app}} was changed",
            lead: "The address of an account with {{app}} was changed from {{email}} to {{newEmail}}.",
            button: nil,
            after: ["If you changed it, you do not need to do anything. If you did not, please contact the {{app}} team."]),
        passwordChanged: Letter(
            subject: "Your password for {{app}} was changed",
            lead: "The password of the {{app}} account {{email}} was changed, and all other devices were signed out.",
            button: "Undo the change",
            after: [
                "If this was you, you do not need to do anything. If it was not, {{#link}}undo the change and {{/link}}choose a new password at once."
            ]),
        signInMethodAdded: Letter(
            subject: "A sign-in method was added to your {{app}} account",
            lead: "From now on, {{provider}} can be used to sign in to the {{app}} account {{email}}.",
            button: "Remove {{provider}}",
            after: [
                "If this was you, you do not need to do anything. If it was not, someone else was signed in to your account: remove {{provider}}, choose a new password at once and check your account."
            ]),
        signInMethodRemoved: Letter(
            subject: "A sign-in method was removed from your {{app}} account",
            lead: "{{provider}} can no longer be used to sign in to the {{app}} account {{email}}.",
            button: "Undo the removal",
            after: [
                "If this was you, you do not need to do anything. If it was not, {{#link}}undo the removal, {{/link}}choose a new password at once and check your account."
            ]),
        accountRecovered: Letter(
            subject: "A change to your {{app}} account was undone",
            lead:
                "A link in an earlier email was used to undo a change to the {{app}} account {{email}}. All devices were signed out.{{#removed}} This was removed from the account: {{removed}}.{{/removed}}",
            button: nil,
            after: [
                "If this was not you, someone else can read your email. Choose a new password for your mailbox, then for {{app}}."
            ]),
        secondFactorRemoved: Letter(
            subject: "A second sign-in step was removed from your {{app}} account",
            lead:
                "An authenticator app was removed from the {{app}} account {{email}}. Its codes are no longer required to sign in.",
            button: nil,
            after: ["If this was not you, choose a new password at once and check your account."]),
        secondFactorGuessed: Letter(
            subject: "Someone may know your password for {{app}}",
            lead:
                "Someone entered many wrong codes in a row for the {{app}} account {{email}}. They had already passed the first step, with the account's password or another sign-in method.",
            button: nil,
            after: ["If this was not you, choose a new password at once and check your account."]),
        sessionKeyRefused: Letter(
            subject: "Someone tried to use your session with {{app}} on another device",
            lead:
                "Someone tried to use a copy of your session with the {{app}} account {{email}}, but without the key of the device that the session belongs to. The attempt was refused, and nothing in the account was changed.",
            button: nil,
            after: [
                "If you have just moved the app to a new device, sign in again there. If not, somebody may have copied data from your device: check it for malware, and choose a new password, which signs out all devices."
            ]),
        recoveryCodesMade: Letter(
            subject: "Your {{app}} account has new recovery codes",
            lead:
                "Recovery codes were made for the {{app}} account {{email}}. If you lose your phone, each of them can be used once instead of the second step's code. Recovery codes made earlier no longer work.",
            button: "Remove the recovery codes",
            after: [
                "If you made them, you do not need to do anything. If you did not, someone else was signed in to your account: remove the codes and choose a new password at once."
            ]),
        recoveryCodeUsed: Letter(
            subject: "A recovery code was used to sign in to {{app}}",
            lead:
                "Someone, probably you, signed in to the {{app}} account {{email}} with a recovery code. Recovery codes left: {{codesLeft}}.",
            button: nil,
            after: [
                "If it was you and you have lost your phone or authenticator app, remove it from your account, and add a new one. You can make new recovery codes at any time.",
                "If it was not you, choose a new password and make new recovery codes at once, and check your account.",
            ]),
        newDeviceSignIn: Letter(
            subject: "New sign-in to your {{app}} account",
            lead:
                "Someone, probably you, signed in to the {{app}} account {{email}} from a device that has not been used with it before.",
            button: "This was not me",
            after: [
                "If this was you, you do not need to do anything.",
                "If it was not, press the button. It signs out all devices, and removes the password and any sign-in methods and authenticator apps that were added shortly before or since. Then choose a new password.",
            ]),
        undoing:
            "Undoing the change signs out all devices. It also removes the password, and any sign-in methods and authenticator apps added shortly before the change or after it.",
        time: "Time", place: "Network address", device: "Device", anApp: "App", unknown: "unknown",
        aPassword: "password", anAuthenticator: "authenticator app", aPhoneFactor: "phone for codes",
        theRecoveryCodes: "recovery codes",
        colon: ":",
        orCopyTheLink: "If the button does not work, open this address in a browser:",
        orEnterTheCode: "Or enter this code where you asked for this email:",
        notMyAccount: "I did not create this account",
        hour: "an hour", hours: "{{count}} hours", day: "a day", days: "{{count}} days",
        worksOnceFor: "The link works only once and expires in {{validity}}.",
        sentBecause: "{{app}} sent you this email about your account.",
        repliesAreNotRead: "Replies to this address are not read.")
}
