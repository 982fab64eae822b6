#if os(Linux)
    import ChildProcesses
    import FirebaseAuth
    import FirebaseCore
    import Foundation
    import SDKSupport
    import Testing

    extension SeedStories {
        /// Configures the default app of a process that has nothing else to do.
        nonisolated static func configure(_ server: String) throws {
            let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
            options.apiKey = "test-key"
            options.serverURL = URL(string: server)
            options.storage = MemoryStorage()
            try FirebaseApp.configureOrThrow(options: options)
        }

        @Test("002: the snippet alone, with no delegate, in a program of its own: the system's browser opens, and comes back")
        func systemBrowser() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "system-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let python = FixturePython.executable.path
            let script = "PYTHONDONTWRITEBYTECODE=1 PERSON_url=\"$1\" exec \(python) \(FixturePython.script("person.py")) allow"
            try await MadeUpProgram.write(script, to: folder.appending(path: "xdg-open"))
            try await Self.runWithX { server, _ in
                await #expect(processExitsWith: .success) {
                    [url = server.url.absoluteString as String, folder = folder.path as String] in
                    setenv("PATH", "\(folder):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", 1)
                    setenv("DISPLAY", ":0", 1)
                    try SeedStories.configure(url)
                    try await Task { @MainActor in
                        let (result, error) = await SeedStories.told { Seed002().signIn(told: $0) }
                        try #require(error == nil)
                        #expect(result?.additionalUserInfo?.profile?["screen_name"] as? String == "ana_x")
                        #expect(result?.credential?.secret?.count == 45)
                    }.value
                }
            }
        }

        @Test("002: where there is no browser and nobody to show the address to, the snippet learns so within seconds")
        func noBrowser() async throws {
            try await Self.runWithX { server, _ in
                await #expect(processExitsWith: .success) { [url = server.url.absoluteString as String] in
                    for name in ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"] { unsetenv(name) }
                    try SeedStories.configure(url)
                    let start = ContinuousClock.now
                    await Task { @MainActor in
                        let (result, error) = await SeedStories.told { Seed002().signIn(told: $0) }
                        #expect(result == nil && SeedStories.code(error) == .webInternalError)
                        #expect(error?.localizedDescription.contains("No browser can be opened here") == true)
                    }.value
                    #expect(ContinuousClock.now - start < .seconds(60))
                }
            }
        }
    }
#endif
