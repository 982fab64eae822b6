#if os(Linux)
    import ChildProcesses
    import Foundation
    import SDKSupport
    import Testing

    @testable import VinculaAuth

    /// The parts of a sign-in in a browser that other users of the machine can see, and the harm that they can do with it.
    @Suite(.serialized, .alone, .timeLimit(.minutes(1)))
    struct WebFlowSecrecyTests {
        /// Opens a page by a made-up `xdg-open`.
        ///
        /// - Returns: The argument that it got, and what was printed, after at least one of them is there.
        private static func open(_ page: URL, exit status: Int) async throws -> (argument: String?, printed: String) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("browser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let opener = folder.appendingPathComponent("xdg-open")
            let out = folder.appendingPathComponent("out")
            let script = status == 0 ? #"printf '%s' "$*" > "$OUT.new"; /bin/mv "$OUT.new" "$OUT""# : "exit \(status)"
            try await MadeUpProgram.write(script, to: opener)
            let printed = Locked("")
            SystemBrowser(
                environment: ["PATH": folder.path, "DISPLAY": ":0", "OUT": out.path],
                write: { line in printed.withLock { $0 += line } }, hasTerminal: true
            ).open(page)
            var argument: String?
            while argument == nil, printed.withLock({ $0.isEmpty }) {
                try await Task.sleep(for: .milliseconds(5))
                argument = try? String(contentsOf: out, encoding: .utf8)
            }
            return (argument, printed.withLock { $0 })
        }

        private static func isSecretKept(_ text: String, _ page: SignInPage) -> Bool {
            !["auth.example", page["eventId"], page["sessionId"], page.path].contains { text.contains($0) }
        }

        @Test func argumentsLeadToThePageWithoutTellingIt() async throws {
            let seen = Locked<(page: SignInPage, argument: String, answer: String)?>(nil)
            _ = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let argument = try await Self.open(page.url, exit: 0).argument ?? ""
                    let path = argument.dropFirst("http://127.0.0.1:\(page.port)".count)
                    let answer = await RawConnection.exchange(
                        page.port, ["GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\n\r\n"])
                    seen.withLock { $0 = (page, argument, answer ?? "") }
                    _ = try await get(page.redirect(["link": WebFlowTests.response]))
                })
            let (page, argument, answer) = try #require(seen.withLock { $0 })
            #expect(argument.hasPrefix("http://127.0.0.1:\(page.port)/"))
            #expect(Self.isSecretKept(argument, page))
            #expect(answer.hasPrefix("HTTP/1.1 303 "))
            #expect(answer.contains("\r\nLocation: \(page.url.absoluteString)\r\n"))
            #expect(answer.contains("\r\nReferrer-Policy: no-referrer\r\n"))
        }

        @Test func anOpenerThatFailsHasThePageNotPrinted() async throws {
            let seen = Locked<(page: SignInPage, printed: String)?>(nil)
            _ = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let printed = try await Self.open(page.url, exit: 3).printed
                    seen.withLock { $0 = (page, printed) }
                    _ = try await get(page.redirect(["link": WebFlowTests.response]))
                })
            let (page, printed) = try #require(seen.withLock { $0 })
            #expect(printed.contains("http://127.0.0.1:\(page.port)/"))
            #expect(Self.isSecretKept(printed, page))
        }

        @Test(.enabled(if: geteuid() == 0, "needs root")) func anotherUsersBrowserIsRefused() async throws {
            let script = """
                import http.client, os, sys, encodings.idna
                os.setgroups([]); os.setgid(65534); os.setuid(65534)
                for path in sys.argv[2:]:
                    connection = http.client.HTTPConnection('127.0.0.1', int(sys.argv[1]))
                    connection.request('GET', path)
                    print(connection.getresponse().status, flush=True)
                """
            let strangers = Locked("")
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let redirect = page.redirect(["link": "https://evil.example"]).dropFirst(
                        "http://127.0.0.1:\(page.port)".count)
                    let launch = PendingFlow.launchAddress(of: page.url)?.path ?? ""
                    let outcome = try await ChildProcess.run(
                        URL(filePath: "/usr/bin/env"), ["python3", "-c", script, "\(page.port)", String(redirect), launch])
                    strangers.withLock { $0 = outcome.output }
                    _ = try await get(page.redirect(["link": WebFlowTests.response]))
                })
            #expect(strangers.withLock { $0 } == "403\n403\n")
            #expect(result.requestURI == WebFlowTests.response)
        }

        @Test func launchAddressIsTheOpenFlowsAlone() async throws {
            let page = try #require(URL(string: "https://auth.example/"))
            #expect(PendingFlow.launchAddress(of: page) == nil)
            let other = Locked<URL?>(page)
            _ = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { open in
                    other.withLock { $0 = PendingFlow.launchAddress(of: page) }
                    _ = try await get(open.redirect(["link": WebFlowTests.response]))
                })
            #expect(other.withLock { $0 } == nil)
        }

        @Test func kernelsTableIsRead() throws {
            let loopback = UInt32(0x7F00_0001).bigEndian
            let near = LoopbackPeer.End(address: loopback, port: 0x1F90)
            let far = LoopbackPeer.End(address: loopback, port: 0x9C40)
            func owner(_ rows: String...) -> uid_t? {
                LoopbackPeer.owner(
                    of: far, connectedTo: near, in: (["  sl  local_address rem_address   st"] + rows).joined(separator: "\n"))
            }
            let rest = "00000000:00000000 00:00000000 00000000"
            let ours = "   0: 0100007F:1F90 0100007F:9C40 01 \(rest)  1000        0 11 1 0 20 4 30 10 -1"
            let theirs = "   1: 0100007F:9C40 0100007F:1F90 01 \(rest)  1001        0 12 1 0 20 4 30 10 -1"
            #expect(owner(ours) == nil)
            #expect(owner(ours, theirs) == 1001)
            // Closed already: no inode, and the user is root's only in name.
            #expect(owner("   1: 0100007F:9C40 0100007F:1F90 04 \(rest)     0        0 0 1 0") == nil)
            let mapped = "0000000000000000FFFF00000100007F"
            #expect(owner("   1: \(mapped):9C40 \(mapped):1F90 01 \(rest)  1002        0 13 1 0") == 1002)
            #expect(owner("   1: 000000000000000000000000\(mapped.suffix(8)):9C40 \(mapped):1F90 01 \(rest)  7  0 13 1 0") == nil)
            #expect(owner("", "   1: x y", "   1: 0100007F:9C41 0100007F:1F90 01 \(rest)  1001        0 12 1 0") == nil)
        }

        @Test func aListenerThatIsTakenAwayEndsTheFlow() async throws {
            #expect(LoopbackSocket.wait(for: [.max], milliseconds: 0) == nil)
            let wake = try LoopbackSocket.wakePipe()
            let flow = try PendingFlow.begin(FlowBinding(), scheme: nil)
            defer { flow.leave() }
            var service = LoopbackService(listening: .max, wake: wake.read, port: 1, flow: flow)
            service.run {}
            LoopbackSocket.close(wake.read)
            LoopbackSocket.close(wake.write)
            let error = await #expect(throws: NSError.self) { try await flow.response(within: .seconds(30)) }
            #expect(error.flatMap { AuthErrorCode($0) } == .webInternalError)
        }
    }
#endif
