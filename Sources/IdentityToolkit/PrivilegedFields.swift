/// A request by an end user, which refuses fields that only administrators may set.
///
/// Such fields are not properties of the type, so they cannot be stored by mistake. A request that contains one gets the
/// same error as from Google.
public protocol EndUserRequest: Codable, Sendable {
    /// The fields that are refused if present, with the error message, in the order in which they are checked.
    static var refusedFields: [(name: String, answer: String)] { get }
}

extension EndUserRequest {
    /// The field that names a project. End users name it with their API key instead.
    static var targetProject: (name: String, answer: String) {
        (name: "targetProjectId", answer: "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
    }
}

/// The name of a JSON member; any name is allowed.
public struct FieldName: CodingKey, Hashable, Sendable {
    /// The name.
    public let stringValue: String
    /// Always `nil`: members of objects have names.
    public var intValue: Int? { nil }

    /// Creates a key with a name.
    public init(stringValue: String) { self.stringValue = stringValue }

    /// Always fails: members of objects have names.
    public init?(intValue: Int) { nil }
}
