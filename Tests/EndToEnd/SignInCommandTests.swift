import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// `vincula sign-in`, and what says that nobody can sign in.
@Suite("vincula sign-in")
struct SignInCommandTests {
    private static let warning = "Nobody can sign in to project shop: every method is off. Turn one on: "

    @Test("All methods off: doctor, serve and the first refused sign-up name the command that helps, and it does")
    func allOff() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder, ["--log-level", "warning"])
            let command = "vincula sign-in enable email --project shop --data \(folder.path)"
            #expect(server.child.output.contains(Self.warning + command), "\(server.child.output)")
            let doctor = try await ProductionProcess.vincula(["doctor"], folder)
            #expect(doctor.output.contains("note  \(Self.warning)\(command)"), "\(doctor.output)")
            let ana: JSONValue = .object(["email": "ana@example.com", "password": "correct horse"])
            let signUp = "\(server.url)/v1/accounts:signUp?key=\(server.apiKey)"
            func warnings() -> Int { server.child.output.components(separatedBy: Self.warning).count - 1 }
            for _ in 0..<3 { #expect(try await HTTP.post(signUp, ana).code == "OPERATION_NOT_ALLOWED") }
            #expect(try await HTTP.post(signUp, .object([:])).code == "ADMIN_ONLY_OPERATION")
            for _ in 0..<1200 where warnings() < 2 { try await Task.sleep(for: .milliseconds(50)) }
            #expect(warnings() == 2, "once at the start, once at the first refusal: \(server.child.output)")

            let on = try await ProductionProcess.vincula(["sign-in", "enable", "email"], folder)
            #expect(on.status == 0 && on.output.contains("email is on in project shop."), "\(on.output)")
            #expect(try await HTTP.post(signUp, ana).status == 200)
            #expect(try await !ProductionProcess.vincula(["doctor"], folder).output.contains("Nobody can sign in"))
        }
    }

    @Test("list, enable, disable: mailed links go with email; a misspelt method or project is refused; the audit log says who")
    func methods() async throws {
        try await withFolder { folder in
            func run(_ arguments: [String]) async throws -> String {
                let outcome = try await ProductionProcess.vincula(arguments, folder)
                #expect(outcome.status == 0, "\(arguments): \(outcome.output)")
                return outcome.output
            }
            _ = try await run(["api-keys", "create"])
            #expect(try await run(["sign-in"]).contains(Self.warning))
            let link = try await run(["sign-in", "enable", "email-link"])
            #expect(link.contains("email is on") && link.contains("email-link is on") && !link.contains("anonymous"))
            let list = try await run(["sign-in", "list"])
            #expect(list.contains(/email +on/) && list.contains(/email-link +on/) && list.contains(/anonymous +off/), "\(list)")
            let off = try await run(["sign-in", "disable", "email"])
            #expect(off.contains("email is off") && off.contains("email-link is off"), "\(off)")
            #expect(try await run(["sign-in", "enable", "anonymous"]).contains("anonymous is on in project shop."))
            let google = try await VinculaProcess.run(
                ["sign-in", "--project", "shop", "--data", folder.path], environment: ["VINCULA_GOOGLE_CLIENT_IDS": "a"])
            #expect(google.output.contains(/google.com +on/), "\(google.output)")

            #expect(try await ProductionProcess.vincula(["sign-in", "enable", "emial"], folder).status != 0)
            let other = try await VinculaProcess.run(
                ["sign-in", "enable", "email", "--project", "shpo", "--data", folder.path])
            #expect(other.status != 0 && other.output.contains("There is no project shpo."), "\(other.output)")

            // The actor is the user who ran it, and not "server", even if the command created the folder.
            _ = try await run(["service-accounts", "create", "backend", "--public-url", "https://a.example"])
            let user = NSUserName()
            for action in ["api-key.create", "service-account.create", "config.update"] {
                let log = try await run(["audit", "--action", action])
                #expect(log.contains("command-line \(user)") && !log.contains("server  "), "\(action): \(log)")
            }
        }
    }
}
