import Foundation
import IdentityToolkit

/// A link whose response was lost: the server has made it, and rejects the retry because the sign-in method is taken.
extension User {
    /// Returns the result of a link that is rejected because an earlier call, whose response was lost, already made it.
    ///
    /// - Returns: nil if the link was not made.
    func alreadyDone(
        _ credential: AuthCredential, _ error: any Error, _ idToken: String, _ auth: Auth
    ) async -> SignedIn? {
        switch AuthFailure.code(of: error) {
        case .credentialAlreadyInUse, .providerAlreadyLinked, .emailAlreadyInUse:
            guard let account = try? await auth.lookUp(idToken, of: uid) else { return nil }
            if let credential = credential as? EmailAuthCredential {
                let hasIt = (account.providerUserInfo ?? []).contains {
                    $0.providerId == credential.provider
                        && ($0.email ?? $0.federatedId)?.caseInsensitiveCompare(credential.email) == .orderedSame
                }
                return hasIt ? await reopen(credential, auth) : nil
            }
            let identity = (error as NSError).userInfo[Collision.identityKey] as? String
            guard (account.providerUserInfo ?? []).contains(where: { $0.isIdentity(identity, of: credential.provider) }) else {
                return nil
            }
            return SignedIn(
                tokens: state.withLock { $0.tokens },
                info: AdditionalUserInfo(providerID: credential.provider, isNewUser: false), isEarlierSession: true)
        // The link has ended the sessions of the anonymous account.
        case .userTokenExpired where isAnonymous && AuthFailure.endsSession(error): return await reopen(credential, auth)
        default: return nil
        }
    }

    /// Signs in with a credential if it belongs to this account.
    private func reopen(_ credential: AuthCredential, _ auth: Auth) async -> SignedIn? {
        guard let signedIn = try? await auth.open(credential, again: true),
            (try? IDTokenContent(signedIn.tokens.idToken))?.uid == uid
        else { return nil }
        return signedIn
    }
}

extension IdentityToolkit.ProviderUserInfo {
    /// Returns whether this is the identity that an error names. For Google, a sign-in returns a URL that ends with the
    /// person's ID, but an account has the ID alone.
    fileprivate func isIdentity(_ identity: String?, of provider: String) -> Bool {
        guard let identity, providerId == provider else { return false }
        return [federatedId, rawId].compactMap(\.self).contains { id in
            !id.isEmpty
                && (id == identity || (provider == GoogleAuthProvider.id && identity == "https://accounts.google.com/\(id)"))
        }
    }
}
