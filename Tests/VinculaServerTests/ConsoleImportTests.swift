import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaEngine

@testable import VinculaServer

/// Import and export at the console.
@Suite("Console: import and export")
struct ConsoleImportTests {
    private static let scope = ProjectScope(project: "example")
    private static let base = "/console/projects/example/imports"

    /// An export with some accounts, of which the last two cannot be imported.
    private static func export(_ count: Int) -> Data {
        var users = (0..<count).map { index -> JSONValue in
            .object([
                "localId": .string("user\(index)"), "email": .string("user\(index)@example.com"), "emailVerified": true,
                "createdAt": "1500000000000",
            ])
        }
        users.append(.object(["localId": "bad1", "email": "not an address"]))
        users.append(.object(["localId": "bad2", "phoneNumber": "12"]))
        return Data(JSONValue.object(["users": .array(users)]).text.utf8)
    }

    private static func users(_ answer: HTTPAnswer) -> [JSONValue]? {
        if case .array(let users)? = answer.json["users"] { users } else { nil }
    }

    /// Sends a part of a file as the script does.
    private static func part(_ browser: ConsoleBrowser, _ path: String, _ bytes: Data, at offset: Int, token: String? = nil)
        async throws -> HTTPAnswer
    {
        try await HTTP.send(
            "POST", "\(browser.base)\(path)/parts?at=\(offset)",
            headers: [
                "Cookie": browser.cookies, "Origin": browser.base, "Content-Type": "application/octet-stream",
                "X-Vincula-Form": token ?? browser.token,
            ], body: bytes)
    }

    private static func upload(_ browser: ConsoleBrowser, _ data: Data, at base: String = base) async throws -> String {
        _ = try await browser.get(base)
        let made = try await browser.post(base, ["name": "users.json", "length": "\(data.count)"])
        let path = try #require(made.headers["location"], "\(made.text)")
        var sent = 0
        while sent < data.count {
            let bytes = data[sent..<min(data.count, sent + 40_000)]
            let answer = try await part(browser, path, bytes, at: sent)
            #expect(answer.status == 200, "\(answer.text)")
            sent += bytes.count
            #expect(answer.json["received"]?.int == Int64(sent))
        }
        return path
    }

