import Testing

extension Tag {
    /// A test that plays one attack of Documentation/Threats.md. Its name begins with the attack's id, its file is the theme.
    @Tag static var attack: Self
}
