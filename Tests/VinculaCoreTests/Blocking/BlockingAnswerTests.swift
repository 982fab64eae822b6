import Foundation
import Testing
import VinculaCore

/// What functions answer.
@Suite("Answers of blocking functions")
struct BlockingAnswerTests {
    private static func read(_ text: String, _ trigger: BlockingTrigger = .beforeSignIn) -> Result<
        BlockingAnswer, BlockingAnswer.Fault
    > {
        do {
            return .success(try BlockingAnswer(Data(text.utf8), to: trigger))
        } catch {
            return .failure(error)
        }
    }

    private static func record(_ mask: String, _ fields: String) -> String {
        "{\"userRecord\":{\"updateMask\":\"\(mask)\"\(fields.isEmpty ? "" : ",")\(fields)}}"
    }

    @Test("Only the fields in the mask change anything; both spellings of the photo's address are known")
    func fields() throws {
        let all = try Self.read(
            Self.record(
                "displayName,photoURL, disabled,emailVerified,customClaims,sessionClaims",
                #""displayName":"Ana","photoURL":"https://p.example","disabled":false,"emailVerified":true,"customClaims":{"a":1},"#
                    + #""sessionClaims":{"b":[true]}"#)
        ).get()
        #expect(all.displayName == .init("Ana") && all.photoURL == .init("https://p.example"))
        #expect(all.isDisabled == false && all.emailVerified == true && !all.isBlocked)
        #expect(all.customClaims?.text == #"{"a":1}"# && all.sessionClaims?.text == #"{"b":[true]}"#)
        #expect(try Self.read(Self.record("photoUrl", #""photoUrl":"x""#)).get().photoURL == .init("x"))
        #expect(try Self.read(Self.record("", #""disabled":true"#)).get() == BlockingAnswer())
        for nothing in ["{}", #"{"userRecord":null}"#, #"{"other":1}"#, #"{"recaptchaActionOverride":"ALLOW"}"#] {
            #expect(try Self.read(nothing).get() == BlockingAnswer(), "\(nothing)")
        }
        let removed = try Self.read(Self.record("displayName,photoUrl,emailVerified", #""displayName":null"#)).get()
        #expect(removed.displayName == .init(nil) && removed.photoURL == .init(nil) && removed.emailVerified == false)
        #expect(try Self.read(#"{"recaptchaActionOverride":"BLOCK"}"#, .beforeSendSms).get().isBlocked)
    }

    @Test("Claims of the session count only where there is a session")
    func sessionClaims() throws {
        let text = Self.record("sessionClaims", #""sessionClaims":{"b":1}"#)
        #expect(try Self.read(text, .beforeCreate).get() == BlockingAnswer())
        #expect(try Self.read(text).get().sessionClaims != nil)
    }

    @Test(
        "T165 anything else is refused, with the reason",
        arguments: [
            ("", "not valid JSON"), ("nonsense", "not valid JSON"), ("[]", "not a JSON object"), ("{\"a\":1} ", ""),
            (#"{"userRecord":{"displayName":"x"}}"#, "missing updateMask"), (#"{"userRecord":[]}"#, "not a JSON object"),
            (#"{"userRecord":{"updateMask":7}}"#, "missing updateMask"),
            (#"{"recaptchaActionOverride":"allow"}"#, "ALLOW or BLOCK"),
            (record("uid", #""uid":"x""#), "names uid"), (record("email", #""email":"e@example.com""#), "names email"),
            (record("passwordHash", ""), "names passwordHash"), (record("displayName;drop", ""), "names displayName;drop"),
            (record("displayName", #""displayName":7"#), "displayName must be"),
            (record("disabled", #""disabled":"yes""#), "disabled must be"),
            (record("emailVerified", #""emailVerified":1"#), "emailVerified must be"),
            (record("customClaims", ""), "customClaims must be"),
            (record("customClaims", #""customClaims":"{}""#), "customClaims must be"),
            (record("customClaims", #""customClaims":{"firebase":{}}"#), "reserved name firebase"),
            (record("sessionClaims", #""sessionClaims":{"sub":"x"}"#), "reserved name sub"),
            (record("sessionClaims", #""sessionClaims":{"exp":1}"#), "reserved name exp"),
            (record("customClaims", "\"customClaims\":{\"a\":\"\(String(repeating: "x", count: 1000))\"}"), "longer than 1000"),
            (
                record(
                    "customClaims,sessionClaims",
                    "\"customClaims\":{\"a\":\"\(String(repeating: "x", count: 600))\"},"
                        + "\"sessionClaims\":{\"b\":\"\(String(repeating: "x", count: 600))\"}"), "together"
            ),
        ])
    func faults(text: String, reason: String) {
        switch Self.read(text) {
        case .success: #expect(reason.isEmpty, "\(text) was accepted")
        case .failure(let fault): #expect(!reason.isEmpty && fault.description.contains(reason), "\(text): \(fault)")
        }
    }

    @Test("Every reserved name is refused in both kinds of claims; an answer has a length; a message has no account")
    func bounds() {
        for name in CustomClaims.reservedNames {
            for field in ["customClaims", "sessionClaims"] {
                #expect(throws: BlockingAnswer.Fault.self, "\(name)") {
                    try Self.read(Self.record(field, "\"\(field)\":{\"\(name)\":1}")).get()
                }
            }
        }
        let long = "{\"a\":\"\(String(repeating: "x", count: BlockingAnswer.longest))\"}"
        #expect(throws: BlockingAnswer.Fault.self) { try Self.read(long).get() }
        for trigger in [BlockingTrigger.beforeSendEmail, .beforeSendSms] {
            #expect(throws: BlockingAnswer.Fault.self) {
                try Self.read(Self.record("displayName", #""displayName":"x""#), trigger).get()
            }
        }
    }

    @Test("The changes are those that an administrator could make; equal claims change nothing; disabling ends sessions")
    func applied() throws {
        let now = Timestamp(seconds: 1000)
        var account = Account(id: AccountID("a"), createdAt: now, generation: 7)
        account.customClaims = try CustomClaims(#"{"a": 1}"#)
        let before = account
        account.apply(
            try Self.read(Self.record("customClaims,emailVerified", #""customClaims":{"a":1},"emailVerified":true"#)).get(),
            now: now)
        #expect(account == before, "There is no address to be verified.")
        account.apply(try Self.read(Self.record("disabled,customClaims", #""disabled":true,"customClaims":{}"#)).get(), now: now)
        #expect(account.isDisabled && account.generation == 8 && account.customClaims == nil)
    }

    @Test("A function's error is passed on as Google does, and nothing else of it")
    func errors() {
        func text(_ body: String, _ status: Int = 400) -> String {
            BlockingRefusal.text(ofError: Data(body.utf8), status: status)
        }
        #expect(
            text(#"{"error":{"status":"INVALID_ARGUMENT","message":"Not \"you\"","details":{"secret":1}},"stack":"x"}"#)
                == #"HTTP Cloud Function returned an error: {"error":{"code":400,"message":"Not \"you\"","status":"INVALID_ARGUMENT"}}"#
        )
        #expect(text("<html>secret</html>", 500) == #"HTTP Cloud Function returned an error: {"error":{"code":500}}"#)
        let long = text("{\"error\":{\"message\":\"\(String(repeating: "é", count: 5000))\"}}")
        #expect(long.utf8.count < 2200 && long.contains("é"))
    }
}
