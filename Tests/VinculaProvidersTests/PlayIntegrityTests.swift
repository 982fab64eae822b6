import AsyncHTTPClient
import Foundation
import NIOHTTP1
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaEngine

@testable import VinculaProviders

/// Play Integrity, against a Google of the tests' own.
@Suite("Play Integrity")
struct PlayIntegrityTests {
    private static let package = "com.example.android"
    private static let digest = Data(repeating: 0xAB, count: 32).base64URL
    private static let key = try? ServiceAccountKeyPair(der: RSASigningKey.generate(), id: "k1", name: "play", notBefore: Date())

    /// The key file of a service account whose tokens come from a server.
    private static func account(_ address: String) throws -> GoogleServiceAccount {
        let pem = try #require(key).privateKey
        let file = JSONValue.object([
            "type": "service_account", "client_email": "play@ours.iam.gserviceaccount.com", "private_key_id": "k1",
            "private_key": .string(pem), "token_uri": .string(address + "/token"),
        ])
        return try #require(GoogleServiceAccount(json: file.text))
    }

    private static func checks(_ service: GatewayFixture) throws -> AppChecks {
        var options = AppCheckOptions()
        options.playIntegrity = .init(
            account: try account(service.address), packages: [package], digests: [digest], projectNumber: "42",
            apiURL: service.address)
        return AppChecks(
            options, providers: ProviderOptions(allowsLoopbackHTTP: true, timeout: .seconds(30)), httpClient: .shared,
            clock: SystemClock())
    }

    /// An answer that is both an access token and a decoded integrity token.
    private static func answer(_ change: (inout [String: JSONValue]) -> Void = { _ in }) -> GatewayFixture.Behaviour {
        let now = SystemClock().now.milliseconds
        var payload: [String: JSONValue] = [
            "requestDetails": .object([
                "requestPackageName": .string(package), "timestampMillis": .string("\(now)"), "nonce": "aGFzaA",
            ]),
            "appIntegrity": .object([
                "appRecognitionVerdict": "PLAY_RECOGNIZED", "packageName": .string(package),
                "certificateSha256Digest": .array([.string(digest)]),
            ]),
            "deviceIntegrity": .object(["deviceRecognitionVerdict": .array(["MEETS_DEVICE_INTEGRITY"])]),
        ]
        change(&payload)
        let body = JSONValue.object([
            "access_token": "ya29.token", "expires_in": 3600, "tokenPayloadExternal": .object(payload),
        ])
        return .json(body.text)
    }

    @Test("A recognised app on a sound device is vouched for, by one access token for all")
    func genuine() async throws {
        try await GatewayFixture.run { service in
            service.behaviour = Self.answer()
            let checks = try Self.checks(service)
            #expect(checks.kinds == [.playIntegrity] && checks.sites.playIntegrityProject == "42")
            for _ in 0..<2 {
                let vouched = try await checks.vouches(for: "token", .playIntegrity, from: .unknown)
                #expect(vouched)
            }
            let requests = service.requests
            #expect(requests.map(\.path) == ["/token"] + Array(repeating: "/v1/\(Self.package):decodeIntegrityToken", count: 2))
            #expect(requests[0].body.hasPrefix("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion="))
            let assertion = try #require(JSONWebToken(String(requests[0].body.split(separator: "=").last ?? "")))
            #expect(assertion.claims["iss"] == "play@ours.iam.gserviceaccount.com")
            #expect(assertion.claims["scope"] == "https://www.googleapis.com/auth/playintegrity")
            #expect(requests[1].headers.first(name: "Authorization") == "Bearer ya29.token")
            #expect(requests[1].json["integrity_token"] == "token")
        }
    }

    @Test(
        "Anything else is not",
        arguments: [
            ("requestDetails", #"{"requestPackageName":"com.evil","timestampMillis":"NOW"}"#),
            ("requestDetails", #"{"requestPackageName":"com.example.android","timestampMillis":"1"}"#),
            ("requestDetails", #"{"requestPackageName":"com.example.android","timestampMillis":"-9223372036854775808"}"#),
            ("requestDetails", #"{"requestPackageName":"com.example.android"}"#),
            ("requestDetails", #"{"requestPackageName":"com.example.android","timestampMillis":"NOW","nonce":""}"#),
            ("appIntegrity", #"{"appRecognitionVerdict":"UNRECOGNIZED_VERSION","packageName":"com.example.android"}"#),
            (
                "appIntegrity",
                #"{"appRecognitionVerdict":"PLAY_RECOGNIZED","packageName":"com.example.android","certificateSha256Digest":["AAAA"]}"#
            ),
            ("deviceIntegrity", #"{"deviceRecognitionVerdict":[]}"#), ("deviceIntegrity", "{}"),
            ("deviceIntegrity", #"{"deviceRecognitionVerdict":["MEETS_BASIC_INTEGRITY"]}"#),
        ])
    func notGenuine(part: String, text: String) async throws {
        try await GatewayFixture.run { service in
            let text = text.replacing("NOW", with: "\(SystemClock().now.milliseconds)")
            service.behaviour = Self.answer { $0[part] = JSONValue.parse(Data(text.utf8)) }
            let vouched = try await Self.checks(service).vouches(for: "token", .playIntegrity, from: .unknown)
            #expect(!vouched)
        }
    }

    @Test("T101 a token counts by what Google reads in it, however it is spelt")
    func spelling() async throws {
        try await GatewayFixture.run { service in
            let checks = try Self.checks(service)
            func id(_ token: String, _ details: String) async throws -> String? {
                service.behaviour = Self.answer { $0["requestDetails"] = JSONValue.parse(Data(details.utf8)) }
                return try await checks.voucher(for: token, .playIntegrity, from: .unknown)?.id
            }
            func details(_ more: String, ago: Int64 = 0) -> String {
                #"{"requestPackageName":"\#(Self.package)","timestampMillis":"\#(SystemClock().now.milliseconds / 60_000 * 60_000 - ago)",\#(more)}"#
            }
            let first = try await id("token", details(#""nonce":"a""#))
            #expect(try await id("token==", details(#""nonce":"a""#)) == first && first != nil)
            #expect(try await id("token", details(#""nonce":"a""#, ago: 1000)) != first, "the same nonce, later")
            #expect(try await id("token", details(#""nonce":"b""#)) != first)
            let hashed = try await id("token", details(#""requestHash":"a""#))
            #expect(hashed != nil && hashed != first)
        }
    }

    @Test("Without an access token, or with an answer that is none, it is unavailable")
    func unavailable() async throws {
        for body in [#"{"error":"invalid_grant"}"#, "{}", #"{"access_token":"a"}"#] {
            try await GatewayFixture.run { service in
                service.behaviour = .json(body)
                let checks = try Self.checks(service)
                await #expect {
                    try await checks.vouches(for: "token", .playIntegrity, from: .unknown)
                } throws: { error in
                    guard case .appCheckerUnavailable(let reason)? = error as? AuthError else { return false }
                    return reason.hasPrefix("Play Integrity")
                }
            }
        }
    }

    @Test("What is no key file is refused", arguments: ["", "{}", #"{"client_email":"a","private_key":"b","token_uri":"c"}"#])
    func keyFile(text: String) { #expect(GoogleServiceAccount(json: text) == nil) }
}
