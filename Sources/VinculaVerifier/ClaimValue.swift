/// The value of a claim: any JSON value.
public enum ClaimValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction that fits 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case string(String)
    /// A list of values.
    case array([ClaimValue])
    /// Values by name.
    case object([String: ClaimValue])

    /// The text, if it is one.
    public var string: String? { if case .string(let value) = self { value } else { nil } }

    /// The truth value, if it is one.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

    /// The integer, if it is one.
    public var integer: Int64? { if case .integer(let value) = self { value } else { nil } }

    /// The number, whether an integer or not.
    public var number: Double? {
        switch self {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: nil
        }
    }

    /// The list, if it is one.
    public var array: [ClaimValue]? { if case .array(let value) = self { value } else { nil } }

    /// The members, if it is an object.
    public var object: [String: ClaimValue]? { if case .object(let value) = self { value } else { nil } }

    /// The member of that name, if it is an object that has one.
    public subscript(name: String) -> ClaimValue? { object?[name] }
}
