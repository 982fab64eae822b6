#if os(Linux)
    import ChildProcesses
    import Foundation
    import TestSupport
    import Testing
    import VinculaCore

    /// A text that costs hours to compare, sent to every door of a server in a process of its own, whose processor time counts.
    @Suite("Expensive text at every entry point")
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
            /// The refusal here.
            let refusal: Refusal

            var name: String { "\(what) at \(method) \(path.prefix(80)) \(headers["Authorization"] ?? "")" }
        }

        private enum Refusal {
            case google
            case oauth
            case page

            /// Indicates whether an answer is such a refusal, and has the right shape.
            func fits(_ answer: HTTPAnswer) -> Bool {
                guard (400..<500).contains(answer.status) else { return false }
                let error = answer.json["error"]
                let isGoogles = error?["code"] == .integer(Int64(answer.status)) && error?["message"]?.string?.isEmpty == false
                switch self {
                case .google: return isGoogles
                // Invalid text is refused before the request is routed.
                case .oauth: return isGoogles || error?.string != nil
                case .page: return isGoogles || answer.headers["content-type"]?.hasPrefix("text/html") == true
                }
            }
        }

        private static let size = 1 << 20

        /// As much of it as a body of a megabyte holds, in the ways to write it.
        private static let bodies: [(what: String, type: String, text: String)] = {
            let raw = String(repeating: "\u{301}\u{316}", count: (size - 200) / 4)
            let escaped = String(repeating: #"\u0301\u0316"#, count: (size - 200) / 12)
            let percent = String(repeating: "%CC%81%CC%96", count: (size - 200) / 12)
            let (json, form) = ("application/json", "application/x-www-form-urlencoded")
            return [
                ("value", json, "{\"email\":\"\(raw)\"}"), ("name", json, "{\"\(raw)\":1}"),
                ("escaped", json, "{\"requestType\":\"\(escaped)\"}"),
                ("form", form, "grant_type=\(raw)"), ("form's name", form, "\(raw)=a"), ("encoded", form, "oobCode=\(percent)"),
                ("postBody", json, "{\"requestUri\":\"http://localhost\",\"postBody\":\"providerId=\(percent)\"}"),
                ("requestUri", json, "{\"postBody\":\"\",\"requestUri\":\"http://localhost/?providerId=\(percent)\"}"),
            ]
        }()

        /// The encodings of a body that a route accepts.
        private static func isWay(_ what: String, into path: String, isForm: Bool, isAlias: Bool) -> Bool {
            switch what {
            case "value": !isForm || !isAlias
            case "form": isForm
            case "form's name", "encoded": isForm && !isAlias
            case "postBody", "requestUri": path.contains("signInWithIdp") && !isAlias
            default: !isForm && !isAlias
            }
        }

        /// Every way into the server that its own description tells of, so that a new route is among them.
        private static func doors(_ description: JSONValue) throws -> [Door] {
            guard case .object(let paths)? = description["paths"] else { throw ChildProcess.Failure(description: "no paths") }
            let percent = String(repeating: "%CC%81%CC%96", count: 2000)
            var doors: [Door] = []
            for (path, operations) in paths.sorted(by: { $0.key < $1.key }) {
                guard case .object(let operations) = operations else { continue }
                for (name, operation) in operations {
                    // The same by another path is the same but for its way there.
                    let isAlias = operation["operationId"]?.string?.firstMatch(of: /-\d+$/) != nil
                    let method = name.uppercased()
                    let ways = operation["security"]?.text ?? ""
                    let isForm = operation["requestBody"]?.text.contains("x-www-form-urlencoded") == true
                    let isPage = ["/__/auth/", "/emulator/auth/", "/emulator/action"].contains { path.contains($0) }
                    let isOAuth = operation["responses"]?["400"]?.text.contains("OAuthErrorBody") == true
                    var callers: [[String: String]] = []
                    if ways.contains("apiKey") || !ways.contains("bearer") { callers.append([:]) }
                    if ways.contains("bearer") { callers.append(["Authorization": "Bearer owner"]) }
                    for (number, headers) in callers.enumerated() {
                        func add(_ path: String, _ what: String, type: String? = nil, body: String = "") {
                            var door = Door(
                                method: method, path: path, headers: headers, body: Data(body.utf8), what: what,
                                refusal: isPage ? .page : isOAuth ? .oauth : .google)
                            door.headers["Content-Type"] = type
                            doors.append(door)
                        }
                        let filled = path.replacing(/\{[a-z]+\}/, with: "demo-project")
                        if !isAlias {
                            add("\(filled)?key=k&x=\(percent)", "query")
                            add("\(filled)?key=k&\(percent)=x", "query's name")
                            if path != filled { add("\(path.replacing(/\{[a-z]+\}/, with: percent))?key=k", "path") }
                        }
                        guard method != "GET", method != "DELETE" else { continue }
                        // The second caller comes by the same reader: one body shows that.
                        let isAgain = isAlias || number > 0
                        for body in bodies where isWay(body.what, into: path, isForm: isForm || isPage, isAlias: isAgain) {
                            add("\(filled)?key=k", body.what, type: body.type, body: body.text)
                        }
                    }
                }
            }
            return doors
        }

        @Test(
            "T175 a megabyte of it at every door, by apps and administrators: two microseconds a byte at most"
        )
        func everyDoor() async throws {
            try await withFolder { folder in
                // Apps may send as much as administrators, so that a megabyte is read and not only refused.
                let server = try await VinculaProcess.serve(
                    ["--data", folder.path, "--limits-app-body-bytes", "\(Self.size)"] + VinculaProcess.cheap,
                    preparing: ":")
                let doors = try Self.doors(try await HTTP.send("GET", "\(server.url)/emulator/openapi.json").json)
                #expect(doors.count > 300 && doors.filter { $0.body.count > Self.size / 2 }.count > 150)
                try await Self.rest(server.child.identifier)
                var worst = (cost: 0, what: "")
                var before = try Self.processorTime(of: server.child.identifier)
                for door in doors {
                    let size = door.path.utf8.count + door.body.count
                    let answer = try await HTTP.send(door.method, server.url + door.path, headers: door.headers, body: door.body)
                    let now = try Self.processorTime(of: server.child.identifier)
                    // The system counts in hundredths of a second; a request of its own costs a debug build some of them.
                    let cost = max(0, now - before - 100_000_000) / size
                    before = now
                    if cost > worst.cost { worst = (cost, door.name) }
                    // Of a few kilobytes the clock's hundredths show less.
                    #expect(cost < (door.body.isEmpty ? 5000 : 2000), "\(door.name)")
                    #expect(answer.status < 500, "\(door.name): \(answer.status) \(answer.text.prefix(300))")
                    guard !door.body.isEmpty else { continue }
                    #expect(door.refusal.fits(answer), "\(door.name): \(answer.status) \(answer.text.prefix(300))")
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
