import ChildProcesses
import Foundation
import SDKSupport
import Testing

@testable import VinculaAuth

/// The effects of failing networks, proxies and servers on each public call: it fails with the right code, nothing
/// changes, and the next call works.
@Suite("Network faults") struct FaultTests {
    /// One app behind a proxy that fails.
    private struct Setting {
        let call: PublicCall
        let proxy: FaultProxy
        let auth: Auth

        /// Signs in whom the call begins with.
        ///
        /// - Parameter isStale: Whether the ID token is to be due.
        func begin(isStale: Bool) async throws -> PublicCall.Person {
            try await proxy.heal()
            let person = PublicCall.Person()
            try await call.start.signIn(person, to: auth)
            if isStale, let user = auth.currentUser {
                try auth.change(user) { state in
                    state.tokens.expiresAt = .distantPast
                    return true
                }
            }
            return person
        }

        var state: UserState? { auth.currentUser?.state.withLock { $0 } }

        /// The error of the call; nil if it works.
        func outcome(_ person: PublicCall.Person) async -> NSError? {
            do {
                try await call.perform(auth, person)
                return nil
            } catch {
                return error as NSError
            }
        }
    }

    private static func with(timeout: TimeInterval = 30, _ body: (FaultProxy, Auth) async throws -> Void) async throws {
        try await ServerProcess.with { server in
            try await FaultProxy.with(server) { proxy in
                try await body(proxy, server.auth(transport: HTTPTransport(timeout: timeout), at: proxy.url))
                #expect(try await proxy.seen().trapped == [], "a redirect was followed")
            }
        }
    }

    /// The expected error of a call for a fault; nil for none.
    private func expected(
        _ fault: NetworkFault, _ method: String
    ) -> (code: AuthErrorCode, inner: AuthFailure.InternalCode?)? {
        switch fault.meaning {
        case .works: nil
        case .fails(let code, let inner): (code, inner)
        case .lacks: missing[method].map { ($0, nil) }
        case .isMisshapen: (.internalError, nil)
        case .hasWrongTypes: mistyped[method, default: .internalError].map { ($0, nil) }
        }
    }

    private func check(_ setting: Setting, _ method: String, _ fault: NetworkFault) async throws {
        let call = setting.call
        let place: Comment = "\(call.name), \(method), \(fault.name)"
        let person = try await setting.begin(isStale: method == "token")
        let before = setting.state
        try await setting.proxy.set(fault.fault, of: method)
        let error = await setting.outcome(person)
        guard let (code, inner) = expected(fault, method) else {
            // A good answer, if a slow one; or one of which the client needs nothing.
            if case .refused = call.ending, case .works = fault.meaning {
                #expect(error?.userInfo[AuthErrorUserInfoServerMessageKey] != nil, place)
            } else {
                #expect(error == nil, place)
            }
            return try setting.auth.expectAgreement()
        }
        #expect(error.flatMap { AuthErrorCode($0 as any Error) } == code, "\(place): \(String(describing: error))")
        if let inner {
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == inner.rawValue, place)
        }
        #expect(setting.state == before, place)
        try setting.auth.expectAgreement()

