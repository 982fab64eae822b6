/// Compares secrets in a time that does not reveal where they differ.
package enum FixedTime {
    /// Indicates whether two secrets are equal; always reads both completely. Their lengths are not secret.
    package static func areEqual<Left: Collection<UInt8>, Right: Collection<UInt8>>(_ left: Left, _ right: Right) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
