import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import VinculaServer

@Suite("Pages in place of errors")
struct FailurePageTests {
    @Test(
        "Somebody who looks at a page gets one when it fails; programs, and what pages themselves ask for, get Google's format",
        arguments: [
            ("/", true), ("/account?key=a", true), ("/__/auth/action?oobCode=a", true), ("/__/auth/handler", true),
            ("/console/users", true), ("/account/config?key=a", false), ("/account/style.css", false),
            ("/identitytoolkit.googleapis.com/v1/projects/p", false), ("/v1/token", false),
        ])
    func pages(path: String, hasPage: Bool) {
        func page(_ accept: String) -> HostedPage? {
            let head = HTTPRequest(
                method: .get, scheme: "http", authority: "auth.example", path: path, headerFields: [.accept: accept])
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            return HostedPage.failure(of: request, status: .serviceUnavailable, isDevelopment: false)
        }
        #expect(page("application/json") == nil && page("*/*") == nil)
        #expect((page("text/html,*/*;q=0.8") != nil) == hasPage)
    }
}