        try await setting.proxy.heal()
        let next = await setting.outcome(person)
        if fault.isDone, method != "token", case .works = call.ending, method == call.methods.first {
            #expect(
                next.flatMap { AuthErrorCode($0 as any Error) } == call.afterLoss, "\(place), again: \(String(describing: next))")
        } else if case .refused = call.ending {
            #expect(next?.userInfo[AuthErrorUserInfoServerMessageKey] != nil, "\(place), again: \(String(describing: next))")
        } else if call.name == "createUser", method == "accounts:lookup" {
            // The account is made; who has its password can sign in.
            #expect(next.flatMap { AuthErrorCode($0 as any Error) } == .emailAlreadyInUse, place)
            let credential = try #require(next?.userInfo[AuthErrorUserInfoUpdatedCredentialKey] as? AuthCredential)
            try await setting.auth.signIn(with: credential)
        } else {
            #expect(next == nil, "\(place), again")
        }
        try setting.auth.expectAgreement()
    }

    @Test("Every call, one fault of each kind", arguments: PublicCall.themes)
    func everyCall(theme: PublicCall.Theme) async throws {
        try await Self.with { proxy, auth in
            for call in theme.calls {
                for method in call.methods {
                    for fault in NetworkFault.kinds {
                        try await check(Setting(call: call, proxy: proxy, auth: auth), method, fault)
                    }
                }
            }
        }
    }

    @Test("Every fault", arguments: PublicCall.all.filter { PublicCall.exemplary.contains($0.name) })
    func everyFault(call: PublicCall) async throws {
        try await Self.with { proxy, auth in
            for method in call.methods {
                for fault in NetworkFault.all { try await check(Setting(call: call, proxy: proxy, auth: auth), method, fault) }
            }
        }
    }

    @Test(
        "The change is made, and only the details cannot be read: the call succeeds, and a reload fetches them",
        arguments: PublicCall.themes)
    func details(theme: PublicCall.Theme) async throws {
        try await Self.with { proxy, auth in
            for call in theme.calls {
                for method in call.dispensable {
                    for fault in NetworkFault.kinds {
                        try await checkDetails(Setting(call: call, proxy: proxy, auth: auth), method, fault)
                    }
                }
            }
        }
    }

    private func checkDetails(_ setting: Setting, _ method: String, _ fault: NetworkFault) async throws {
        let place: Comment = "\(setting.call.name), \(method), \(fault.name)"
        let person = try await setting.begin(isStale: false)
        let before = setting.state
        try await setting.proxy.set(fault.fault, of: method)
        #expect(await setting.outcome(person) == nil, place)
        let user = try #require(setting.auth.currentUser)
        #expect(user.uid == before?.uid && user.refreshToken != before?.tokens.refreshToken, place)
        if setting.call.name.hasPrefix("link") {
            #expect(user.ways.count == (before?.providers.count ?? 0) + 1 && !user.isAnonymous, place)
        }
        try setting.auth.expectAgreement()
        try await setting.proxy.heal()
        let ways = user.ways
        try await user.reload()
        #expect(user.ways == ways, place)
        _ = try await user.getIDToken(forcingRefresh: true)
        try setting.auth.expectAgreement()
    }

    @Test("Silence and an answer without an end: the client has had enough after its time-out", arguments: PublicCall.themes)
    func patience(theme: PublicCall.Theme) async throws {
        // The calls at once: each waits for its time-out.
        try await ServerProcess.with { server in
            try await withThrowingTaskGroup { group in
                for call in theme.calls {
                    group.addTask {
                        try await FaultProxy.with(server) { proxy in
                            let auth = try server.auth(transport: HTTPTransport(timeout: 2), at: proxy.url)
                            for fault in NetworkFault.slow {
                                try await check(Setting(call: call, proxy: proxy, auth: auth), call.methods[0], fault)
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test("Nobody there: a network error that names the cause, and all works once somebody is", arguments: PublicCall.themes)
    func refused(theme: PublicCall.Theme) async throws {
        try await ServerProcess.with { server in
            // All begin, then nobody is there any more.
            let (begun, port) = try await FaultProxy.with(server) { proxy in
                var begun: [(Setting, PublicCall.Person)] = []
                for call in theme.calls {
                    let setting = Setting(call: call, proxy: proxy, auth: try server.auth(at: proxy.url))
                    begun.append((setting, try await setting.begin(isStale: call.methods[0] == "token")))
                }
                return (begun, try #require(proxy.url.port))
            }
            for (setting, person) in begun {
                let before = setting.state
                let error = await setting.outcome(person)
                #expect(error.flatMap { AuthErrorCode($0 as any Error) } == .networkError, "\(String(describing: error))")
                let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
                #expect(cause?.domain == NSURLErrorDomain, "\(String(describing: cause))")
                // The first may still meet the end of a connection that was open.
                #expect(
                    [NSURLErrorCannotConnectToHost, NSURLErrorNetworkConnectionLost].contains(cause?.code ?? 0),
                    "\(String(describing: cause))")
                #expect(setting.state == before)
                try setting.auth.expectAgreement()
            }
            try await FaultProxy.with(server, port: port) { _ in
                for (setting, person) in begun {
                    let next = await setting.outcome(person)
                    if case .refused = setting.call.ending {
                        #expect(next?.userInfo[AuthErrorUserInfoServerMessageKey] != nil, "\(String(describing: next))")
                    } else {
                        #expect(next == nil, "\(setting.call.name)")
                    }
                }
            }
        }
    }
}
