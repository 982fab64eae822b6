import AsyncHTTPClient
import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaProviders

/// The services that vouch for apps' tokens, against one of the tests' own.
@Suite("Checks of apps' tokens")
struct AppChecksTests {
    private static let json: HTTPHeaders = ["Content-Type": "application/json"]
    private static let client = ClientAddress("198.51.100.7") ?? .unknown

    private static func checks(_ options: AppCheckOptions, timeout: Duration = .seconds(30)) -> AppChecks {
        AppChecks(
            options, providers: ProviderOptions(allowsLoopbackHTTP: true, timeout: timeout), httpClient: .shared,
            clock: SystemClock())
    }

    private static func options(_ service: GatewayFixture) -> AppCheckOptions {
        var options = AppCheckOptions()
        options.recaptcha = .init(siteKey: "site", secret: "hush", verifyURL: service.address + "/siteverify")
        options.recaptchaEnterprise = .init(
            project: "ours", siteKey: "enterprise-site", apiKey: "AIza-hush", apiURL: service.address)
        return options
    }

    private static func outcome(
        _ kind: AppTokenKind, _ behaviour: GatewayFixture.Behaviour, timeout: Duration = .seconds(30)
    ) async throws -> Outcome {
        try await GatewayFixture.run { service in
            service.behaviour = behaviour
            do throws(AuthError) {
                return try await checks(options(service), timeout: timeout).vouches(for: "token", kind, from: client) ? .yes : .no
            } catch .appCheckerUnavailable(let reason) {
                #expect(!reason.contains("hush") && !reason.contains("127.0.0.1"), "\(reason)")
                return .unavailable
            }
        }
    }

    enum Outcome: Sendable { case yes, no, unavailable }

    @Test(
        "reCAPTCHA: yes, no, a low score, and what is no answer",
        arguments: [
            (#"{"success":true}"#, HTTPResponseStatus.ok, Outcome.yes),
            (#"{"success":true,"score":0.5,"action":"x"}"#, .ok, .yes), (#"{"success":true,"score":1}"#, .ok, .yes),
            (#"{"success":true,"score":0.49}"#, .ok, .no), (#"{"success":true,"score":"1"}"#, .ok, .no),
            (#"{"success":false,"error-codes":["timeout-or-duplicate"]}"#, .ok, .no), (#"{"success":false}"#, .ok, .no),
            (#"{"success":false,"error-codes":["invalid-input-secret"]}"#, .ok, .unavailable),
            (#"{"success":"true"}"#, .ok, .unavailable), ("{}", .ok, .unavailable), ("[]", .ok, .unavailable),
            ("<html>", .ok, .unavailable), ("", .ok, .unavailable),
            (#"{"success":true}"#, .forbidden, .unavailable), (#"{"success":true}"#, .internalServerError, .unavailable),
            (#"{"success":true}"#, .found, .unavailable),
        ])
    func recaptcha(body: String, status: HTTPResponseStatus, expected: Outcome) async throws {
        #expect(try await Self.outcome(.recaptcha, .answer(status, body: body, headers: Self.json)) == expected)
    }

    @Test(
        "reCAPTCHA Enterprise: a valid token with a sufficient score, and nothing else",
        arguments: [
            (#"{"tokenProperties":{"valid":true},"riskAnalysis":{"score":0.9}}"#, HTTPResponseStatus.ok, Outcome.yes),
            (#"{"tokenProperties":{"valid":true},"riskAnalysis":{"score":0.1}}"#, .ok, .no),
            (#"{"tokenProperties":{"valid":true}}"#, .ok, .no),
            (#"{"tokenProperties":{"valid":false,"invalidReason":"DUPE"},"riskAnalysis":{"score":0.9}}"#, .ok, .no),
            (#"{"error":{"code":403}}"#, .forbidden, .unavailable), ("{}", .ok, .unavailable), ("nonsense", .ok, .unavailable),
        ])
    func enterprise(body: String, status: HTTPResponseStatus, expected: Outcome) async throws {
        #expect(try await Self.outcome(.recaptchaEnterprise, .answer(status, body: body, headers: Self.json)) == expected)
    }

    @Test("A service that hangs or hangs up is unavailable, and is not waited for", arguments: [true, false])
    func troubles(hangs: Bool) async throws {
        let started = ContinuousClock.now
        for kind in [AppTokenKind.recaptcha, .recaptchaEnterprise] {
            #expect(try await Self.outcome(kind, hangs ? .silence : .hangUp, timeout: .seconds(2)) == .unavailable)
        }
        #expect(ContinuousClock.now - started < .seconds(60))
    }

    @Test("A service that is not there is unavailable; secrets are in no address")
    func requests() async throws {
        var options = AppCheckOptions()
        options.recaptcha = .init(siteKey: nil, secret: "hush", verifyURL: "http://127.0.0.1:1/siteverify")
        await #expect(throws: AuthError.self) {
            try await Self.checks(options).vouches(for: "token", .recaptcha, from: .unknown)
        }
        try await GatewayFixture.run { service in
            let checks = Self.checks(Self.options(service))
            #expect(checks.kinds == [.recaptcha, .recaptchaEnterprise])
            #expect(checks.sites.recaptcha == "site" && checks.sites.recaptchaEnterprise == "enterprise-site")
            _ = try? await checks.vouches(for: "to&ken", .recaptcha, from: Self.client)
            _ = try? await checks.vouches(for: "token", .recaptchaEnterprise, from: Self.client)
            // What cannot be a token is not sent on, and neither is one of a kind that is not checked.
            let malformed = try await checks.vouches(for: "to ken", .recaptcha, from: Self.client)
            let unchecked = try await checks.vouches(for: "token", .playIntegrity, from: Self.client)
            #expect(!malformed && !unchecked)
            let requests = service.requests
            #expect(requests.count == 2)
            #expect(requests[0].path == "/siteverify")
            #expect(requests[0].body == "secret=hush&response=to%26ken&remoteip=198.51.100.7")
            #expect(requests[1].path == "/v1/projects/ours/assessments")
            #expect(requests[1].headers.first(name: "X-Goog-Api-Key") == "AIza-hush")
            #expect(requests[1].json["event"]?["token"] == "token" && requests[1].json["event"]?["siteKey"] == "enterprise-site")
        }
    }
}
