public import VinculaCore

/// What a running server has to tell whoever operates it.
public struct OperatorNotices: Sendable {
    /// Told once for each fault, with who opened the connection: behind a proxy all clients look like one.
    public var clientsLookAlike: @Sendable (ProxyTrace.Fault, ClientAddress) -> Void = { _, _ in }
    /// Told once for each project that somebody tried to sign in to, and nobody can.
    public var nobodyCanSignIn: @Sendable (_ project: String) -> Void = { _ in }

    public init() {}
}
