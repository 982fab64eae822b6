/// The native apps that the operator listed, as far as results of browser flows may go to them.
package struct RegisteredApps: Hashable, Sendable {
    /// Bundle ids of Apple's platforms.
    package var bundleIDs: Set<String> = []
    /// Firebase's app ids (`1:1234:ios:abcd`), whose apps own the URL scheme made from them.
    package var firebaseAppIDs: Set<String> = []
    /// The bundle id of each of them that the operator listed with one: no other app of the list gets its scheme.
    package var bundleIDsOfApps: [String: String] = [:]
    /// The SHA-256 of each Android app's signing certificates, by package name.
    package var androidApps: [String: [String]] = [:]
    /// The operator's client ids at Google, whose apps own the reversed id as a URL scheme.
    package var googleClientIDs: Set<String> = []
    /// Those of the operator's client ids at Google that have a secret: web clients, whose reversed ids belong to no app.
    package var googleWebClientIDs: Set<String> = []

    package init() {}
}
