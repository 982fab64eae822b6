import Foundation

@testable import VinculaAuth

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#endif

/// A server that gives a new refresh token for each, and takes an older one for stolen: the session is over then, for everybody.
///
/// Its state is in a file, so that several processes may share it.
enum StrictServer {
    /// - Parameter file: Where it keeps which token is the newest.
    static func start(in file: String) -> ScriptedServer {
        ScriptedServer { request in
            guard request.method == "token" else { return nil }
            let answer = try exchange(request.body, in: file)
            // The answer takes its time: others come meanwhile.
            try await Task.sleep(for: .milliseconds(.random(in: 0...8)))
            return answer
        }
    }

    /// The number of tokens that it issued; nil once it has ended the session.
    static func count(in file: String) -> Int? {
        Int(String(decoding: FileManager.default.contents(atPath: file) ?? Data("0".utf8), as: UTF8.self))
    }

    private static func exchange(_ body: String, in file: String) throws -> ScriptedServer.Answer {
        let lock = open(file + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw POSIXError(.ENOLCK) }
        defer { close(lock) }
        guard let newest = count(in: file), body.contains("\"r\(newest)\"") else {
            try Data("over".utf8).write(to: URL(filePath: file))
            return .refusal("TOKEN_EXPIRED")
        }
        try Data("\(newest + 1)".utf8).write(to: URL(filePath: file))
        return .init(
            body:
                #"{"id_token":"\#(ScriptedServer.idToken(newest + 1))","refresh_token":"r\#(newest + 1)","expires_in":"3600"}"#)
    }
}
