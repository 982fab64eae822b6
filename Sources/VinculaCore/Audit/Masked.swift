extension EmailAddress {
    /// The address so that its owner recognises it and nobody can write to it: `a…@example.com`.
    public var masked: String { "\(value.prefix(1))…@\(domain)" }
}

extension PhoneNumber {
    /// The number's last two digits.
    public var masked: String { "+…\(value.suffix(2))" }
}
