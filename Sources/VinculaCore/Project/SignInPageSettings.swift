/// A project's settings for sign-ins at a provider's page.
package struct SignInPageSettings: Hashable, Sendable, Codable {
    /// True if a result may go to a program that listens on the person's own machine (RFC 8252 §7.3), as the SDK does on
    /// Linux and macOS. Any program there can begin such a sign-in; the page says which app it is for.
    package var loopbackRedirects = false

    package init() {}
}
