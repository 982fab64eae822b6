import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Opens a URL in the browser of the person at this machine.
struct SystemBrowser: Sendable {
    var environment: [String: String] = ProcessInfo.processInfo.environment
    /// Prints a line for the person: to standard error, because standard output may be a program's result.
    var write: @Sendable (String) -> Void = { ConsoleLog.print($0) }
    /// Indicates whether standard error is a terminal, where somebody may read the line.
    var hasTerminal = isatty(STDERR_FILENO) == 1

    /// Opens the URL. If no browser can be started, prints it; where nobody would read that either, the sign-in that waits for
    /// the page ends with `webInternalError`. Does not wait for the browser.
    ///
    /// - Parameter url: An http or https URL; any other is ignored, because it could start anything.
    func open(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), scheme == "https" || scheme == "http" else { return }
        #if os(macOS) || os(Linux)
            guard let opener else { return show(url, of: url) }
            let argument = Self.argument(for: url)
            let process = Process()
            process.executableURL = opener
            process.arguments = [argument.absoluteString]
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            process.terminationHandler = { if $0.terminationStatus != 0 { show(argument, of: url) } }
            do { try process.run() } catch { show(argument, of: url) }
        #else
            show(url, of: url)
        #endif
    }

    /// Shows an address that leads to a page.
    private func show(_ address: URL, of page: URL) {
        guard hasTerminal else {
            return PendingFlow.fail(
                page,
                AuthFailure.make(
                    .webInternalError,
                    message: "No browser can be opened here, and there is no terminal to show the sign-in page's address on. "
                        + "Pass an AuthUIDelegate that opens the page."))
        }
        write("To sign in, open this address in a browser: \(address.absoluteString)\n")
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
