import Foundation

/// Opens an address in the browser of whoever sits at this machine.
struct SystemBrowser: Sendable {
    var environment: [String: String] = ProcessInfo.processInfo.environment
    /// Where a line for a person goes: standard error, because standard output may be a program's result.
    var write: @Sendable (String) -> Void = { ConsoleLog.print($0) }

    /// Opens the address, or prints it when no browser can be started. Does not wait for the browser.
    ///
    /// - Parameter url: An http or https address; any other is not opened, for what it would start is not known.
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

    /// The address as others may know it: everybody on a Linux machine can read the arguments of everybody's programs, and whoever
    /// opened the sign-in page could sign in the app as somebody else.
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
        /// `xdg-open`, if it has something to open a page with: a display, or a browser of the terminal.
        private var opener: URL? {
            let hasBrowser = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].contains { environment[$0]?.isEmpty == false }
            guard hasBrowser else { return nil }
            // A relative folder in PATH would let the current folder choose the program.
            return (environment["PATH"] ?? "").split(separator: ":").filter { $0.hasPrefix("/") }
                .map { URL(fileURLWithPath: String($0)).appendingPathComponent("xdg-open") }
                .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }
    #endif
}
