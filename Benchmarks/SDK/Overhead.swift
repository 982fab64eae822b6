import Foundation
import VinculaAuth

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Measures the client SDK's overhead: the same lookup with the SDK and with its bare transport, alternately.
@main
struct Overhead {
    static func main() async throws {
        guard CommandLine.arguments.count == 3, let server = URL(string: CommandLine.arguments[1]),
            let count = Int(CommandLine.arguments[2]), count > 0
        else { return print("usage: vincula-sdk-overhead SERVER_URL COUNT") }
        let folder = FileManager.default.temporaryDirectory.appending(path: "vincula-sdk-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = FirebaseOptions(googleAppID: "1:1:ios:1", gcmSenderID: "1")
        options.apiKey = "bench"
        options.serverURL = server
        options.storage = FileStorage(directory: folder)
        let user = try await Auth.auth(app: FirebaseApp.configureOrThrow(options: options)).signInAnonymously().user
        let request = try bare(server, idToken: await user.getIDToken())
        let transport = HTTPTransport()
        var (raw, sdk): ([Double], [Double]) = ([], [])
        for round in 0..<(count + 50) {
            let start = ContinuousClock.now
            _ = try await transport.send(request)
            let middle = ContinuousClock.now
            try await user.reload()
            let end = ContinuousClock.now
            // The first rounds open connections and warm up caches.
            if round >= 50 {
                raw.append((middle - start) / .milliseconds(1))
                sdk.append((end - middle) / .milliseconds(1))
            }
        }
        print(median(raw), median(sdk))
    }

    /// Returns the request that `reload()` sends.
    private static func bare(_ server: URL, idToken: String) throws -> URLRequest {
        var request = URLRequest(
            url: server.appending(path: "identitytoolkit.googleapis.com/v1/accounts:lookup")
                .appending(queryItems: [URLQueryItem(name: "key", value: "bench")]))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try JSONSerialization.data(withJSONObject: ["idToken": idToken])
        return request
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
