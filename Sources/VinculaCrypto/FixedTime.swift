/// Compares secrets so that the time tells nothing of where they differ.
public enum FixedTime {
    /// Whether two secrets are the same; reads all of both, whatever they hold. Their lengths are no secret.
    public static func areEqual<Left: Collection<UInt8>, Right: Collection<UInt8>>(_ left: Left, _ right: Right) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
