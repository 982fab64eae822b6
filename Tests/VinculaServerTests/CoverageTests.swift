import Foundation
import HTTPTypes
import Testing

@testable import VinculaServer

/// `Documentation/Coverage.md` and the routes.
@Suite("Coverage of Google's API")
struct CoverageTests {
    private static let host = "/identitytoolkit.googleapis.com/"

    private static func text(_ path: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The routes by method and path, with placeholders made alike, and whether they do anything.
    private static var served: [String: Bool] {
        var served: [String: Bool] = [:]
        for route in Routes.all {
            for path in route.paths where path.hasPrefix(host) {
                let shown = path.dropFirst(host.count).replacing(/\{\w+\}/, with: "…")
                served["\(route.method) \(shown)"] = !route.operation.summary.lowercased().contains("not supported")
            }
        }
        return served
    }

    @Test("The page says of each of Google's methods what the routes do")
    func page() throws {
        let page = try Self.text("Documentation/Coverage.md")
        let methods = try Self.text("scripts/google-methods.txt").split(separator: "\n").filter { !$0.hasPrefix("#") }
        let rows = page.matches(of: /\n\| `([\w.]+)` \| ([A-Z]+) `(\S+)` \| (served|not yet|partly: .+) \|/)
        #expect(methods.count == 91 && rows.count == methods.count)
        let served = Self.served
        for row in rows {
            let name = "\(row.output.2) \(row.output.3)"
            #expect((row.output.4 != "not yet") == served[name, default: false], "\(name): \(row.output.4)")
        }
    }

    @Test("Every absent route is described as one")
    func absent() {
        #expect(AbsentRoute.all.allSatisfy { $0.route.operation.summary.contains("Not supported") })
    }
}
