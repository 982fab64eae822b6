import ChildProcesses
import Foundation
import TestSupport
import Testing

/// `vincula healthcheck`, as containers run it.
@Suite("vincula healthcheck")
struct HealthCheckTests {
    @Test("A development server is ready; once it has stopped, nobody answers")
    func development() async throws {
        try await withFolder { folder in
            let server = try await VinculaProcess.serve(["--data", folder.path] + VinculaProcess.cheap)
            let listen = ["--listen", server.url.replacing("http://", with: "")]
            let ready = try await VinculaProcess.run(["healthcheck"] + listen)
            #expect(ready.status == 0 && ready.output == "ready\n", "\(ready.output)")
            server.child.signal(SIGTERM)
            try await server.child.end()
            let gone = try await VinculaProcess.run(["healthcheck"] + listen)
            #expect(gone.status == 1 && gone.output.contains("\(server.url)/readyz does not answer"), "\(gone.output)")
        }
    }

    @Test("In production it asks the admin port, which answers in plain http whatever the public port does")
    func production() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let admin = server.adminURL.replacing("http://", with: "")
            let ready = try await VinculaProcess.run(
                ["healthcheck", "--admin-listen", admin, "--tls-certificate-file", "/none", "--tls-key-file", "/none"])
            #expect(ready.status == 0 && ready.output == "ready\n", "\(ready.output)")
        }
    }

    @Test("A server whose data is away is not ready, and healthcheck says so")
    func notReady() async throws {
        try await withFolder { folder in
            let answer = folder.appending(path: "readyz")
            try Data(#"{"status":"stopping"}"#.utf8).write(to: answer)
            let script = """
                import http.server, sys
                class Stopping(http.server.BaseHTTPRequestHandler):
                    def do_GET(self):
                        body = open(sys.argv[1], "rb").read() if self.path == "/readyz" else b""
                        self.send_response(503)
                        self.send_header("Content-Length", str(len(body)))
                        self.end_headers()
                        self.wfile.write(body)
                server = http.server.HTTPServer(("127.0.0.1", 0), Stopping)
                print("port", server.server_port, flush=True)
                server.serve_forever()
                """
            let child = try ChildProcess(OpenIDProviderProcess.python, ["-c", script, answer.path])
            let port = try await child.line(matching: #"port (\d+)"#)
            let outcome = try await VinculaProcess.run(["healthcheck", "--listen", "0.0.0.0:\(port)"])
            #expect(outcome.status == 1, "\(outcome.output)")
            #expect(outcome.output.contains("http://127.0.0.1:\(port)/readyz is not ready: stopping."), "\(outcome.output)")
            child.signal(SIGKILL)
        }
    }

    @Test("A port that the system chooses cannot be asked, and a time limit is a number of seconds")
    func refused() async throws {
        let port = try await VinculaProcess.run(["healthcheck", "--listen", "127.0.0.1:0"])
        #expect(port.status == 1 && port.output.contains("--listen 127.0.0.1:PORT"), "\(port.output)")
        let seconds = try await VinculaProcess.run(["healthcheck", "--seconds", "0"])
        #expect(seconds.status == 64 && seconds.output.contains("--seconds must be from 1 to 300"), "\(seconds.output)")
    }
}
