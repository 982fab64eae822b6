import Foundation
package import VinculaCore

/// The form of links to this server's pages.
package struct ActionLinks: Sendable {
    /// The page that acts on a code.
    package static let page = "/__/auth/action"
    /// The page that hands a link to an app: Firebase Hosting's replacement for Dynamic Links.
    package static let appPage = "/__/auth/links"
    /// The same page as ``page``, at the emulator's path.
    package static let emulatorPage = "/emulator/action"
    /// The hosted page where people sign in and manage their accounts.
    package static let accountPage = "/account"

    /// The URL at which clients reach the server, without a trailing slash. Never taken from a request: links in mails point
    /// there.
    package var server: @Sendable () -> String
    /// True if links look like the emulator's, and are kept for its control paths.
    package var isEmulator: Bool
    /// The bundle ids and package names of apps that open links to this server themselves.
    package var apps: Set<String>

    package init(server: @escaping @Sendable () -> String, isEmulator: Bool = false, apps: Set<String> = []) {
        self.server = server
        self.isEmulator = isEmulator
        self.apps = apps
    }

    /// Indicates whether an address is that of the server's own account page, to which a link may always lead back.
    package func isAccountPage(_ url: String) -> Bool {
        let page = server() + Self.accountPage
        return url == page || url.hasPrefix(page + "?")
    }

    /// Makes the link of a code.
    ///
    /// It does not contain an email address: links end up in logs and histories.
    func link(
        _ code: String, _ purpose: ActionCodePurpose, _ target: ActionCode.Target, tenant: String, _ settings: EmailSettings
    ) -> String {
        let link = pageLink(code, purpose, target, tenant: tenant, settings)
        guard let address = appAddress(target) else { return link }
        return address + Self.appPage + "?" + QueryText.encode([("link", link)])
    }

    /// Makes the link of a code to its page, whoever opens it.
    package func pageLink(
        _ code: String, _ purpose: ActionCodePurpose, _ target: ActionCode.Target, tenant: String, _ settings: EmailSettings
    ) -> String {
        let page = settings.actionURL ?? server() + (isEmulator ? Self.emulatorPage : Self.page)
        var fields = [("mode", purpose.mode)]
        fields.append(("lang", (target.language ?? settings.language).rawValue))
        fields.append(("oobCode", code))
        // Clients reject a link without one. Under `--dev`, every key is good.
        if let key = target.apiKey ?? (isEmulator ? "vincula" : nil) { fields.append(("apiKey", key)) }
        if let continueURL = target.continueURL { fields.append(("continueUrl", continueURL)) }
        if !tenant.isEmpty { fields.append(("tenantId", tenant)) }
        return page + (page.contains("?") ? "&" : "?") + QueryText.encode(fields)
    }

    /// The link with which somebody reports that an account is not theirs.
    func disownLink(
        _ code: String, _ purpose: ActionCodePurpose, _ target: ActionCode.Target, tenant: String, _ settings: EmailSettings
    ) -> String {
        pageLink(code, purpose, target, tenant: tenant, settings) + "&answer=no"
    }

    /// The base address of links that an app opens itself; `nil` for links that a browser opens.
    private func appAddress(_ target: ActionCode.Target) -> String? {
        guard target.opensInApp, !isEmulator else { return nil }
        if let domain = target.linkDomain { return "https://" + domain }
        return [target.iosBundleID, target.androidPackage].compactMap(\.self).contains(where: apps.contains) ? server() : nil
    }
}
