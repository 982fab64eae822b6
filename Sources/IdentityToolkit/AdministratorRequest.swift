/// A request by an administrator, in which unknown fields are refused at every depth.
///
/// An ignored field would appear to be in effect. Requests by apps are different: clients of all versions send fields that
/// are no longer used.
public protocol AdministratorRequest: Codable, Sendable {
    /// The fields of Google's corresponding type; `nil` if the discovery documents have none.
    static var discovered: DiscoveredFields? { get }
}
