import Foundation
import TestSupport
import Testing

/// The site that `make docs` makes of all documents (`scripts/docs-site`), in a headless Chromium.
@Suite("The documents' site")
struct DocumentsSiteTests {
    @Test("Every page, search, keyboard, a phone, dark, and no link that is dead")
    func site() async throws {
        try await withFolder { folder in
            // To look at the pages: DOCS_FOLDER=…
            let pictures = ProcessInfo.processInfo.environment["DOCS_FOLDER"] ?? folder.path
            let checks = try await BrowserChecks.run("docs_site.py", [VinculaProcess.executable.path, pictures])
            #expect(checks.count > 80, "\(checks.count) checks")
        }
    }
}
