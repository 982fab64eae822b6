/// What an administrator sends: each name in it is one that the server knows, at every depth.
///
/// A field that is passed over would seem to be in force. Apps' bodies are another matter: clients of many ages send fields that
/// nobody reads any more.
public protocol AdministratorRequest: Codable, Sendable {
    /// The fields of Google's type of the same meaning; `nil` where the discovery documents have none.
    static var discovered: DiscoveredFields? { get }
}
