import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

#if os(Linux) || os(macOS)
    /// One after the other: a process has one flow at a time.
    @Suite(.serialized, .alone, .timeLimit(.minutes(20)))
    struct WebFlowTests {
        static let response = "https://auth.example/__/auth/handler?state=s&code=a%2Fb+c"

        /// The code that a flow fails with; nil if it succeeds.
        static func failure(of flow: WebFlow = WebFlow(), _ browser: FakeBrowser) async -> NSError? {
            do {
                _ = try await flow.run(.sample, delegate: browser)
                return nil
            } catch {
                return error as NSError
            }
        }

        static func isFree(_ port: UInt16) -> Bool {
            guard let connection = RawConnection(port: port) else { return true }
            connection.end()
            return false
        }

        @Test func browserBringsTheResponse() async throws {
            let seen = Locked<(page: SignInPage, answer: (status: Int, headers: [String: String], body: String))?>(nil)
            let done = Locked(false)
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let answer = try await get(page.redirect(["link": Self.response]))
                    seen.withLock { $0 = (page, answer) }
                    done.withLock { $0 = true }
                })
            #expect(result.requestURI == Self.response)
            while !done.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
            let (page, answer) = try #require(seen.withLock { $0 })
            #expect(
                page.url.absoluteString.hasPrefix("https://auth.example/__/auth/handler?apiKey=key&authType=signInWithRedirect&"))
            #expect(page["sessionId"] == sha256(result.sessionID))
            #expect(result.sessionID.wholeMatch(of: /[A-Za-z0-9]{22}/) != nil)
            #expect(page["eventId"].wholeMatch(of: /[A-Z]{10}/) != nil)
            #expect(page["redirect"].wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[A-Za-z0-9]{22}/) != nil)
            #expect(answer.status == 200)
            #expect(answer.body.contains("You can close this window"))
            #expect(!answer.body.contains("code="))
            #expect(answer.headers["cache-control"] == "no-store")
            #expect(answer.headers["referrer-policy"] == "no-referrer")
            #expect(answer.headers["content-security-policy"]?.hasPrefix("default-src 'none';") == true)
            #expect(Self.isFree(page.port))
        }

        @Test(arguments: [
            ("auth/invalid-oauth-client-id", AuthErrorCode.invalidClientID),
            ("auth/network-request-failed", .webNetworkRequestFailed),
            ("auth/internal-error", .webInternalError), ("auth/user-cancelled", .webSignInUserInteractionFailure),
        ])
        func pageReportsAnError(_ reported: String, _ code: AuthErrorCode) async throws {
            let error = await Self.failure(
                FakeBrowser { page in
                    _ = try await get(page.redirect(["firebaseError": #"{"code":"\#(reported)","message":"Not + now"}"#]))
                })
            #expect(error.flatMap { AuthErrorCode($0) } == code)
            #expect(error?.localizedDescription == "Not + now")
            #expect(error?.localizedFailureReason == "[\(reported)] - Not + now")
        }

        @Test func strangersRedirectsAreIgnored() async throws {
            let statuses = Locked<[Int]>([])
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    for bad in [
                        page.redirect(["link": "https://evil.example"], eventID: "ABCDEFGHIJ"),
                        page.redirect(["link": "https://evil.example"], eventID: page["eventId"] + "A"),
                        page.redirect(["link": "https://evil.example"], authType: "verifyApp"),
                        page["redirect"]
                            + "?link=https%3A%2F%2Fevil.example&eventId=\(page["eventId"])&authType=signInWithRedirect",
                        page["redirect"],
                    ] {
                        let status = try await get(bad).status
                        statuses.withLock { $0.append(status) }
                    }
                    _ = try await get(page.redirect(["link": Self.response]))
                })
            #expect(result.requestURI == Self.response)
            #expect(statuses.withLock { $0 } == [400, 400, 400, 400, 400])
        }

        @Test func othersRequestsDoNotEndTheFlow() async throws {
            let answers = Locked<[String]>([])
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let host = "Host: 127.0.0.1:\(page.port)\r\n"
                    let good = page.redirect(["link": "https://evil.example"]).dropFirst("http://127.0.0.1:\(page.port)".count)
                    for parts in [
                        ["GET \(good) HTTP/1.1\r\nHost: rebound.example:\(page.port)\r\n\r\n"],
                        ["GET \(good) HTTP/1.1\r\nHost: localhost:\(page.port)\r\n\r\n"],
                        ["GET \(good) HTTP/1.1\r\n\r\n"],
                        ["GET \(good) HTTP/1.1\r\n\(host)\(host)\r\n"],
                        ["GET /favicon.ico HTTP/1.1\r\n\(host)\r\n"],
                        ["GET \(page.path)/x HTTP/1.1\r\n\(host)\r\n"],
                        ["POST \(good) HTTP/1.1\r\n\(host)Content-Length: 2\r\n\r\n{}"],
                        ["HEAD \(good) HTTP/1.1\r\n\(host)\r\n"],
                        ["GET http://127.0.0.1:\(page.port)\(good) HTTP/1.1\r\n\(host)\r\n"],
                        ["\u{16}\u{3}\u{1}\r\n\r\n"],
                        ["GET \(good) HTTP/1.1\r\n\(host)X: ", String(repeating: "x", count: 20_000), "\r\n\r\n"],
                    ] {
                        let answer = await RawConnection.exchange(page.port, parts)
                        answers.withLock { $0.append(String(answer?.dropFirst(9).prefix(3) ?? "none")) }
                    }
                    _ = try await get(page.redirect(["link": Self.response]))
                })
            #expect(result.requestURI == Self.response)
            #expect(
                answers.withLock { $0 } == ["421", "421", "421", "421", "404", "404", "405", "405", "400", "400", "431"])
        }

        @Test func slowConnectionsDoNotBlockTheRealOne() async throws {
            let clock = ContinuousClock()
            let start = clock.now
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let slow = (0..<100).compactMap { _ in RawConnection(port: page.port) }
                    slow.forEach { $0.send("GET / HTTP/1.1\r\nHo") }
                    _ = try await get(page.redirect(["link": Self.response]))
                    slow.forEach { $0.end() }
                })
            #expect(result.requestURI == Self.response)
            #expect(clock.now - start < .seconds(60))
        }

        @Test func requestInManyPiecesIsRead() async throws {
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let target = page.redirect(["link": Self.response]).dropFirst("http://127.0.0.1:\(page.port)".count)
                    let request = "GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(page.port)\r\nAccept: */*\r\n\r\n"
                    _ = await RawConnection.exchange(page.port, request.utf8.map { String(UnicodeScalar($0)) })
                })
            #expect(result.requestURI == Self.response)
        }

        @Test func cancellingTheTaskFreesThePort() async throws {
            let port = Locked<UInt16>(0)
            let flow = Task { await Self.failure(FakeBrowser { page in port.withLock { $0 = page.port } }) }
            while port.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            flow.cancel()
            let error = await flow.value
            #expect(error.flatMap { AuthErrorCode($0) } == .webContextCancelled)
            #expect(Self.isFree(port.withLock { $0 }))

            let cancelledBefore = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await Self.failure(FakeBrowser { _ in port.withLock { $0 = 1 } })
            }
            #expect(await cancelledBefore.value.flatMap { AuthErrorCode($0) } == .webContextCancelled)
            #expect(port.withLock { $0 } != 1)
        }

        @Test func timeIsLimited() async throws {
            let port = Locked<UInt16>(0)
            // The delegate does not return by itself; that holds up nothing.
            let wasCancelled = Locked(false)
            let browser = FakeBrowser { page in
                port.withLock { $0 = page.port }
                do { try await Task.sleep(for: .seconds(60)) } catch { wasCancelled.withLock { $0 = true } }
            }
            let error = await Self.failure(of: WebFlow(timeout: .milliseconds(200)), browser)
            #expect(error.flatMap { AuthErrorCode($0) } == .webContextCancelled)
            #expect(port.withLock { $0 } != 0)
            #expect(Self.isFree(port.withLock { $0 }))
            while !wasCancelled.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        }

        @Test func whereNobodyCanSeeThePageTheFlowEndsAtOnce() async throws {
            let printed = Locked("")
            let unseen = SystemBrowser(
                environment: [:], write: { line in printed.withLock { $0 += line } }, hasTerminal: false)
            let error = await Self.failure(
                FakeBrowser { page in
                    // Another page is no concern of this flow.
                    unseen.open(page.url.appending(path: "other"))
                    _ = try await get(page.redirect(["link": Self.response], eventID: "ABCDEFGHIJ"))
                    unseen.open(page.url)
                })
            #expect(error.flatMap { AuthErrorCode($0) } == .webInternalError)
            #expect(error?.localizedDescription.contains("no terminal") == true)
            #expect(printed.withLock { $0 } == "")
        }

        #if os(Linux)
            /// Other suites open files meanwhile, sometimes hundreds, therefore the slack and the rounds: if flows kept their
            /// descriptors, no round would end with about as many as it began with.
            @Test func descriptorsAreGivenBack() async throws {
                func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
                var kept: [Int] = []
                repeat {
                    let before = try count()
                    for _ in 0..<200 { _ = await Self.failure(of: WebFlow(timeout: .zero), FakeBrowser { _ in }) }
                    kept.append(try count() - before)
                } while kept.last.map { $0 >= 100 } == true && kept.count < 30
                #expect(kept.contains { $0 < 100 }, "\(kept)")
            }
        #endif

        @Test func aNewFlowEndsTheOldOne() async throws {
            let port = Locked<UInt16>(0)
            let old = Task { await Self.failure(FakeBrowser { page in port.withLock { $0 = page.port } }) }
            while port.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            let result = try await WebFlow().run(
                .sample, delegate: FakeBrowser { page in _ = try await get(page.redirect(["link": Self.response])) })
            #expect(result.requestURI == Self.response)
            #expect(await old.value.flatMap { AuthErrorCode($0) } == .webContextCancelled)
            #expect(Self.isFree(port.withLock { $0 }))
            #expect(PendingFlow.handle(URL(filePath: "/")) == false)
        }

        @Test func cancellingASignInEndsItsFlow() async throws {
            let app = try TestApp.configure(
                at: try #require(URL(string: "https://auth.example")), transport: WebFlowErrorTests.server())
            let auth = Auth.auth(app: app)
            let port = Locked<UInt16>(0)
            let signIn = Task {
                try await auth.signIn(
                    with: OAuthProvider(providerID: "github.com", auth: auth),
                    uiDelegate: FakeBrowser { page in port.withLock { $0 = page.port } })
            }
            while port.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(5)) }
            signIn.cancel()
            let error = await #expect(throws: NSError.self) { try await signIn.value }
            #expect(error.flatMap { AuthErrorCode($0) } == .webContextCancelled)
            #expect(Self.isFree(port.withLock { $0 }))
            await app.delete()
        }

        @Test(arguments: [nil, "app-1-123-ios-abc://firebaseauth/link", "APP-1-123-ios-abc://firebaseauth/link"] as [String?])
        func redirectMayBePasted(_ base: String?) async throws {
            let handled = Locked<[Bool]>([])
            let result = try await WebFlow().run(
                .sample,
                delegate: FakeBrowser { page in
                    let strangers = [
                        page.redirect(["link": Self.response], base: "other://firebaseauth/link"),
                        page.redirect(["link": Self.response], base: "app-1-123-ios-abc://other/link"),
                        page.redirect(["link": Self.response], base: "http://127.0.0.1:\(page.port)/"),
                        page.redirect(["link": Self.response], base: "http://evil.example:\(page.port)\(page.path)"),
                        page.redirect(["link": Self.response], eventID: "ABCDEFGHIJ", base: base),
                    ]
                    for address in strangers + [page.redirect(["link": Self.response], base: base)] {
                        let isOurs = URL(string: address).map(WebFlow.handle)
                        handled.withLock { $0.append(isOurs == true) }
                    }
                })
            #expect(result.requestURI == Self.response)
            // The flow ends before the call that ends it returns.
            while handled.withLock({ $0.count }) < 6 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(handled.withLock { $0 } == [false, false, false, false, false, true])
        }
    }
#endif
