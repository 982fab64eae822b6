extension EmailAddress {
    /// The address in a form that its owner recognises and that cannot be written to: `a…@example.com`.
    package var masked: String { "\(value.prefix(1))…@\(domain)" }
}

extension PhoneNumber {
    /// The number's last two digits.
    package var masked: String { "+…\(value.suffix(2))" }
}
