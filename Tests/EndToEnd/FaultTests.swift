import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Failures of the machine and of providers.
@Suite("Faults")
struct FaultTests {
    /// Indicates whether this test run may mount a file system of its own.
    private static var canMount: Bool {
        #if os(Linux)
            let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-mount-\(UUID().uuidString)")
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            guard (try? shell("mount -t tmpfs -o size=1m none '\(folder.path)' && umount '\(folder.path)'")) == 0 else {
                return false
            }
            return true
        #else
            return false
        #endif
    }

    @discardableResult
    private static func shell(_ script: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Signs people up until it fails, and some more; each answer is 200 or a 503 in Google's shape.
    private func signUpUntilRefused(_ server: VinculaProcess, _ name: String) async throws -> (kept: [String], refused: [String])
    {
        var kept: [String] = []
        var refused: [String] = []
        for round in 0..<60 where refused.count < 16 {
            let answers = try await withThrowingTaskGroup(of: (String, HTTPAnswer).self) { group in
                for client in 0..<16 {
                    let email = "\(name)\(round)c\(client)@example.com"
                    group.addTask {
                        (email, try await server.call("accounts:signUp", ["email": .string(email), "password": "secret1"]))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            for (email, answer) in answers {
                if answer.status == 200 {
                    kept.append(email)
                } else {
                    refused.append(email)
                    #expect(answer.status == 503 && answer.code == "UNAVAILABLE", "\(answer.status) \(answer.text)")
                    #expect(answer.json["error"]?["status"]?.string == "UNAVAILABLE" && answer.headers["retry-after"] != nil)
                }
            }
        }
        return (kept, refused)
    }

    /// Everybody who was answered is there, and nobody else.
    private func check(_ people: (kept: [String], refused: [String]), _ server: VinculaProcess) async throws {
        for (emails, isThere) in [(people.kept, true), (people.refused, false)] {
            for chunk in stride(from: 0, to: emails.count, by: 100) {
                let some = emails[chunk..<min(chunk + 100, emails.count)]
                let found = try await server.admin(
                    "POST", "v1/projects/demo-project/accounts:lookup", ["email": .array(some.map { .string($0) })])
                let count = if case .array(let users)? = found.json["users"] { users.count } else { 0 }
                #expect(count == (isThere ? some.count : 0), "\(count) of \(some.count)")
            }
        }
    }

    /// Reads, token checks and keys, while nothing can be written.
    private func checkReads(_ server: VinculaProcess, idToken: String) async throws {
        #expect(try await server.call("accounts:lookup", ["idToken": .string(idToken)]).status == 200)
        for path in ["/healthz", "/.well-known/jwks.json"] {
            #expect(try await HTTP.send("GET", server.url + path).status == 200, "\(path)")
        }
        let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
        #expect(metrics.contains("vincula_store_failures_total ") && !metrics.contains("vincula_store_failures_total 0\n"))
    }

    @Test(
        "A full disk: writes are 503, reads go on, nothing is half done, and it works again once there is room",
        .enabled(if: canMount, "This test run may not mount a file system (it takes root and mount)."))
    func diskFull() async throws {
        try await withFolder { folder in
            let disk = folder.appending(path: "disk")
            try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
            #expect(try Self.shell("mount -t tmpfs -o size=6m none '\(disk.path)'") == 0)
            defer { _ = try? Self.shell("umount '\(disk.path)' || umount -l '\(disk.path)'") }
            let data = disk.appending(path: "data")
            let server = try await VinculaProcess.serve(["--data", data.path] + VinculaProcess.cheap, preparing: ":")
            let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
            let idToken = try #require(ana["idToken"])
            try Self.shell("cat /dev/zero > '\(disk.path)/filler'")

            let people = try await signUpUntilRefused(server, "full")
            #expect(!people.refused.isEmpty, "The disk never filled up")
            try await checkReads(server, idToken: idToken)
            // A refresh is a read.
            let refresh = try await server.refresh(try #require(ana["refreshToken"]))
            #expect(refresh.status == 200, "\(refresh.text)")
            #expect(server.child.output.contains("the disk is full"), "\(server.child.output.suffix(500))")
            let unready = try await HTTP.send("GET", server.url + "/readyz")
            #expect(unready.status == 503 && unready["status"] == "the disk is full", "\(unready.text)")
            let metrics = try await HTTP.send("GET", "\(server.url)/metrics").text
            #expect(metrics.contains("vincula_store_fit 0\n"), "\(metrics)")
            let doctor = try await VinculaProcess.run(["doctor", "--dev", "--data", data.path])
            #expect(doctor.status != 0 && doctor.output.contains("Free up space."), "\(doctor.output)")

            try FileManager.default.removeItem(at: disk.appending(path: "filler"))
            #expect(try await server.refresh(try #require(ana["refreshToken"])).status == 200)
            #expect(
                try await server.call("accounts:signUp", ["email": "after@example.com", "password": "secret1"]).status == 200)
            #expect(try await HTTP.send("GET", server.url + "/readyz").status == 200)
            try await check((people.kept + ["after@example.com"], people.refused), server)
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
            #expect(try await VinculaProcess.isSound(data))
        }
    }

    #if os(Linux)
        @Test("Writes that the system refuses: 503, reads continue, and it recovers without a restart")
        func failingWrites() async throws {
            try await withFolder { folder in
                // No file may grow beyond two mebibytes, until the limit is lifted from outside; making the tables takes one.
                let server = try await VinculaProcess.serve(
                    ["--data", folder.path] + VinculaProcess.cheap, preparing: "trap '' XFSZ; ulimit -S -f 4096")
                let ana = try await server.call("accounts:signUp", ["email": "ana@example.com", "password": "secret1"])
                let people = try await signUpUntilRefused(server, "limit")
                #expect(!people.refused.isEmpty)
                try await checkReads(server, idToken: try #require(ana["idToken"]))
                #expect(server.child.output.contains("The store cannot be used"))
                #expect(try Self.shell("prlimit --pid \(server.child.identifier) --fsize=unlimited") == 0)
                #expect(
                    try await server.call("accounts:signUp", ["email": "after@example.com", "password": "secret1"]).status == 200)
                try await check((people.kept + ["after@example.com"], people.refused), server)
                server.child.signal(SIGTERM)
                #expect(try await server.child.end() == 0)
                #expect(try await VinculaProcess.isSound(folder))
            }
        }
    #endif

    @Test("Providers that are down, silent, slow or invalid: their users get an error, and all others are answered")
    func providers() async throws {
        let silent = try await RawListener.start(.silent)
        let slow = try await RawListener.start(
            .drip(
                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
                    + String(repeating: " ", count: 999)))
        let rubbish = try await RawListener.start(
            .answer("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n<xml>"))
        let noHTTP = try await RawListener.start(.answer("220 mail.example.com ESMTP\r\n"))
        let gone = try await RawListener.start(.silent)
        let addresses = [silent.url, slow.url, rubbish.url, noHTTP.url, gone.url]
        await gone.close()
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(
                ["--data", folder.path, "--providers-timeout-seconds", "1"] + VinculaProcess.cheap)
            for (number, issuer) in addresses.enumerated() {
                let made = try await server.admin(
                    "POST", "v2/projects/demo-project/oauthIdpConfigs?oauthIdpConfigId=oidc.p\(number)",
                    ["issuer": .string(issuer), "clientId": "app", "enabled": true])
                #expect(made.status == 200, "\(made.text)")
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, issuer) in addresses.enumerated() {
                    for _ in 0..<4 {
                        group.addTask {
                            let now = Int(Date().timeIntervalSince1970)
                            let claims = #"{"iss":"\#(issuer)","aud":"app","sub":"1","iat":\#(now),"exp":\#(now + 600)}"#
                            let token = [#"{"alg":"RS256","kid":"1"}"#, claims, "signature"]
                                .map { Data($0.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "") }
                                .joined(separator: ".").replacingOccurrences(of: "+", with: "-").replacingOccurrences(
                                    of: "/", with: "_")
                            let answer = try await server.call(
                                "accounts:signInWithIdp",
                                [
                                    "requestUri": "http://localhost",
                                    "postBody": .string("providerId=oidc.p\(number)&id_token=\(token)"),
                                ])
                            #expect((400...503).contains(answer.status) && answer.status != 500, "\(number): \(answer.text)")
                            #expect(answer.code != nil, "\(number): \(answer.text)")
                        }
                    }
                }
                for number in 0..<60 {
                    group.addTask {
                        let answer = try await server.call(
                            "accounts:signUp", ["email": .string("p\(number)@example.com"), "password": "secret1"])
                        #expect(answer.status == 200, "\(answer.text)")
                    }
                }
                try await group.waitForAll()
            }
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
        for listener in [silent, slow, rubbish, noHTTP] { await listener.close() }
    }
}
