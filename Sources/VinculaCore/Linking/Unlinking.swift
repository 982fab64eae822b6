/// The rule for removing ways in.
package enum Unlinking {
    /// Removes providers from an account, as Firebase does.
    ///
    /// Removing the password removes the email too, unless a remaining identity has the same one. Providers that the account
    /// does not have are ignored.
    ///
    /// - Parameters:
    ///   - providers: The providers to remove.
    ///   - account: The account, changed in place.
    ///   - allowsLast: `true` if the last one may be removed.
    /// - Throws: ``AuthError/lastSignInMethod`` if none would remain and that is not allowed.
    package static func remove(_ providers: [ProviderID], from account: inout Account, allowsLast: Bool) throws(AuthError) {
        var changed = account
        changed.identities.removeAll { providers.contains($0.key.provider) }
        if providers.contains(.password) {
            changed.password = nil
            changed.hasEmailLink = false
            if !changed.identities.contains(where: { $0.email != nil && $0.email == changed.email }) {
                changed.email = nil
                changed.emailVerified = false
            }
        }
        guard allowsLast || !changed.providers.isEmpty || account.providers.isEmpty else { throw .lastSignInMethod }
        account = changed
    }
}
