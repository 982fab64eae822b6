#if os(Linux)
    import ChildProcesses
    import Foundation
    import Testing

    @testable import VinculaAuth

    @Suite(.timeLimit(.minutes(20)))
    final class WebFlowSystemBrowserTests {
        private let folder: URL
        private let page: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
            page = try #require(URL(string: "https://auth.example/?a=$(id)&b='x"))
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The text shown to the person, and the arguments of the opener, once at least one of them exists.
        private func open(_ page: URL, script: String?, display: String?) async throws -> (printed: String, opened: String?) {
            let opener = folder.appendingPathComponent("xdg-open")
            if let script { try await MadeUpProgram.write(script, to: opener) }
            let printed = Locked("")
            var environment = ["PATH": "relative:\(folder.path)", "OUT": folder.appendingPathComponent("out").path]
            environment["DISPLAY"] = display
            SystemBrowser(
                environment: environment, write: { line in printed.withLock { $0 += line } }, hasTerminal: true
            ).open(page)
            var opened: String?
            for _ in 0..<400 where opened == nil && printed.withLock({ $0.isEmpty }) {
                try await Task.sleep(for: .milliseconds(5))
                opened = try? String(contentsOf: folder.appendingPathComponent("out"), encoding: .utf8)
            }
            return (printed.withLock { $0 }, opened)
        }

        @Test func openerGetsTheAddressAsItIs() async throws {
            let (printed, opened) = try await open(
                page, script: #"printf '%s\n' "$#" "$1" > "$OUT.new"; /bin/mv "$OUT.new" "$OUT""#, display: ":0")
            #expect(printed.isEmpty)
            #expect(opened == "1\n\(page.absoluteString)\n")
        }

        @Test(arguments: [("exit 3", ":0"), ("exit 0", nil), ("exit 0", ""), (nil, ":0")] as [(String?, String?)])
        func addressIsPrintedWhereNothingOpensIt(_ script: String?, _ display: String?) async throws {
            let (printed, opened) = try await open(page, script: script, display: display)
            #expect(printed == "To sign in, open this address in a browser: \(page.absoluteString)\n")
            #expect(opened == nil)
        }

        @Test func onlyWebAddressesAreOpened() throws {
            let printed = Locked("")
            let browser = SystemBrowser(
                environment: [:], write: { line in printed.withLock { $0 += line } }, hasTerminal: true)
            browser.open(URL(filePath: "/etc/passwd"))
            browser.open(try #require(URL(string: "--help")))
            #expect(printed.withLock { $0 } == "")
        }
    }
#endif
