/// The version of Vincula: its server, client SDK and command-line tool are released together.
public enum ProductVersion {
    /// The version, as in the newest heading of CHANGELOG.md; `scripts/check-version.sh` compares them.
    public static let current = "0.1.0"
}
