import Foundation

/// Opens a URL in the browser of the person at this machine.
struct SystemBrowser: Sendable {
    var environment: [String: String] = ProcessInfo.processInfo.environment
    /// Prints a line for the person: to standard error, because standard output may be a program's result.
    var write: @Sendable (String) -> Void = { ConsoleLog.print($0) }

    /// Opens the URL, or prints it if no browser can be started. Does not wait for the browser.
    ///
    /// - Parameter url: An http or https URL; any other is ignored, because it could start anything.
    func open(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return }
        #if os(macOS) || os(Linux)
            guard let opener else { return print(url) }
            let argument = Self.argument(for: url)
            let process = Process()
            process.executableURL = opener
            process.arguments = [argument.absoluteString]
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.terminationHandler = { if $0.terminationStatus != 0 { print(argument) } }
            do { try process.run() } catch { print(argument) }
        #else
            print(url)
        #endif
    }

    private func print(_ url: URL) {
        write("To sign in, open this address in a browser: \(url.absoluteString)\n")
    }

    /// Returns the form of the URL that others may see: everyone on a Linux machine can read the arguments of all programs, and
    /// anyone who opened the sign-in page could sign the app in as someone else.
    private static func argument(for url: URL) -> URL {
        #if os(Linux)
            LoopbackPeer.isKnown ? PendingFlow.launchAddress(of: url) ?? url : url
        #else
            url
        #endif
    }

    #if os(macOS)
        private var opener: URL? { URL(fileURLWithPath: "/usr/bin/open") }
    #elseif os(Linux)
        /// `xdg-open`, if it can open a page: in a display, or in a terminal browser.
        private var opener: URL? {
            let hasBrowser = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0]?.isEmpty == false }
            guard hasBrowser else { return nil }
            // A relative directory in PATH would let the current directory choose the program.
            return (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
                .map { URL(fileURLWithPath: String($0)).appendingPathComponent("xdg-open") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }
    #endif
}
