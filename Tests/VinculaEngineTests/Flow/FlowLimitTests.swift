import Foundation
import Testing
import VinculaCore

@testable import VinculaEngine

/// Too many sign-ins at providers' pages at once.
struct FlowLimitTests {
    private let ana = PresentedIdentity.of(.google, "ana", email: "ana@gmail.com")

    private func run(_ body: (FlowTest, RequestLimits) async throws -> Void) async throws {
        try await TestEngine.run { test in
            let clock = test.clock
            let limits = RequestLimits(now: { clock.now.milliseconds * 1_000_000 })
            try await body(FlowTest(test, limits: limits), limits)
        }
    }

    /// Takes every slot for conversations with a provider.
    private func takeAll(_ limits: RequestLimits, for rpc: LimitedRPC) throws -> [RequestLimits.Place] {
        try (0..<RateLimitPolicy.inFlightPerProvider).compactMap { _ in
            try limits.enter(.google, in: TestEngine.scope, for: rpc)
        }
    }

    @Test func `a busy server loses no sign-in: its state is used up only once there is a slot`() async throws {
        try await run { flow, limits in
            let answer = flow.answer(ana, try await flow.begin())
            let session = "a session of sixteen"
            let client = try await flow.begin(try FlowTest.client(session))
            let own = ClientFlowAnswer(
                address: "https://app.test/back", fields: flow.pages.signIn(ana, at: client.url), sessionID: session,
                provider: .google)
            let places = try takeAll(limits, for: .finishFlow)
            await #expect(throws: AuthError.overloaded(retryAfterSeconds: 1)) { try await flow.receive(answer) }
            await #expect(throws: AuthError.overloaded(retryAfterSeconds: 1)) { try await flow.redeem(own) }
            #expect(flow.pages.exchanges == 0)
            places.forEach { $0.leave() }
            #expect(try await flow.redeem(try await flow.receive(answer)).outcome.isNewUser)
            #expect(try await flow.redeem(own).outcome.signedIn != nil)
            // The slots are free again.
            #expect(try takeAll(limits, for: .finishFlow).count == RateLimitPolicy.inFlightPerProvider)
        }
    }

    @Test func `whoever begins many sign-ins keeps nobody from ending one`() async throws {
        try await run { flow, limits in
            let answer = flow.answer(ana, try await flow.begin())
            _ = try takeAll(limits, for: .beginFlow)
            await #expect(throws: AuthError.overloaded(retryAfterSeconds: 1)) { try await flow.begin() }
            #expect(try await flow.receive(answer).failure == nil)
        }
    }

    @Test func `T192 an address fills a share of a project's flows, and many addresses a bounded number`() async throws {
        try await run { flow, limits in
            func begin(from address: Int, in project: String = "demo") async throws {
                let client = try #require(ClientAddress("198.51.\(address / 256).\(address % 256)"))
                _ = try await flow.engine.acting(as: .endUser, from: client).flows.begin(
                    FlowTest.popup(), server: FlowTest.server, browserSecret: nil, in: ProjectScope(project: project))
            }
            func begun(_ tries: Int, from address: Int) async -> Int {
                var count = 0
                for _ in 0..<tries where await (try? begin(from: address)) != nil { count += 1 }
                return count
            }
            #expect(await begun(50, from: 0) == 30)
            var all = 30
            for address in 1..<50 { all += await begun(30, from: address) }
            #expect(all == 1200)
            await #expect(throws: AuthError.self) { try await begin(from: 1000) }
            #expect(limits.refusals[.init(rpc: .beginFlow, reason: .target)] == 301)
            // Another project has its own, and this one's come back.
            try await begin(from: 1000, in: "other")
            flow.test.clock.advance(seconds: 1)
            #expect(await begun(30, from: 1001) == 20)
            // What is stored at a time follows from the rates: a flow that has begun lasts ten minutes.
            let seconds = FlowTimes.answerSeconds
            let project = try #require(RateLimitPolicy.limit(.beginFlow).perTarget)
            #expect(Int64(project.burst) + seconds * 1_000_000_000 / project.interval == 13_200)
        }
    }
}
