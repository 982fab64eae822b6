package import VinculaCore

/// The notices of a running server to its operator.
package struct OperatorNotices: Sendable {
    /// Called once for each fault, with the address that opened the connection: behind a proxy all clients look like one.
    package var clientsLookAlike: @Sendable (ProxyTrace.Fault, ClientAddress) -> Void = { _, _ in }
    /// Called once for each project that somebody tried to sign in to although it has every sign-in method disabled.
    package var nobodyCanSignIn: @Sendable (_ project: String) -> Void = { _ in }

    package init() {}
}
