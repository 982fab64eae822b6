/// A request of an end user, which refuses fields that only administrators may set.
///
/// Such a field has no property in the type, so that it cannot be stored by mistake; naming it is answered as Google does.
public protocol EndUserRequest: Codable, Sendable {
    /// Fields that are refused when present, with the answer, in the order in which they are looked for.
    static var refusedFields: [(name: String, answer: String)] { get }
}

extension EndUserRequest {
    /// The field that names a project. An end user's API key does that.
    static var targetProject: (name: String, answer: String) {
        (name: "targetProjectId", answer: "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
    }
}

/// A JSON member's name, whatever it is.
public struct FieldName: CodingKey, Hashable, Sendable {
    public let stringValue: String
    public var intValue: Int? { nil }

    public init(stringValue: String) { self.stringValue = stringValue }

    public init?(intValue: Int) { nil }
}
