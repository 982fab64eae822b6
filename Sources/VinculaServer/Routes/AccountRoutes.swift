import HTTPTypes
import IdentityToolkit
import VinculaCore
import VinculaEngine

/// The routes by which apps sign people in and change their own accounts.
extension Routes {
    static let accounts = [
        app(
            "accounts:signUp", v3: "signupNewUser", limit: .signUp, isShort: true,
            OpenAPIOperation(
                "accounts.signUp", "Creates an account, anonymous or with email and password, or links them to one.",
                takes: SignUpRequest.self, ofAdministrators: AdminCreateAccountRequest.self,
                gives: .shape(SignUpResponse.self))
        ) { $0.signUp },
        app(
            "accounts:signInWithPassword", v3: "verifyPassword", limit: .signInWithPassword, isShort: true,
            OpenAPIOperation(
                "accounts.signInWithPassword", "Signs in with email and password.",
                takes: SignInWithPasswordRequest.self, gives: .shape(SignInWithPasswordResponse.self))
        ) { $0.signInWithPassword },
        app(
            "accounts:signInWithIdp", v3: "verifyAssertion", limit: .signInWithIdp, takesAssertion: true,
            OpenAPIOperation(
                "accounts.signInWithIdp", "Signs in, links or reauthenticates with a provider's credential.",
                takes: SignInWithIdpRequest.self, gives: .shape(SignInWithIdpResponse.self))
        ) { $0.signInWithIdp },
        app(
            "accounts:signInWithCustomToken", v3: "verifyCustomToken", limit: .signInWithCustomToken,
            OpenAPIOperation(
                "accounts.signInWithCustomToken", "Signs in with a token that the project's backend signed.",
                takes: SignInWithCustomTokenRequest.self, gives: .shape(SignInWithCustomTokenResponse.self))
        ) { $0.signInWithCustomToken },
        app(
            "accounts:signInWithGameCenter", v3: "signInWithGameCenter", limit: .signInWithIdp,
            OpenAPIOperation(
                "accounts.signInWithGameCenter", "Signs in or links a player of Apple's Game Center.",
                takes: SignInWithGameCenterRequest.self, gives: .shape(SignInWithGameCenterResponse.self))
        ) { $0.signInWithGameCenter },
        v2(
            "accounts:revokeToken", limit: .revokeToken,
            OpenAPIOperation(
                "accounts.revokeToken", "Asks Apple to revoke a token that it issued to the app.", takes: RevokeTokenRequest.self,
                gives: .nothing)
        ) { $0.revokeToken },
        app(
            "accounts:signInWithEmailLink", v3: "emailLinkSignin", limit: .signInWithEmailLink,
            OpenAPIOperation(
                "accounts.signInWithEmailLink", "Signs in or links with an emailed link.", takes: SignInWithEmailLinkRequest.self,
                gives: .shape(SignInWithEmailLinkResponse.self))
        ) { $0.signInWithEmailLink },
        app(
            "accounts:sendVerificationCode", v3: "sendVerificationCode", limit: .sendVerificationCode, tenancy: .projectOnly,
            OpenAPIOperation(
                "accounts.sendVerificationCode", "Sends a code to a phone by text message.",
                takes: SendVerificationCodeRequest.self, gives: .shape(SendVerificationCodeResponse.self))
        ) { $0.sendVerificationCode },
        app(
            "accounts:verifyIosClient", v3: "verifyClient", limit: .other,
            OpenAPIOperation(
                "accounts.verifyIosClient", "Returns a receipt that no push notification follows.",
                takes: VerifyIosClientRequest.self, gives: .shape(VerifyIosClientResponse.self))
        ) { $0.verifyIosClient },
        app(
            "accounts:signInWithPhoneNumber", v3: "verifyPhoneNumber", limit: .signInWithPhoneNumber, tenancy: .projectOnly,
            OpenAPIOperation(
                "accounts.signInWithPhoneNumber", "Signs in, links or reauthenticates with a code sent to a phone.",
                takes: SignInWithPhoneNumberRequest.self, gives: .shape(SignInWithPhoneNumberResponse.self))
        ) { $0.signInWithPhoneNumber },
        app(
            "accounts:sendOobCode", v3: "getOobConfirmationCode", limit: .sendOobCode,
            OpenAPIOperation(
                "accounts.sendOobCode", "Emails a link to sign in, to verify or change an address, or to choose a new password.",
                takes: SendOobCodeRequest.self, ofAdministrators: AdminSendOobCodeRequest.self,
                gives: .shape(SendOobCodeResponse.self))
        ) { $0.sendOobCode },
        app(
            "accounts:resetPassword", v3: "resetPassword", limit: .resetPassword,
            OpenAPIOperation(
                "accounts.resetPassword", "Sets a new password with an emailed code, or returns what a code is for.",
                takes: ResetPasswordRequest.self, gives: .shape(ResetPasswordResponse.self))
        ) { $0.resetPassword },
        app(
            "accounts:lookup", v3: "getAccountInfo", limit: .lookup, effect: .reads, isShort: true,
            OpenAPIOperation(
                "accounts.lookup", "Returns the account that an ID token belongs to.", takes: LookupRequest.self,
                ofAdministrators: AdminLookupRequest.self, gives: .shape(LookupResponse.self))
        ) { $0.lookup },
        app(
            "accounts:update", v3: "setAccountInfo", limit: .update,
            OpenAPIOperation(
                "accounts.update", "Changes the account that an ID token belongs to.", takes: UpdateRequest.self,
                ofAdministrators: AdminUpdateRequest.self, gives: .shape(UpdateResponse.self))
        ) { $0.update },
        app(
            "accounts:delete", v3: "deleteAccount", limit: .delete,
            OpenAPIOperation(
                "accounts.delete", "Deletes the account that an ID token belongs to.", takes: DeleteRequest.self,
                ofAdministrators: AdminDeleteRequest.self, gives: .shape(DeleteResponse.self))
        ) { $0.delete },
        app(
            "accounts:createAuthUri", v3: "createAuthUri", limit: .createAuthUri,
            OpenAPIOperation(
                "accounts.createAuthUri",
                "Returns the sign-in methods of an email, or with a providerId the address of that provider's page.",
                takes: CreateAuthUriRequest.self, gives: .shape(CreateAuthUriResponse.self))
        ) { $0.createAuthUri },
    ]
}