    /// Loads the page until the work on the file has ended, as the page has browsers do.
    private static func ended(_ browser: ConsoleBrowser, _ path: String) async throws -> HTTPAnswer {
        let start = ContinuousClock.now
        while true {
            let page = try await browser.get(path)
            #expect(page.status == 200, "\(page.text)")
            if !page.text.contains("http-equiv=\"refresh\"") || .now - start > .seconds(60) { return page }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    @Test("A file is uploaded in parts, tried, imported, and what was refused is downloaded")
    func story() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let data = Self.export(1200)
            let path = try await Self.upload(browser, data)
            let ready = try await browser.get(path)
            #expect(ready.text.contains("users.json") && ready.text.contains("name=\"hashes\""), "\(ready.text)")
            let wrong = try await browser.post(path, ["mode": "rehearse", "hashes": "nonsense"])
            #expect(wrong.status == 400 && wrong.text.contains("password hash parameters"), "\(wrong.text)")

            func number(_ page: HTTPAnswer, _ name: String) -> String? {
                page.text.components(separatedBy: "\(name)</th><td data-title=\"Number\">").dropFirst().first
                    .map { String($0.prefix { $0 != "<" }) }
            }
            let began = try await browser.post(path, ["mode": "rehearse"])
            #expect(began.status == 303, "\(began.text)")
            let tried = try await Self.ended(browser, path)
            #expect(number(tried, "New") == "1200" && number(tried, "Refused") == "2", "\(tried.text)")
            #expect(tried.text.contains("nothing was imported"))
            var count = try await server.engine.accounts.countAccounts(in: Self.scope)
            #expect(count == 0)
            var log = try await server.engine.auditLog.entries(AuditQuery(action: .accountImport, limit: 99))
            #expect(log.isEmpty, "A trial leaves no record.")

            _ = try await browser.post(path, ["mode": "import"])
            let done = try await Self.ended(browser, path)
            #expect(number(done, "New") == "1200" && number(done, "Refused") == "2", "\(done.text)")
            count = try await server.engine.accounts.countAccounts(in: Self.scope)
            #expect(count == 1200)
            log = try await server.engine.auditLog.entries(AuditQuery(action: .accountImport, limit: 99))
            #expect(!log.isEmpty && log.allSatisfy { $0.actor.kind == .consoleOperator })
            let refused = try await browser.get("\(path)/refused")
            let lines = refused.text.split(separator: "\n").map { JSONValue.parse(Data($0.utf8)) ?? .null }
            #expect(lines.map { $0["localId"]?.string } == ["bad1", "bad2"], "\(refused.text)")
            #expect(lines.allSatisfy { $0["importError"]?["reason"]?.string?.isEmpty == false })
            #expect(refused.headers["content-disposition"]?.hasPrefix("attachment") == true)
            #expect(refused.headers["cache-control"] == "no-store")
            let over = try await browser.post(path, ["mode": "import"])
            #expect(over.status == 400, "It is imported, and the file is gone: \(over.text)")

            // The same accounts again are left alone.
            let again = try await Self.upload(browser, data)
            _ = try await browser.post(again, ["mode": "import"])
            let unchanged = try await Self.ended(browser, again)
            #expect(
                number(unchanged, "New") == "0" && number(unchanged, "Already here, identical to the file") == "1200",
                "\(unchanged.text)")
            let removed = try await browser.post("\(again)/remove")
            #expect(removed.headers["location"] == Self.base)
            let gone = try await browser.get(again)
            #expect(gone.status == 404)
        }
    }

    @Test("What is no part of the file, no file, or somebody else's is refused")
    func refusals() async throws {
        try await TestServer.with(isProduction: true) { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            let other = try await ConsoleBrowser.joined(server, "other@example.com", .editor)
            _ = try await browser.get(Self.base)
            for length in ["0", "-1", "x", "2147483649"] {
                let refused = try await browser.post(Self.base, ["name": "a", "length": length])
                #expect(refused.status == 400, "\(length)")
            }
            let made = try await browser.post(Self.base, ["name": "<b>a</b>", "length": "10"])
            let path = try #require(made.headers["location"])
            let early = try await browser.post(path, ["mode": "import"])
            #expect(early.status == 400, "It is not complete: \(early.text)")
            for (bytes, offset) in [("12345", 1), ("12345", -1), ("12345678901", 0), ("", 0)] {
                let refused = try await Self.part(browser, path, Data(bytes.utf8), at: offset)
                #expect(refused.status == 409 && refused.json["received"]?.int == 0, "\(bytes) \(refused.text)")
            }
            let forged = try await Self.part(browser, path, Data("12345".utf8), at: 0, token: "")
            #expect(forged.status == 403)
            let foreign = try await Self.part(other, path, Data("12345".utf8), at: 0)
            #expect(foreign.status == 403)
            let long = try await Self.part(browser, path, Data(repeating: 32, count: (1 << 20) + 1), at: 0)
            #expect(long.status == 413, "\(long.status)")
            let missing = try await Self.part(browser, "\(Self.base)/0123", Data("1".utf8), at: 0)
            #expect(missing.status == 404)
            for half in [0, 5] {
                let answer = try await Self.part(browser, path, Data("12345".utf8), at: half)
                #expect(answer.status == 200)
            }
            _ = try await browser.post(path, ["mode": "rehearse"])
            let failed = try await Self.ended(browser, path)
            #expect(failed.text.contains("not an export in JSON") && !failed.text.contains("<b>a"), "\(failed.text)")

            let hashed = Data(
                #"{"users":[{"localId":"a","email":"a@example.com","passwordHash":"aGFzaA==","salt":"c2FsdA=="}]}"#.utf8)
            let second = try await Self.upload(browser, hashed)
            _ = try await browser.post(second, ["mode": "import"])
            let lacking = try await Self.ended(browser, second)
            #expect(lacking.text.contains("enter their parameters"), "\(lacking.text)")
            _ = try await browser.post(second, ["mode": "import", "withoutPasswords": "yes"])
            let without = try await Self.ended(browser, second)
            #expect(without.text.contains("imported") && !without.text.contains("role=\"alert\""), "\(without.text)")
            let account = try await server.engine.accounts.account(AccountID("a"), in: Self.scope)
            #expect(account.password == nil)
            for _ in 3...5 { _ = try await browser.post(Self.base, ["name": "a", "length": "10"]) }
            let many = try await browser.post(Self.base, ["name": "a", "length": "10"])
            #expect(many.status == 400 && many.text.contains("Five files"), "\(many.text)")
        }
    }

    @Test("An import that a restart interrupted says so, and goes on where it was; files that nobody imports are deleted")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "console-imports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestServer.with { server in
            let (engine, scope, now) = (server.engine, Self.scope, server.engine.clock.now)
            let data = Array(Self.export(10))
            let before = ConsoleImports(folder: folder)
            let made = try await before.create(name: "users.json", length: Int64(data.count), in: scope, now: now)
            _ = try await before.append(data, to: made.id, at: 0, in: scope, now: now)
            for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
                let facts = try FileManager.default.attributesOfItem(atPath: folder.appending(path: name).path)
                #expect(facts[.posixPermissions] as? Int == 0o600, "\(name)")
            }
            let facts = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect(facts[.posixPermissions] as? Int == 0o700)

            // As a server leaves it that dies at work.
            let state = folder.appending(path: "\(made.id).json")
            let text = try String(contentsOf: state, encoding: .utf8).replacing("\"ready\"", with: "\"running\"")
            try Data(text.utf8).write(to: state)
            let after = ConsoleImports(folder: folder)
            let stopped = try await after.find(made.id, in: scope, now: now)
            #expect(stopped.state == .stopped)
            try await after.start(made.id, FileImport(.json), rehearses: false, by: engine, in: scope, now: now)
            await #expect(throws: ConsoleImports.Refusal.isBusy) {
                try await after.start(made.id, FileImport(.json), rehearses: false, by: engine, in: scope, now: now)
            }
            let deadline = ContinuousClock.now + .seconds(60)
            while try await after.find(made.id, in: scope, now: now).state.isBusy, .now < deadline {
                try await Task.sleep(for: .milliseconds(20))
            }
            let done = try await after.find(made.id, in: scope, now: now)
            #expect(done.state == .done && done.totals.created == 10 && done.totals.failed == 2, "\(done)")
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "\(made.id).export").path))
            let late = now.adding(seconds: ConsoleImports.keptSeconds + 1)
            await #expect(throws: ConsoleImports.Refusal.missing) { try await after.find(made.id, in: scope, now: late) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        }
    }

    @Test("Files are deleted that are old, of no project, or that nothing is known of; a temporary folder ends with the server")
    func expiry() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "console-imports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        func ids() throws -> Set<String> {
            Set(try FileManager.default.contentsOfDirectory(atPath: folder.path).map { String($0.prefix { $0 != "." }) })
        }
        let now = Timestamp(seconds: 1_800_000_000)
        let soon = now.adding(seconds: 1)
        let tenant = ProjectScope(project: "example", tenant: "customer-abcde")
        let imports = ConsoleImports(folder: folder)
        let own = try await imports.create(name: "a", length: 10, in: Self.scope, now: now)
        let tenants = try await imports.create(name: "a", length: 10, in: tenant, now: now)
        let other = try await imports.create(name: "a", length: 10, in: ProjectScope(project: "other"), now: now)
        for name in ["0123.export", "0123.refused.jsonl", "4567.json", ".left"] {
            try Data("{".utf8).write(to: folder.appending(path: name))
        }
        try await imports.expire(now: soon, projects: nil)
        #expect(try ids() == [own.id, tenants.id, other.id])
        try await imports.expire(now: now, projects: [])
        #expect(try ids() == [own.id, tenants.id, other.id], "They may be newer than the list of projects.")
        try await imports.expire(now: soon, projects: ["example"])
        #expect(try ids() == [own.id, tenants.id])
        await imports.removeAll(of: tenant)
        #expect(try ids() == [own.id])
        _ = try await imports.create(name: "a", length: 10, in: tenant, now: now)
        // Of a server that was just started, too.
        await ConsoleImports(folder: folder).removeAll(of: Self.scope)
        #expect(try ids() == [])

        let later = ConsoleImports(folder: folder)
        _ = try await later.create(name: "a", length: 10, in: Self.scope, now: now)
        try await later.expire(now: now.adding(seconds: ConsoleImports.keptSeconds), projects: nil)
        #expect(try ids().count == 1)
        try await later.expire(now: now.adding(seconds: ConsoleImports.keptSeconds + 1), projects: nil)
        #expect(try ids() == [])
        await later.close()
        #expect(FileManager.default.fileExists(atPath: folder.path))

        let temporary = ConsoleImports(folder: nil)
        try await temporary.expire(now: now, projects: [])
        _ = try await temporary.create(name: "a", length: 10, in: Self.scope, now: now)
        let made = try #require(await temporary.folder)
        #expect(FileManager.default.fileExists(atPath: made.path))
        await temporary.close()
        #expect(!FileManager.default.fileExists(atPath: made.path))
        await #expect(throws: ConsoleImports.Refusal.isBusy) {
            try await temporary.create(name: "a", length: 10, in: Self.scope, now: now)
        }
    }

    @Test("Files are limited by project and in all, and two are imported at once")
    func limits() async throws {
        let now = Timestamp(seconds: 1_800_000_000)
        let many = ConsoleImports(folder: nil)
        for index in 0..<ConsoleImports.mostInAll {
            let scope = ProjectScope(project: "project\(index / ConsoleImports.most)", tenant: index.isMultiple(of: 2) ? "" : "t")
            _ = try await many.create(name: "a", length: 10, in: scope, now: now)
            guard index == ConsoleImports.most - 1 else { continue }
            await #expect(throws: ConsoleImports.Refusal.tooMany, "Tenants' files are the project's.") {
                try await many.create(name: "a", length: 10, in: ProjectScope(project: "project0", tenant: "new"), now: now)
            }
        }
        await #expect(throws: ConsoleImports.Refusal.serverHasMany) {
            try await many.create(name: "a", length: 10, in: Self.scope, now: now)
        }
        await many.close()

        let long = ConsoleImports(folder: nil)
        for index in 0..<5 {
            let scope = ProjectScope(project: "project\(index)")
            _ = try await long.create(name: "a", length: ConsoleImports.longestFile, in: scope, now: now)
        }
        await #expect(throws: ConsoleImports.Refusal.serverIsFull) {
            try await long.create(name: "a", length: 1, in: Self.scope, now: now)
        }
        await long.close()

        try await TestServer.with { server in
            let (engine, now) = (server.engine, server.engine.clock.now)
            // Ten steps, with a pause after each.
            let data = Array(Self.export(5000))
            let imports = ConsoleImports(folder: nil)
            var ids: [String] = []
            for _ in 0..<3 {
                let made = try await imports.create(name: "a", length: Int64(data.count), in: Self.scope, now: now)
                _ = try await imports.append(data, to: made.id, at: 0, in: Self.scope, now: now)
                ids.append(made.id)
            }
            for id in ids.prefix(2) {
                try await imports.start(id, FileImport(.json), rehearses: true, by: engine, in: Self.scope, now: now)
            }
            let third = ids[2]
            await #expect(throws: ConsoleImports.Refusal.serverIsBusy) {
                try await imports.start(third, FileImport(.json), rehearses: true, by: engine, in: Self.scope, now: now)
            }
            await imports.removeAll(of: Self.scope)
            let left = try await imports.list(in: Self.scope, now: now)
            #expect(left.isEmpty)
            await imports.close()
        }
    }

    @Test("An export is what an import reads, of a project or a tenant, and is recorded")
    func export() async throws {
        try await TestServer.with { server in
            let browser = try await ConsoleBrowser.joined(server, "op@example.com", .owner)
            for count in [0, 1, 3] {
                for index in 0..<count {
                    var new = NewAccount()
                    (new.id, new.email, new.password) = (
                        "id\(count)-\(index)", "user\(count)-\(index)@example.com", "a long password"
                    )
                    _ = try await server.engine.accounts.createAccount(new, in: Self.scope)
                }
                _ = try await browser.get("/console/projects/example/export")
                let answer = try await browser.post("/console/projects/example/export", count == 3 ? ["complete": "yes"] : [:])
                #expect(answer.headers["content-disposition"]?.hasPrefix("attachment") == true, "\(answer.text)")
                let users = try #require(Self.users(answer), "\(answer.text)")
                #expect(users.count == [0: 0, 1: 1, 3: 4][count], "\(answer.text)")
                #expect(!answer.text.contains("passwordHash") && !answer.text.contains("salt"))
            }
            let log = try await server.engine.auditLog.entries(AuditQuery(action: .accountExport, limit: 9))
            #expect(log.count == 3 && log.allSatisfy { $0.actor.kind == .consoleOperator })
            _ = try await server.engine.projects.updateSettings(of: "example") { $0.tenants.allowsTenants = true }
            let tenant = try await server.engine.projects.createTenant(TenantSettings(), of: "example")
            let place = "/console/projects/example/tenants/\(tenant.id)"
            let path = try await Self.upload(browser, Self.export(2), at: "\(place)/imports")
            _ = try await browser.post(path, ["mode": "import"])
            _ = try await Self.ended(browser, path)
            let inTenant = try await server.engine.accounts.countAccounts(in: tenant.scope)
            #expect(inTenant == 2)
            let answer = try await browser.post("\(place)/export")
            #expect(Self.users(answer)?.count == 2, "\(answer.text)")
            let foreign = try await browser.get(path.replacing("/tenants/\(tenant.id)", with: ""))
            #expect(foreign.status == 404, "A tenant's file is not the project's.")
        }
    }
}
