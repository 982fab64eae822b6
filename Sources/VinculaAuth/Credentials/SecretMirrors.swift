// What `dump`, debuggers and reports of crashes show of an object comes from its mirror. Those of what is secret have only what a log may
// have.

extension AuthCredential: CustomReflectable {
    /// Shows the provider alone.
    public var customMirror: Mirror { Mirror(self, children: ["provider": provider], ancestorRepresentation: .suppressed) }
}

extension MultiFactorSession: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], ancestorRepresentation: .suppressed) }
}

extension MultiFactorResolver: CustomReflectable {
    /// Shows the hints alone.
    public var customMirror: Mirror { Mirror(self, children: ["hints": hints], ancestorRepresentation: .suppressed) }
}

extension MultiFactorAssertion: CustomReflectable {
    /// Shows the kind of factor alone.
    public var customMirror: Mirror { Mirror(self, children: ["factorID": factorID], ancestorRepresentation: .suppressed) }
}

extension TOTPSecret: CustomReflectable {
    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: [:], ancestorRepresentation: .suppressed) }
}
