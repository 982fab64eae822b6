import ChildProcesses
import Foundation
import TestSupport
import Testing
import VinculaCore

/// Production mode, by the real command.
@Suite("Production")
struct ProductionTests {
    @Test("The start and doctor both list everything that is missing at once")
    func missing() async throws {
        try await withFolder { folder in
            let data = ["--data", folder.appending(path: "data").path]
            for command in ["serve", "doctor"] {
                let bare = try await VinculaProcess.run([command, "--listen", "0.0.0.0:0"] + data)
                #expect(bare.status != 0)
                for text in [
                    "publicUrl is not set", "project is demo-project", "listen is 0.0.0.0 without TLS",
                    "vincula api-keys create --project NAME",
                ] { #expect(bare.output.contains(text), "\(text): \(bare.output)") }
            }
            #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "data").path))
            _ = try await ProductionProcess.vincula(["api-keys", "create"], folder)
            let good = ["serve", "--listen", "127.0.0.1:0", "--project", "shop", "--data", folder.path]
            let file = folder.appending(path: "no.pem").path
            let url = ["--public-url", "https://auth.example.com"]
            let refusals: [(arguments: [String], text: String)] = [
                (["--public-url", "http://auth.example.com", "--behind-proxy"], "publicUrl is plain http"),
                (url, "nothing provides TLS"),
                (url + ["--tls-certificate-file", file], "tls.keyFile is not"),
                (url + ["--tls-key-file", file], "tls.certificateFile is not"),
                (url + ["--tls-key-file", file, "--tls-certificate-file", file], "cannot be read"),
                (url + ["--behind-proxy", "--admin-listen", "0.0.0.0:0"], "The admin port accepts `Bearer owner`"),
                (url + ["--behind-proxy", "--listen", "127.0.0.1:9", "--admin-listen", "127.0.0.1:9"], "both use port 9"),
                (url + ["--behind-proxy", "--ephemeral"], "ephemeral is only for --dev"),
                (url + ["--behind-proxy", "--tokens-unsigned"], "tokens.unsigned is only for --dev"),
                (url + ["--behind-proxy"], "behindProxy is set but proxies is not"),
                (url + ["--behind-proxy", "--start-page", "https://auth.example.com/"], "startPage is this server's own"),
                (
                    url + ["--behind-proxy", "--start-page", "javascript:alert(1)"],
                    "startPage is javascript:alert(1); it must be"
                ),
                (["--dev", "--behind-proxy"], "cannot be behind a proxy"),
                (["--dev", "--admin-listen", "192.0.2.1:0"], "The admin port accepts `Bearer owner`"),
            ]
            for (arguments, text) in refusals {
                let outcome = try await VinculaProcess.run(good + arguments)
                #expect(outcome.status != 0 && outcome.output.contains(text), "\(arguments): \(outcome.output)")
            }
        }
    }

    @Test("Production refuses a development server's folder, and commands respect what its projects allow")
    func developmentFolder() async throws {
        try await withFolder { folder in
            let data = folder.appending(path: "data").path
            let server = try await VinculaProcess.serve(["--data", data] + VinculaProcess.cheapHashes)
            _ = try await VinculaProcess.run(["trust", "set", "github.com", "never", "--data", data])
            #expect(try await server.call("accounts:signUp").status == 200, "anonymous sign-in is still on")
            server.child.signal(SIGTERM)
            _ = try await server.child.end()
            let outcome = try await VinculaProcess.run(["serve", "--project", "shop", "--data", data])
            #expect(outcome.status != 0 && outcome.output.contains("belongs to a --dev server"), "\(outcome.output)")
        }
    }

    @Test("Development refuses a production folder, and a lost master key is not replaced")
    func productionFolder() async throws {
        try await withFolder { folder in
            let key = ["VINCULA_MASTER_KEY": Data(repeating: 7, count: 32).base64EncodedString()]
            let data = folder.appending(path: "data").path
            let keys = ["api-keys", "create", "--project", "shop", "--data", data]
            #expect(try await VinculaProcess.run(keys, environment: key).status == 0)
            let lost = try await VinculaProcess.run(["users", "--data", data])
            #expect(lost.status != 0 && lost.output.contains("The master key of the data"), "\(lost.output)")
            #expect(!FileManager.default.fileExists(atPath: data + "/master.key"))
            let serve = ["serve", "--dev", "--listen", "127.0.0.1:0", "--data", data]
            let development = try await VinculaProcess.run(serve, environment: key)
            #expect(development.status != 0 && development.output.contains("has API keys"), "\(development.output)")
        }
    }

    @Test("doctor reports every invalid setting, and variables that belong to no setting")
    func doctor() async throws {
        try await withFolder { folder in
            let outcome = try await VinculaProcess.run(
                ["doctor", "--data", folder.path],
                environment: [
                    "VINCULA_LISTEN": "everywhere", "VINCULA_LIMITS_JSON_DEPTH": "deep", "VINCULA_HASH_PASSES": "0",
                    "VINCULA_PUBLIC_URI": "https://auth.example.com",
                ])
            #expect(outcome.status != 0)
            for text in [
                "listen is everywhere", "limits.jsonDepth in the environment is not a whole number", "hash.passes is 0",
                "Unknown setting VINCULA_PUBLIC_URI in the environment. Did you mean VINCULA_PUBLIC_URL?", "4 problems to fix",
            ] { #expect(outcome.output.contains(text), "\(text): \(outcome.output)") }
        }
    }

    @Test("From an empty folder to a first sign-in: keys by the command, settings by the admin port, Google's own libraries")
    func story() async throws {
        try await withFolder { folder in
            let server = try await ProductionProcess.serve(folder)
            let owner = ["Authorization": "Bearer owner"]
            let configuration = "v2/projects/shop/config?updateMask=signIn.email.enabled"
            let body: JSONValue = .object(["signIn": .object(["email": .object(["enabled": true])])])
            let open = try await HTTP.post("\(server.url)/\(configuration)", body, headers: owner, method: "PATCH")
            #expect(open.status == 401, "\(open.text)")
            let enabled = try await HTTP.post("\(server.adminURL)/\(configuration)", body, headers: owner, method: "PATCH")
            #expect(enabled.status == 200, "\(enabled.text)")
            let signUp = "\(server.url)/v1/accounts:signUp?key="
            let ana: JSONValue = .object(["email": "ana@example.com", "password": "correct horse"])
            #expect(try await HTTP.post(signUp + server.apiKey, ana).status == 200)
            #expect(try await HTTP.post(signUp + "test-key", ana).status == 400)
            #expect(try await HTTP.post("\(server.url)/v1/accounts:signUp", ana).status == 403)
            #expect(try await HTTP.send("GET", "\(server.url)/metrics").status == 404)
            #expect(try await HTTP.send("GET", "\(server.url)/readyz").headers["strict-transport-security"] == nil)

            let file = folder.appending(path: "backend.json").path
            // The port was not known before; google-auth asks the token endpoint that the file names.
            let create = ["service-accounts", "create", "backend", "--out", file, "--public-url", server.url]
            let made = try await ProductionProcess.vincula(create, folder)
            #expect(made.status == 0 && made.output.contains("backend@shop.iam.gserviceaccount.com"), "\(made.output)")
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
            #expect(try await ProductionProcess.vincula(create, folder).status != 0)
            let python = try await ChildProcess.run(
                OpenIDProviderProcess.python, ["-W", "ignore", "-c", Self.script, file, server.url, server.adminURL])
            #expect(python.output.contains("google-auth 200 ana@example.com"), "\(python.output)")
            #expect(python.output.contains("elsewhere 403"), "\(python.output)")
            #expect(python.output.contains("firebase-admin shop ana@example.com"), "\(python.output)")

            // The running server refuses what the command deletes within a second.
            let key = try await ProductionProcess.vincula(["api-keys", "delete", server.apiKey], folder)
            #expect(key.status == 0, "\(key.output)")
            let account = try await ProductionProcess.vincula(["service-accounts", "disable", "backend"], folder)
            #expect(account.status == 0, "\(account.output)")
            var refusedKey = try await HTTP.post(signUp + server.apiKey, ana).text
            for _ in 0..<600 where !refusedKey.contains("API_KEY_INVALID") {
                try await Task.sleep(for: .milliseconds(100))
                refusedKey = try await HTTP.post(signUp + server.apiKey, ana).text
            }
            #expect(refusedKey.contains("API_KEY_INVALID"), "\(refusedKey)")
            let refused = try await ChildProcess.run(
                OpenIDProviderProcess.python, ["-W", "ignore", "-c", Self.script, file, server.url, server.adminURL])
            #expect(refused.output.contains("invalid_grant"), "\(refused.output)")
            let list = try await ProductionProcess.vincula(["service-accounts"], folder)
            #expect(list.output.contains("disabled"), "\(list.output)")
            server.child.signal(SIGTERM)
            #expect(try await server.child.end() == 0)
        }
    }

    @Test("TLS: 1.2 at least, HSTS, and a renewed certificate without a dropped connection; a broken one changes nothing")
    func tls() async throws {
        try await withFolder { folder in
            let certificate = folder.appending(path: "cert.pem")
            let key = folder.appending(path: "key.pem")
            try await Self.makeCertificate(certificate, key)
            let server = try await ProductionProcess.serve(
                folder, publicURL: "https://auth.example.com",
                ["--tls-certificate-file", certificate.path, "--tls-key-file", key.path])
            let port = try #require(URL(string: server.url)?.port)
            let client = try ChildProcess(
                OpenIDProviderProcess.python, ["-u", "-c", Self.tlsClient, "\(port)"], environment: ["PYTHONUNBUFFERED": "1"])
            let first = try await client.line(matching: #"first ([0-9A-F]+)"#)
            #expect(client.output.contains("max-age=31536000"), "\(client.output)")
            #expect(client.output.contains("old protocol refused"), "\(client.output)")
            try Data("rubbish".utf8).write(to: certificate)
            let complaint = try await server.child.line(matching: #"(The new certificate cannot be used)"#)
            #expect(!complaint.isEmpty && !client.output.contains("changed"))
            try await Self.makeCertificate(certificate, key)
            let second = try await client.line(matching: #"changed ([0-9A-F]+)"#)
            #expect(first != second)
            _ = try await client.line(matching: #"(first connection still answers 200)"#)
            #expect(try await client.end() == 0, "\(client.output)")
            // Plain http is not spoken on that port.
            let plain = try? await HTTP.send("GET", "http://127.0.0.1:\(port)/healthz")
            #expect(plain == nil)
        }
    }

    private static func makeCertificate(_ certificate: URL, _ key: URL) async throws {
        let made = try await ChildProcess.run(
            URL(filePath: "/usr/bin/env"),
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=auth.example.com", "-out",
                certificate.path, "-keyout", key.path,
            ])
        #expect(made.status == 0, "\(made.output)")
    }

    /// Arguments: key file, public URL, admin URL.
    private static let script = """
        import os, sys
        import google.auth.transport.requests
        from google.oauth2 import service_account
        file, url, admin = sys.argv[1:]
        scopes = ["https://www.googleapis.com/auth/cloud-platform"]
        credentials = service_account.Credentials.from_service_account_file(file, scopes=scopes)
        session = google.auth.transport.requests.AuthorizedSession(credentials)
        answer = session.get(url + "/v1/projects/shop/accounts:batchGet")
        print("google-auth", answer.status_code, answer.json()["users"][0]["email"])
        print("elsewhere", session.get(url + "/v1/projects/elsewhere/accounts:batchGet").status_code)
        os.environ["FIREBASE_AUTH_EMULATOR_HOST"] = admin.replace("http://", "")
        import firebase_admin
        from firebase_admin import auth, credentials
        app = firebase_admin.initialize_app(credentials.Certificate(file))
        print("firebase-admin", app.project_id, auth.get_user_by_email("ana@example.com").email)
        """

    /// Keeps one connection, and makes new ones until they get another certificate.
    private static let tlsClient = """
        import http.client, ssl, sys, time
        port = int(sys.argv[1])
        def context():
            made = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            made.check_hostname = False
            made.verify_mode = ssl.CERT_NONE
            return made
        def connect(made):
            connection = http.client.HTTPSConnection("127.0.0.1", port, context=made, timeout=30)
            connection.connect()
            return connection
        def serial(connection):
            import hashlib
            return hashlib.sha256(connection.sock.getpeercert(True)).hexdigest().upper()
        def ask(connection):
            connection.request("GET", "/healthz", headers={"Host": "auth.example.com"})
            answer = connection.getresponse()
            answer.read()
            return answer
        old = context()
        old.minimum_version = ssl.TLSVersion.TLSv1
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        old.set_ciphers("ALL:@SECLEVEL=0")
        try:
            connect(old)
        except ssl.SSLError:
            print("old protocol refused")
        first = connect(context())
        print("HSTS", ask(first).getheader("strict-transport-security"))
        before = serial(first)
        print("first", before)
        after = before
        while after == before:
            time.sleep(0.2)
            ask(first)
            again = connect(context())
            after = serial(again)
            again.close()
        print("changed", after)
        print("first connection still answers", ask(first).status)
        """
}
