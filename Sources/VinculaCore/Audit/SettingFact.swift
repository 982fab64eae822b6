/// A setting's value as the audit log tells of it.
package struct SettingFact: Hashable, Sendable {
    /// The value as people read it; of a secret, only that it is set.
    package let shown: JSONValue
    /// What distinguishes a secret from another one, such as its sealed form: compared, and never recorded.
    package let mark: String?

    package init(_ shown: JSONValue, mark: String? = nil) {
        self.shown = shown
        self.mark = mark
    }

    /// A secret.
    ///
    /// - Parameter mark: What distinguishes it from another one.
    package static func secret(mark: String) -> SettingFact { SettingFact(.string(AuditDifference.secret), mark: mark) }
}
