import HTTPTypes
import TestSupport
import Testing

@testable import VinculaServer

/// The way from a path and a method to an endpoint.
@Suite("The table of routes")
struct RouteTableTests {
    @Test("Each path has one route for a method")
    func unique() {
        var seen: Set<String> = []
        for route in Routes.all {
            for path in route.paths {
                let place = "\(route.method.rawValue) \(path)"
                #expect(seen.insert(place).inserted, "\(place)")
            }
        }
    }

    @Test(
        "HEAD is answered like GET, without a body; any other method with 405 and those that there are",
        arguments: [
            ("/v1/publicKeys", "GET, HEAD"), ("/v1/accounts:lookup", "POST"),
            ("/v1/projects/example/accounts:query", "POST"), ("/v2/projects/example/config", "GET, HEAD, PATCH"),
        ])
    func methods(path: String, allowed: String) async throws {
        try await TestServer.with { server in
            let owner = ["Authorization": "Bearer owner"]
            for method in ["DELETE", "TRACE", "PROPFIND"] {
                let refused = try await HTTP.send(method, server.url + path, headers: owner)
                #expect(refused.status == 405 && refused.headers["allow"] == allowed, "\(method): \(refused.text)")
            }
            let get = try await HTTP.send("GET", server.url + path, headers: owner)
            let head = try await HTTP.send("HEAD", server.url + path, headers: owner)
            #expect(get.status == (allowed.contains("GET") ? 200 : 405), "\(get.text)")
            #expect(head.status == get.status && head.text.isEmpty)
            if get.status == 200 { #expect(head.headers["content-length"] == "\(get.text.utf8.count)") }
        }
    }
}
