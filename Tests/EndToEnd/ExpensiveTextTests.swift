#if os(Linux)
    import ChildProcesses
    import Foundation
    import TestSupport
    import Testing
    import VinculaCore

    /// A text that costs hours to compare, sent to every door of a server in a process of its own, whose processor time counts.
    @Suite("Expensive text at every door")
    struct ExpensiveTextTests {
        /// Processor time of a process so far, in nanoseconds.
        private static func processorTime(of process: Int32) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = try [11, 12].map { try #require($0 < fields.count ? Int(fields[$0]) : nil) }.reduce(0, +)
            return ticks * 10_000_000
        }

        /// Waits until a process that has just started has made its keys.
        private static func rest(_ process: Int32) async throws {
            var before = -1
            for _ in 0..<120 {
                let now = try processorTime(of: process)
                if now == before { return }
                before = now
                try await Task.sleep(for: .milliseconds(500))
            }
        }

        private struct Door {
            let method: String
            let path: String
            var headers: [String: String] = [:]
            var body = Data()
            let what: String
        }

        /// As much of it as a body of so many bytes holds, in every way to write it.
        private static func bodies(_ size: Int) -> [(what: String, type: String, text: String)] {
            let raw = String(repeating: "\u{301}\u{316}", count: (size - 200) / 4)
            let escaped = String(repeating: #"\u0301\u0316"#, count: (size - 200) / 12)
            let percent = String(repeating: "%CC%81%CC%96", count: (size - 200) / 12)
            let (json, form) = ("application/json", "application/x-www-form-urlencoded")
            return [
                ("value", json, "{\"email\":\"\(raw)\"}"), ("name", json, "{\"\(raw)\":1}"),
                ("escaped", json, "{\"requestType\":\"\(escaped)\",\"\(escaped.prefix(12))\":1}"),
                ("form", form, "grant_type=\(raw)"), ("form's name", form, "\(raw)=a"), ("encoded", form, "oobCode=\(percent)"),
                ("postBody", json, "{\"requestUri\":\"http://localhost\",\"postBody\":\"providerId=\(percent)\"}"),
                ("requestUri", json, "{\"postBody\":\"\",\"requestUri\":\"http://localhost/?providerId=\(percent)\"}"),
            ]
        }

        private static func doors(_ description: JSONValue) throws -> [Door] {
            guard case .object(let paths)? = description["paths"] else { throw ChildProcess.Failure(description: "no paths") }
            let percent = String(repeating: "%CC%81%CC%96", count: 2000)
            var doors: [Door] = []
            for (path, operations) in paths.sorted(by: { $0.key < $1.key }) {
                guard case .object(let operations) = operations else { continue }
                for (name, operation) in operations {
                    // The same by another path is the same.
                    guard operation["operationId"]?.string?.firstMatch(of: /-\d+$/) == nil else { continue }
                    let method = name.uppercased()
                    let isAdministrators = path.contains("/projects/") || path.contains("downloadAccount")
                    let headers = isAdministrators ? ["Authorization": "Bearer owner"] : [:]
                    let filled = path.replacing(/\{[a-z]+\}/, with: "demo-project")
                    doors.append(Door(method: method, path: "\(filled)?key=k&x=\(percent)", headers: headers, what: "query"))
                    doors.append(
                        Door(method: method, path: "\(filled)?key=k&\(percent)=x", headers: headers, what: "query's name"))
                    if path != filled {
                        let marked = path.replacing(/\{[a-z]+\}/, with: percent)
                        doors.append(Door(method: method, path: "\(marked)?key=k", headers: headers, what: "path"))
                    }
                    guard method != "GET", method != "DELETE" else { continue }
                    for body in bodies(isAdministrators ? 1 << 18 : 1 << 16) {
                        var door = Door(method: method, path: "\(filled)?key=k", headers: headers, what: body.what)
                        door.headers["Content-Type"] = body.type
                        door.body = Data(body.text.utf8)
                        doors.append(door)
                    }
                }
            }
            return doors
        }

        @Test("T175 as much of it as every door takes: no door spends more than five microseconds on a byte")
        func everyDoor() async throws {
            try await withFolder { folder in
                let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheapHashes, preparing: ":")
                let doors = try Self.doors(try await HTTP.send("GET", "\(server.url)/emulator/openapi.json").json)
                #expect(doors.count > 200)
                try await Self.rest(server.child.identifier)
                var worst = (cost: 0, what: "")
                for door in doors {
                    let size = door.path.utf8.count + door.body.count
                    let before = try Self.processorTime(of: server.child.identifier)
                    let answer = try await HTTP.send(door.method, server.url + door.path, headers: door.headers, body: door.body)
                    let spent = try Self.processorTime(of: server.child.identifier) - before
                    // The system counts in hundredths of a second; a request of its own costs a debug build some of them.
                    let cost = max(0, spent - 100_000_000) / size
                    if cost > worst.cost { worst = (cost, "\(door.what) at \(door.method) \(door.path.prefix(80))") }
                    #expect(cost < 5000, "\(door.what) at \(door.method) \(door.path.prefix(80))")
                    #expect(
                        answer.status < 500, "\(door.what) at \(door.method) \(door.path.prefix(80)): \(answer.text.prefix(300))")
                }
                for name in [
                    "Accept-Language", "X-Firebase-Locale", "X-Goog-Api-Key", "Authorization", "Origin", "Host", "User-Agent",
                ] {
                    let before = try Self.processorTime(of: server.child.identifier)
                    let connection = try await RawConnection.open(server.url)
                    let host = name == "Host" ? "" : "Host: localhost\r\n"
                    let marks = String(repeating: "\u{301}\u{316}", count: 7000)
                    await connection.send("GET /readyz HTTP/1.1\r\n\(host)\(name): \(marks)\r\nConnection: close\r\n\r\n")
                    let answer = try #require(await connection.end(within: 60))
                    await connection.close()
                    #expect(
                        answer.hasPrefix(name == "User-Agent" ? "HTTP/1.1 200 " : "HTTP/1.1 400 "),
                        "\(name): \(answer.prefix(300))")
                    let spent = try Self.processorTime(of: server.child.identifier) - before
                    #expect(max(0, spent - 100_000_000) / 28_000 < 5000, "\(name)")
                }
                print("\(doors.count) doors, the worst \(worst.cost) ns a byte: \(worst.what)")
                server.child.signal(SIGTERM)
                #expect(try await server.child.end() == 0)
            }
        }
    }
#endif
