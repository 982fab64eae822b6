import Foundation
import Testing

@testable import VinculaAuth

@Suite struct StorageStoredUserTests {
    /// The permanent form of version 1 of the format. If a change breaks this, users of the app are signed out by an update of
    /// it: do not adapt the fixture, make a version 2 that also reads version 1.
    static let version1 = #"""
        {"apiKey":"AIza-key","appID":"1:42:ios:abc","user":{"createdAt":700000000.25,"displayName":"Ada \"Countess\" 🧮",\#
        "email":"ada@example.com","factors":[{"displayName":"work","enrolledAt":710000000,"kind":"phone",\#
        "phoneNumber":"+*******1234","uid":"f1"},{"kind":"totp","uid":"f2"},{"kind":"other","otherKind":"passkeyInfo","uid":"f3"}],\#
        "hasPassword":true,"isAnonymous":false,"isEmailVerified":true,"lastSignInAt":800000000.123457,"phoneNumber":"+15551234567",\#
        "photoURL":"https://example.com/a%20b.png?x=1","providers":[{"email":"ada@example.com","providerID":"password",\#
        "uid":"ada@example.com"},{"displayName":"Ada","phoneNumber":"+15551234567","photoURL":"https://g.example/p",\#
        "providerID":"google.com","uid":"117"}],"tenantID":"tenant-1","tokens":{"expiresAt":800003600.5,"idToken":"ey.id.token",\#
        "refreshToken":"refresh"},"uid":"u1"},"version":1}
        """#

    static let user = UserState(
        uid: "u1", isAnonymous: false, hasPassword: true, email: "ada@example.com", isEmailVerified: true,
        phoneNumber: "+15551234567", displayName: "Ada \"Countess\" 🧮",
        photoURL: URL(string: "https://example.com/a%20b.png?x=1"),
        providers: [
            ProviderProfile(providerID: "password", uid: "ada@example.com", email: "ada@example.com"),
            ProviderProfile(
                providerID: "google.com", uid: "117", displayName: "Ada", photoURL: URL(string: "https://g.example/p"),
                phoneNumber: "+15551234567"),
        ],
        createdAt: Date(timeIntervalSinceReferenceDate: 700_000_000.25),
        lastSignInAt: Date(timeIntervalSinceReferenceDate: 800_000_000.123457), tenantID: "tenant-1",
        factors: [
            EnrolledFactor(
                uid: "f1", displayName: "work", enrolledAt: Date(timeIntervalSinceReferenceDate: 710_000_000),
                kind: .phone(number: "+*******1234")),
            EnrolledFactor(uid: "f2", kind: .totp),
            EnrolledFactor(uid: "f3", kind: .other("passkeyInfo")),
        ],
        tokens: Tokens(
            idToken: "ey.id.token", refreshToken: "refresh", expiresAt: Date(timeIntervalSinceReferenceDate: 800_003_600.5)))

    static let smallest = #"""
        {"version":1,"appID":"","apiKey":"","user":{"uid":"u","isAnonymous":true,"hasPassword":false,"isEmailVerified":false,\#
        "providers":[],"factors":[],"tokens":{"idToken":"a","refreshToken":"b"}}}
        """#

    @Test func version1IsReadForGood() throws {
        let stored = try StoredUser.decode(Data(Self.version1.utf8))
        #expect(stored == StoredUser(appID: "1:42:ios:abc", apiKey: "AIza-key", user: Self.user))
    }

    @Test func version1IsWrittenForGood() throws {
        let data = try StoredUser.encode(Self.user, appID: "1:42:ios:abc", apiKey: "AIza-key")
        #expect(String(decoding: data, as: UTF8.self) == Self.version1)
    }

    @Test func whatIsOptionalMayBeMissingOrNullAndUnknownKeysAreSkipped() throws {
        let expected = UserState(uid: "u", isAnonymous: true, tokens: Tokens(idToken: "a", refreshToken: "b"))
        #expect(try StoredUser.decode(Data(Self.smallest.utf8)).user == expected)
        let extended = Self.smallest.replacingOccurrences(
            of: #""uid":"u""#, with: #""uid":"u","email":null,"newField":{"x":[1]}"#)
        #expect(try StoredUser.decode(Data(extended.utf8)).user == expected)
    }

    @Test func aFactorOfANewerSDKIsKept() throws {
        let text = Self.smallest.replacingOccurrences(of: #""factors":[]"#, with: #""factors":[{"uid":"f","kind":"passkey"}]"#)
        let user = try StoredUser.decode(Data(text.utf8)).user
        #expect(user.factors == [EnrolledFactor(uid: "f", kind: .other("passkey"))])
        #expect(try roundTrip(user) == user)
    }

    @Test func anOtherFactorNamedLikeAKnownOneStaysOther() throws {
        var user = Self.user
        user.factors = ["phone", "totp", "other", ""].map { EnrolledFactor(uid: $0, kind: .other($0)) }
        user.factors.append(EnrolledFactor(uid: "p", kind: .phone(number: nil)))
        #expect(try roundTrip(user) == user)
    }

    @Test func datesComeBackToTheLastBit() throws {
        var random = SystemRandomNumberGenerator()
        var user = Self.user
        var dates = (0..<2_000).map { _ in Date(timeIntervalSinceReferenceDate: .random(in: -1e9...2e9, using: &random)) }
        dates += [Date(), .distantPast, .distantFuture, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1e-9)]
        dates += [Date(timeIntervalSince1970: 1_763_726_544.123), Date(timeIntervalSinceReferenceDate: .leastNonzeroMagnitude)]
        for date in dates {
            user.createdAt = date
            user.tokens.expiresAt = date
            #expect(try roundTrip(user) == user)
        }
    }

    @Test(arguments: [
        "", "\u{0}", "\u{2028}\u{1F468}\u{200D}\u{1F469}", #"\"/<>&"#, "\n\r\t", String(repeating: "x", count: 100_000),
    ])
    func anyTextComesBack(text: String) throws {
        var user = Self.user
        user.uid = text
        user.displayName = text
        user.tokens.idToken = text
        #expect(try roundTrip(user) == user)
    }

    @Test(arguments: [
        "https://a.example/ü?q=ä b", "data:,x", "//host/p", "a b", "%", "http://[::1]:80/", "https://例え.jp/", "?", "#x",
    ])
    func anyAddressOfAPhotoComesBack(text: String) throws {
        var user = Self.user
        user.photoURL = URL(string: text)
        #expect(try roundTrip(user) == user)
    }

    @Test func wrongBytesAreToldApart() {
        let whole = Data(Self.version1.utf8)
        func error(_ data: Data) -> StoredUserError? { #expect(throws: StoredUserError.self) { try StoredUser.decode(data) } }
        func error(_ text: String) -> StoredUserError? { error(Data(text.utf8)) }
        #expect(error("") == .empty)
        #expect(error(Data(count: 512)) == .notJSON)
        #expect(error("bplist00…") == .notJSON)
        #expect(error(Data([0xFF, 0xFE, 0x00])) == .notJSON)
        #expect(error("  \n ") == .notJSON)
        #expect(error(whole + Data("}".utf8)) == .damaged)
        #expect(error("[]") == .wrongType("the outermost value"))
        #expect(error("17") == .wrongType("the outermost value"))
        #expect(error("{}") == .missing("version"))
        #expect(error(#"{"version":"1"}"#) == .wrongType("version"))
        #expect(error(#"{"version":null}"#) == .wrongType("version"))
        #expect(error(#"{"version":1}"#) == .missing("appID"))
        #expect(error(#"{"version":2,"anything":true}"#) == .unknownVersion(2))
        #expect(error(#"{"version":0}"#) == .unknownVersion(0))
        #expect(error(Self.smallest.replacingOccurrences(of: #""uid":"u","#, with: "")) == .missing("user.uid"))
        #expect(
            error(Self.smallest.replacingOccurrences(of: #"[],"tokens""#, with: #"[{}],"tokens""#))
                == .missing("user.factors.0.uid"))
        #expect(error(Self.smallest.replacingOccurrences(of: #""a""#, with: "5")) == .wrongType("user.tokens.idToken"))
    }

    @Test func everyCutIsDamageAndNoneIsSomebodyElse() {
        let whole = Data(Self.version1.utf8)
        for length in 1..<whole.count {
            #expect(throws: StoredUserError.damaged) { try StoredUser.decode(whole.prefix(length)) }
        }
    }

    @Test func aDateAtInfinityIsAnErrorWhenItIsWritten() {
        var user = Self.user
        user.tokens.expiresAt = Date(timeIntervalSinceReferenceDate: .infinity)
        #expect(throws: StoredUserError.notEncodable("user.tokens.expiresAt")) {
            try StoredUser.encode(user, appID: "", apiKey: "")
        }
    }

    @Test func noErrorOrDescriptionQuotesATokenInIt() {
        let text = Self.smallest.replacingOccurrences(of: #""a""#, with: #"["SECRET"]"#)
        do {
            _ = try StoredUser.decode(Data(text.utf8))
            Issue.record("decoded")
        } catch {
            #expect(!"\(error) \(error.localizedDescription)".contains("SECRET"))
            #expect(error.localizedDescription.contains("user.tokens.idToken"))
        }
        var dumped = ""
        dump(Self.user, to: &dumped)
        for output in [dumped, "\(Self.user)", String(reflecting: Self.user)] {
            #expect(!output.contains("ey.id.token"))
            #expect(!output.contains("\"refresh\""))
        }
    }

    private func roundTrip(_ user: UserState) throws -> UserState {
        try StoredUser.decode(StoredUser.encode(user, appID: "a", apiKey: "k")).user
    }
}
