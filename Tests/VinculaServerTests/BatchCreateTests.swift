import Foundation
import IdentityToolkit
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

/// `accounts:batchCreate`, as the emulator's own tests call it.
@Suite("Imports of accounts")
struct BatchCreateTests {
    private func rows(_ answer: HTTPAnswer) -> [Int: String] {
        guard case .array(let errors)? = answer.json["error"] else { return [:] }
        let rows = errors.map { error -> (Int, String) in
            guard case .integer(let index)? = error["index"] else { return (-1, error.text) }
            return (Int(index), error["message"]?.string ?? "")
        }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    @Test("T131 Each account that cannot be imported has its reason, in Google's words, and changes nothing about the others")
    func errorsOfRows() async throws {
        try await TestServer.with { server in
            for (id, more) in [
                ("holder", ["email": "taken@example.com", "phoneNumber": "+16505550199"]), ("other", [:]),
            ] as [(String, [String: JSONValue])] {
                #expect(try await server.admin("accounts", more.merging(["localId": .string(id)]) { $1 }).status == 200)
            }
            let link: JSONValue = ["providerId": "google.com", "rawId": "taken"]
            _ = try await server.admin("accounts:update", ["localId": "holder", "linkProviderUserInfo": link])
            let long = String(repeating: "x", count: 999)
            let phone: JSONValue = .array([["phoneInfo": "+16505550100"]])
            let cases: [(JSONValue, String?)] = [
                (["email": "foo@example.com"], "localId is missing"),
                (["localId": "t1"], nil),
                (["localId": "t2", "email": "not#an$email"], "email is invalid"),
                (["localId": "t3", "phoneNumber": "not#a$phone%number"], "phone number format is invalid"),
                (["localId": "t4", "customAttributes": "not#a$json%object"], "Invalid custom claims provided."),
                (["localId": "t5", "customAttributes": #"{"sub":"1"}"#], "Custom claims provided include a reserved claim."),
                (["localId": "t6", "customAttributes": .string(#"{"a":"\#(long)"}"#)], "Custom claims provided are too large."),
                (
                    ["localId": "t7", "providerUserInfo": [["providerId": "google.com"]]],
                    "federatedId or (providerId & rawId) is required"
                ),
                (
                    ["localId": "t8", "providerUserInfo": [["rawId": "1"]]],
                    "federatedId or (providerId & rawId) is required"
                ),
                (["localId": "t10", "mfaInfo": phone], "Second factor account requires email to be presented."),
                (
                    ["localId": "t11", "email": "t11@example.com", "mfaInfo": phone],
                    "Second factor account requires email to be verified."
                ),
                (
                    ["localId": "t12", "email": "t12@example.com", "emailVerified": true, "mfaInfo": [["displayName": "x"]]],
                    "Second factor not supported."
                ),
                (
                    [
                        "localId": "t13", "email": "t13@example.com", "emailVerified": true,
                        "mfaInfo": [
                            ["mfaEnrollmentId": "i", "phoneInfo": "+16505550100"],
                            ["mfaEnrollmentId": "i", "phoneInfo": "+16505550101"],
                        ],
                    ], "Enrollment id already exists."
                ),
                (
                    ["localId": "t14", "email": "t14@example.com", "emailVerified": true, "mfaInfo": [["phoneInfo": "1"]]],
                    "Phone number format is invalid"
                ),
                (["localId": "t15", "email": "Taken@example.com"], "email exists in other account in database"),
                (["localId": "t16", "phoneNumber": "+16505550199"], "phone number exists in other account in database"),
                (["localId": "t17", "providerUserInfo": [link]], "raw id exists in other account in database"),
                (["localId": "other"], "localId belongs to an existing account - can not overwrite."),
                (["localId": "t19", "tenantId": "t"], "Tenant id in userInfo does not match the tenant id in request."),
                (
                    ["localId": "t20", "providerUserInfo": [["providerId": "oidc.none", "rawId": "1"]]],
                    "provider is not configured: oidc.none"
                ),
                (["localId": "t21", "createdAt": "-1"], "createdAt must be between 1970 and 9999"),
                (
                    ["localId": "t22", "rawPassword": "short"],
                    "rawPassword cannot be used: Password should be at least 6 characters"
                ),
                (["localId": "\u{E9}"], "localId must have 1 to 128 printable ASCII characters"),
                (["localId": "t24", "version": 1], "passwordHash cannot be used: version must be 0"),
                (["localId": "t25", "email": "t25@example.com"], nil),
                // Without a check of the whole, the later one is in error.
                (["localId": "t26", "email": "t25@example.com"], "email exists in other account in database"),
            ]
            let answer = try await server.admin("accounts:batchCreate", ["users": .array(cases.map(\.0))])
            #expect(answer.status == 200 && answer["kind"] == "identitytoolkit#UploadAccountResponse", "\(answer.text)")
            let errors = rows(answer)
            for (index, (user, message)) in cases.enumerated() { #expect(errors[index] == message, "\(user.text)") }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 4)
        }
    }

    @Test("T131 What refuses a whole import, and imports nothing")
    func wholeErrors() async throws {
        try await TestServer.with { server in
            let link: JSONValue = ["providerId": "google.com", "rawId": "dup"]
            let cases: [([String: JSONValue], String)] = [
                ([:], "MISSING_USER_ACCOUNT"), (["users": []], "MISSING_USER_ACCOUNT"),
                (
                    [
                        "sanityCheck": true,
                        "users": [["localId": "1", "email": "a@b.co"], ["localId": "2", "email": "a@b.co"]],
                    ],
                    "DUPLICATE_EMAIL : a@b.co"
                ),
                (
                    [
                        "sanityCheck": true,
                        "users": [["localId": "1", "providerUserInfo": [link]], ["localId": "2", "providerUserInfo": [link]]],
                    ], "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(dup)"
                ),
                (["users": [["localId": "1"], ["localId": "1"]]], "DUPLICATE_LOCAL_ID : 1"),
                (["users": [["localId": "1"]], "tenantId": "a/b"], "INVALID_TENANT_ID"),
                (
                    ["users": .array(Array(repeating: ["localId": "1"], count: 1001))],
                    "One request may import at most 1000 accounts."
                ),
                (
                    ["users": [["localId": "1"]], "hashAlgorithm": "ROT13"],
                    "INVALID_HASH_ALGORITHM : There is no such hash algorithm."
                ),
                (
                    ["users": [["localId": "1"]], "hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "signerKey": "!"],
                    "INVALID_HASH_KEY : signerKey must be in base64."
                ),
                (
                    ["users": [["localId": "1"]], "hashAlgorithm": "SHA256", "rounds": 8193],
                    "INVALID_HASH_ROUNDS : rounds must be from 1 to 8192."
                ),
                (
                    ["users": [["localId": "1"]], "delegatedProjectNumber": "1"],
                    "Invalid JSON payload received. This server does not support the field delegatedProjectNumber: leave it out."
                ),
                (
                    ["users": [["localId": "1", "hobby": "chess"]]],
                    "Invalid JSON payload received. Unknown name \"hobby\" at 'users[0]': Cannot find field."
                ),
            ]
            for (body, message) in cases {
                let answer = try await server.admin("accounts:batchCreate", body)
                #expect(answer.status == 400 && answer.message == message, "\(answer.text)")
            }
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 0)
        }
    }

    @Test("T100 hashes that would cost gigabytes or minutes are refused by name, before anything is computed or stored")
    func bombs() async throws {
        try await TestServer.with { server in
            let account: JSONValue = [
                "localId": "a", "email": "a@example.com", "salt": "TmFDbA==",
                "passwordHash": .string(Data(count: 64).base64EncodedString()),
            ]
            let key: JSONValue = .string(Data(count: 64).base64EncodedString())
            let bombs: [([String: JSONValue], String)] = [
                (["hashAlgorithm": "SCRYPT", "signerKey": key, "rounds": 8, "memoryCost": 31], "INVALID_HASH_MEMORY_COST"),
                (
                    [
                        "hashAlgorithm": "STANDARD_SCRYPT", "cpuMemCost": 1_073_741_824, "blockSize": 8, "parallelization": 1,
                        "dkLen": 64,
                    ], "INVALID_HASH_MEMORY_COST"
                ),
                (["hashAlgorithm": "PBKDF2_SHA256", "rounds": 2_147_483_648], "INVALID_HASH_ROUNDS"),
                (["hashAlgorithm": "SHA512", "rounds": "9223372036854775807"], "INVALID_HASH_ROUNDS"),
                (
                    [
                        "hashAlgorithm": "ARGON2",
                        "argon2Parameters": [
                            "hashType": "ARGON2_D", "hashLengthBytes": 64, "iterations": 16, "memoryCostKib": 2_097_152,
                            "parallelism": 16,
                        ],
                    ], "INVALID_HASH_ARGON2_PARAMETERS"
                ),
            ]
            for (parameters, code) in bombs {
                let answer = try await server.admin("accounts:batchCreate", parameters.merging(["users": [account]]) { $1 })
                #expect(answer.status == 400 && answer.code == code, "\(answer.text)")
            }
            let bcrypt = Data("$2b$31$abcdefghijklmnopqrstuuNBpXtlux7FnXJE0fnrtkSXNhdOGmWHu".utf8).base64EncodedString()
            let user: JSONValue = ["localId": "b", "email": "b@example.com", "passwordHash": .string(bcrypt)]
            let answer = try await server.admin("accounts:batchCreate", ["users": [user], "hashAlgorithm": "BCRYPT"])
            #expect(
                rows(answer)[0] == "passwordHash cannot be used: it is not of the form $2b$10$… with a cost of at most 14",
                "\(answer.text)")
            #expect(try await server.engine.accounts.countAccounts(in: ProjectScope(project: server.project)) == 0)
        }
    }

    @Test("An account comes with everything that it had, by both paths")
    func everything() async throws {
        try await TestServer.with { server in
            let user: [String: JSONValue] = [
                "localId": "ana", "email": "Ana@example.com", "emailVerified": true, "displayName": "Ana",
                "photoUrl": "https://photos.test/a", "phoneNumber": "+16505550100", "disabled": false,
                "customAttributes": #"{"admin":true}"#, "createdAt": "1476235905000", "lastLoginAt": 1_476_235_906_000,
                "lastRefreshAt": "2016-10-12T01:31:47.000Z", "initialEmail": "old@example.com",
                "passwordHash": "sgq3SqJUn34ToOiGy0RxzC5w_NLOgHXA7mSDq7phMvM", "salt": "TmFDbA",
                "passwordUpdatedAt": 1_476_235_905_500,
                "providerUserInfo": [
                    [
                        "providerId": "google.com", "rawId": "g-1", "federatedId": "https://accounts.google.com/g-1",
                        "email": "ana@gmail.com", "displayName": "Ana G", "photoUrl": "https://photos.test/g",
                    ],
                    ["providerId": "twitter.com", "rawId": "x-1", "screenName": "ana"],
                    ["providerId": "password", "rawId": "ana@example.com"],
                    ["providerId": "phone", "rawId": "+16505550100", "phoneNumber": "+16505550100"],
                ],
                "mfaInfo": [
                    [
                        "mfaEnrollmentId": "mfaUid1", "phoneInfo": "+16505550001", "displayName": "Work phone",
                        "enrolledAt": "2123-04-05T06:07:28.990Z",
                    ],
                    ["phoneInfo": "+16505550002"],
                ],
            ]
            let body: [String: JSONValue] = ["users": [.object(user)], "hashAlgorithm": "SHA256", "rounds": "1"]
            let paths = [
                "/identitytoolkit.googleapis.com/v1/projects/\(server.project)/accounts:batchCreate",
                "/www.googleapis.com/identitytoolkit/v3/relyingparty/uploadAccount",
            ]
            for path in paths {
                let target: [String: JSONValue] = [
                    "targetProjectId": .string(server.project), "allowOverwrite": true, "sanityCheck": true,
                ]
                let answer = try await HTTP.post(
                    server.url + path, .object(body.merging(target) { $1 }), headers: ["Authorization": "Bearer owner"])
                #expect(answer.status == 200 && rows(answer) == [:], "\(answer.text)")
                let shown = try #require(try await server.admin("accounts:lookup", ["localId": ["ana"]]).json["users"]?[0])
                for name in [
                    "displayName", "photoUrl", "phoneNumber", "customAttributes", "createdAt", "lastRefreshAt", "initialEmail",
                    "passwordUpdatedAt", "emailVerified",
                ] { #expect(shown[name] == user[name], "\(name): \(shown.text)") }
                #expect(shown["email"] == "ana@example.com" && shown["lastLoginAt"] == "1476235906000")
                #expect(shown["disabled"] == nil && shown["passwordHash"] == "UkVEQUNURUQ=")
                #expect(shown["mfaInfo"]?[0]?["mfaEnrollmentId"] == "mfaUid1" && shown["mfaInfo"]?[1]?["phoneInfo"] != nil)
                #expect(shown["mfaInfo"]?[0]?["enrolledAt"] == "2123-04-05T06:07:28.990Z", "\(shown.text)")
                guard case .array(let providers)? = shown["providerUserInfo"] else {
                    Issue.record("\(shown.text)")
                    return
                }
                #expect(
                    providers.compactMap { $0["providerId"]?.string } == ["password", "google.com", "twitter.com", "phone"],
                    "\(shown.text)")
            }
            // Two factors, so every way in asks for one.
            for answer in [
                try await server.fakeIdp("google.com", ["sub": "g-1"]),
                try await server.call(
                    "accounts:signInWithPassword", ["email": "ana@example.com", "password": "password"]),
            ] { #expect(answer.json["mfaPendingCredential"] != nil, "\(answer.text)") }
        }
    }

    @Test("Passwords are imported as they are under --dev's rules, and the emulator's placeholders too")
    func development() async throws {
        try await TestServer.with { server in
            let users: JSONValue = [
                ["localId": "a", "email": "a@example.com", "rawPassword": "notasecret"],
                [
                    "localId": "b", "email": "b@example.com", "passwordHash": "fakeHash:salt=beach:password=hawaii",
                    "salt": "beach",
                ],
                ["localId": "c", "email": "c@example.com", "passwordHash": "aGFzaA==", "salt": "c2FsdA=="],
            ]
            let answer = try await server.admin("accounts:batchCreate", ["users": users])
            #expect(answer.status == 200 && rows(answer) == [:], "\(answer.text)")
            for (name, password, status) in [("a", "notasecret", 200), ("b", "hawaii", 200), ("c", "hash", 400)] {
                let signIn = try await server.call(
                    "accounts:signInWithPassword", ["email": .string("\(name)@example.com"), "password": .string(password)])
                #expect(signIn.status == status, "\(name) \(signIn.text)")
            }
            let many: [JSONValue] = (0..<101).map { ["localId": .string("m\($0)"), "rawPassword": "notasecret"] }
            #expect(try await server.admin("accounts:batchCreate", ["users": .array(many)]).status == 400)
        }
    }

    @Test("A thousand accounts with everything fit in a request")
    func aThousand() async throws {
        try await TestServer.with { server in
            let users: [JSONValue] = (0..<1000).map { number in
                let name = "person\(number)"
                let photo = "https://photos.example.com/" + String(repeating: "p", count: 300)
                return [
                    "localId": .string(String(repeating: "i", count: 22) + "\(number)"), "email": .string("\(name)@example.com"),
                    "emailVerified": true, "displayName": .string(name), "photoUrl": .string(photo),
                    "phoneNumber": .string("+1650555\(1000 + number)"), "disabled": false, "createdAt": "1476235905000",
                    "lastLoginAt": "1476235905000", "customAttributes": .string(#"{"claim":"\#(photo)"}"#),
                    "passwordHash": "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T_rcaGieN04q_ZPJ08WhJEHGjj9lz_2TT-_86N5VjVoc5DdBhBiw==",
                    "salt": "TmFDbA==",
                    "providerUserInfo": .array(
                        ["google.com", "twitter.com", "github.com"].map { provider in
                            [
                                "providerId": .string(provider), "rawId": .string("raw\(number)"), "photoUrl": .string(photo),
                                "displayName": .string(name), "email": .string("\(name)@example.com"),
                            ]
                        }),
                ]
            }
            let body: [String: JSONValue] = [
                "users": .array(users), "hashAlgorithm": "SCRYPT", "rounds": 8, "memoryCost": 14, "saltSeparator": "Bw==",
                "signerKey": "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==",
                "sanityCheck": true,
            ]
            let answer = try await server.admin("accounts:batchCreate", body)
            #expect(answer.status == 200 && rows(answer) == [:], "\(answer.text.prefix(2000))")
            let scope = ProjectScope(project: server.project)
            #expect(try await server.engine.accounts.countAccounts(in: scope) == 1000)
            let signIn = try await server.call(
                "accounts:signInWithPassword", ["email": "person777@example.com", "password": "password"])
            #expect(signIn.status == 200, "\(signIn.text)")
            // Other requests may not have so many values.
            let ids: JSONValue = .array((0..<10_001).map { .string("\($0)") })
            #expect(try await server.admin("accounts:batchDelete", ["localIds": ids]).status == 400)
        }
    }

    @Test("What is exported is imported elsewhere: ids, passwords, identities; hashes are for those who may change something")
    func export() async throws {
        let exported = try await TestServer.with { server in
            let made = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "correct horse"])
            #expect(made.status == 200)
            let foreign: JSONValue = [
                "localId": "zoe", "email": "zoe@example.com", "passwordHash": "sgq3SqJUn34ToOiGy0RxzC5w/NLOgHXA7mSDq7phMvM=",
            ]
            _ = try await server.admin(
                "accounts:batchCreate", ["users": [foreign], "hashAlgorithm": "SHA256", "rounds": 1])
            let headers = ["Authorization": "Bearer owner"]
            let page = try await HTTP.send(
                "GET", "\(server.url)/v1/projects/\(server.project)/accounts:batchGet?maxResults=9", headers: headers)
            guard case .array(let users)? = page.json["users"],
                let ana = users.first(where: { $0["email"] == "ana@example.com" }),
                let zoe = users.first(where: { $0["email"] == "zoe@example.com" })
            else { throw AuthError.userNotFound }
            #expect(ana["version"] == 0 && ana["salt"]?.string?.hasSuffix("==") == true, "\(ana.text)")
            // As at Google, a hash of another system is there, and empty.
            #expect(zoe["passwordHash"] == "" && zoe["version"] == nil, "\(zoe.text)")
            return ana
        }
        try await TestServer.with { server in
            let argon2: JSONValue = [
                "hashType": "ARGON2_ID", "hashLengthBytes": 32, "iterations": 1, "memoryCostKib": 64, "parallelism": 1,
            ]
            let answer = try await server.admin(
                "accounts:batchCreate", ["users": [exported], "hashAlgorithm": "ARGON2", "argon2Parameters": argon2])
            #expect(answer.status == 200 && rows(answer) == [:], "\(answer.text)")
            let signIn = try await server.call(
                "accounts:signInWithPassword", ["email": "ana@example.com", "password": "correct horse"])
            #expect(signIn["localId"] == exported["localId"]?.string, "\(signIn.text)")
        }
    }

    @Test("T132 In production: only administrators of the project import; whoever may only read neither imports nor sees hashes")
    func production() async throws {
        try await TestServer.with(settings: .development, isProduction: true) { server in
            let users: [String: JSONValue] = ["users": [["localId": "a", "email": "a@example.com", "passwordHash": "aGFzaA=="]]]
            let missing = try await server.admin("accounts:batchCreate", users)
            #expect(missing.status == 400 && missing.message == "MISSING_HASH_ALGORITHM", "\(missing.text)")
            let scrypt: [String: JSONValue] = [
                "users": [["localId": "a", "email": "a@example.com", "rawPassword": "correct horse"]]
            ]
            #expect(try await server.admin("accounts:batchCreate", scrypt).status == 200)
            let reader = try await server.engine.serviceAccess.createServiceAccount(
                named: "reader", role: .viewer, of: server.project)
            let token = try await server.accessToken(reader)
            let path = "\(server.url)/v1/projects/\(server.project)/accounts"
            let bearer = ["Authorization": "Bearer \(token)"]
            #expect(try await HTTP.post("\(path):batchCreate", .object(scrypt), headers: bearer).status == 403)
            let seen = try await HTTP.send("GET", "\(path):batchGet", headers: bearer).json["users"]?[0]
            #expect(seen?["passwordHash"] == "UkVEQUNURUQ=" && seen?["version"] == nil, "\(seen?.text ?? "")")
            let owner = ["Authorization": "Bearer \(try await server.administratorToken())"]
            let shown = try await HTTP.send("GET", "\(path):batchGet", headers: owner).json["users"]?[0]
            #expect(shown?["passwordHash"]?.string?.count == 44, "\(shown?.text ?? "")")
            #expect(try await HTTP.post("\(path):batchCreate?key=\(server.apiKey)", .object(scrypt)).status != 200)
            let elsewhere = "\(server.url)/v1/projects/elsewhere/accounts:batchCreate"
            #expect(try await HTTP.post(elsewhere, .object(scrypt), headers: owner).status == 403)
        }
    }
}
