/// A setting's value as the audit log tells of it.
package struct SettingFact: Hashable, Sendable {
    /// The value as people read it; of a secret, only that it is set.
    package let shown: JSONValue
    /// A mark that tells one secret from another, such as its sealed form. It is compared, and never recorded.
    package let mark: String?

    package init(_ shown: JSONValue, mark: String? = nil) {
        self.shown = shown
        self.mark = mark
    }

    /// A secret.
    ///
    /// - Parameter mark: The mark that tells it from another one.
    package static func secret(mark: String) -> SettingFact { SettingFact(.string(AuditDifference.secret), mark: mark) }
}
