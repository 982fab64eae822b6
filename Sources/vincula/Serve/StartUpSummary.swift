import Foundation

/// What a person reads when the server has started.
enum StartUpSummary {
    static func print(_ configuration: ServerConfiguration, publicURL: String) {
        let data = configuration.isEphemeral ? "in memory, gone when the server stops" : configuration.dataDirectory.path
        let text = """

            Vincula runs in development mode.

              Server     \(publicURL)
              Project    \(configuration.project)
              Data       \(data)
              Health     \(publicURL)/readyz
              Metrics    \(publicURL)/metrics

            Point a Firebase app here:
              JavaScript   connectAuthEmulator(auth, "\(publicURL)")
              Swift        Auth.auth().useEmulator(withHost: "\(configuration.host)", port: \(port(of: publicURL)))
              Admin SDKs   FIREBASE_AUTH_EMULATOR_HOST=\(publicURL.replacingOccurrences(of: "http://", with: ""))

            Anybody on this machine can administer this server. Stop it with Ctrl-C.

            """
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static func port(of url: String) -> Int { URL(string: url)?.port ?? 80 }
}
