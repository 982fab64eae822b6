/// The form of Google's client ids.
enum GoogleClient {
    /// The reason why a text is hardly a client id; `nil` if it is like one.
    static func fault(ofID text: String) -> String? {
        let end = ".apps.googleusercontent.com"
        return text.hasSuffix(end) && text.utf8.count > end.utf8.count && !text.contains(where: \.isWhitespace)
            ? nil : "Google's client ids end with \(end)."
    }
}
