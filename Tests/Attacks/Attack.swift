import Testing

extension Tag {
    /// A test that plays one attack of the project's threat list. Its name begins with the attack's id (`T001`), its file is
    /// the theme.
    @Tag static var attack: Self
}
