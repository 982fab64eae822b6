import Foundation
import IdentityToolkit
import Testing

@testable import VinculaServer

/// The messages that write themselves, beside what `Encodable` makes of them.
@Suite struct AccountAsJSONTests {
    private static let text = "a \"quoted\" \\ text/with\nlines\t\u{1}\u{1F} and é, 日本, 👩‍👩‍👧"

    private static let provider: ProviderUserInfo = {
        var info = ProviderUserInfo(providerId: text)
        (info.rawId, info.federatedId, info.displayName, info.photoUrl) = (text, "2", "3", "4")
        (info.email, info.phoneNumber, info.screenName) = ("5", "", "7")
        return info
    }()

    private static let factor: MfaEnrollment = {
        var factor = MfaEnrollment()
        (factor.mfaEnrollmentId, factor.displayName, factor.enrolledAt) = (text, "2", "3")
        (factor.phoneInfo, factor.unobfuscatedPhoneInfo, factor.totpInfo) = ("4", "5", .init())
        return factor
    }()

    private static let account: UserInfo = {
        var info = UserInfo(localId: text)
        (info.tenantId, info.email, info.emailVerified, info.displayName) = ("1", "2", false, text)
        (info.photoUrl, info.phoneNumber, info.providerUserInfo) = ("4", "5", [provider, ProviderUserInfo(providerId: "6")])
        (info.passwordHash, info.salt, info.version, info.passwordUpdatedAt) = ("7", "8", -9, 1_700_000_000_000.5)
        (info.validSince, info.disabled, info.createdAt, info.lastLoginAt) = (10, true, Int64Text(.max), Int64Text(.min))
        (info.lastRefreshAt, info.customAttributes, info.screenName) = ("11", #"{"a":1}"#, "12")
        (info.initialEmail, info.emailLinkSignin, info.customAuth) = ("13", true, false)
        info.mfaInfo = [factor, MfaEnrollment()]
        return info
    }()

    private static func object(_ bytes: some Sequence<UInt8>) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
    }

    private static func expectSame(_ message: some DirectlyWritten) throws {
        let ours = try AnswerEncoder.encode(message)
        #expect(try object(ours) == object(JSONEncoder().encode(message)))
        // Members are also in the same order as where `Encodable` writes them.
        #expect(ours == (try AnswerEncoder.encode(Plain(message: message))))
    }

    /// The same message for an encoder that does not know that it writes itself.
    private struct Plain<Message: Encodable>: Encodable {
        let message: Message

        func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
    }

    @Test func `what a message writes itself is what its encoding has`() throws {
        try Self.expectSame(Self.account)
        try Self.expectSame(Self.provider)
        try Self.expectSame(Self.factor)
        try Self.expectSame(LookupResponse(users: [Self.account, UserInfo(localId: ""), Self.account]))
        try Self.expectSame(LookupResponse(users: []))
        try Self.expectSame(UserInfo(localId: "1"))
        var empty = UserInfo(localId: "1")
        (empty.providerUserInfo, empty.mfaInfo) = ([], [])
        try Self.expectSame(empty)
    }

    @Test func `no property is left out`() throws {
        func names(_ message: some DirectlyWritten) throws {
            let properties = Mirror(reflecting: message).children.compactMap(\.label).map { $0.drop { $0 == "_" } }
            let written = try Self.object(AnswerEncoder.encode(message)).allKeys.compactMap { $0 as? String }
            #expect(Set(written) == Set(properties.map(String.init)))
        }
        try names(Self.account)
        try names(Self.provider)
        try names(Self.factor)
        try names(LookupResponse(users: [Self.account]))
    }

    @Test func `accounts among other members of an answer`() throws {
        struct Page: Codable {
            var before = 1
            var users: [UserInfo] = [AccountAsJSONTests.account, UserInfo(localId: "2")]
            var user = UserInfo(localId: "3")
            var after = "4"
        }
        let ours = try AnswerEncoder.encode(Page())
        #expect(try Self.object(ours) == Self.object(JSONEncoder().encode(Page())))
    }

    @Test func `a number that JSON cannot represent is refused`() {
        var account = UserInfo(localId: "1")
        account.passwordUpdatedAt = .infinity
        #expect(throws: EncodingError.self) { try AnswerEncoder.encode(account) }
        #expect(throws: EncodingError.self) { try AnswerEncoder.encode([account]) }
    }
}
