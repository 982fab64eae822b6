import Testing
import VinculaEngine

@testable import VinculaPostgreSQL

@Suite struct AddressTests {
    @Test(arguments: ["postgresql://u:s3cret@h:1/d", "host=h port=1 user=u password=s3cret dbname=d"])
    func `an address is read as libpq does, and never printed`(text: String) throws {
        let address = try PostgreSQLAddress(text)
        let settings = Dictionary(address.settings.map { ($0.keyword, $0.value) }) { $1 }
        #expect(settings["password"] == "s3cret" && settings["host"] == "h")
        #expect(settings["port"] == "1" && settings["dbname"] == "d")
        #expect(settings["application_name"] == "vincula" && settings["connect_timeout"] == "5")
        var dumped = ""
        dump(address, to: &dumped)
        for printed in ["\(address)", String(reflecting: address), "\(Optional(address) as Any)", dumped] {
            #expect(!printed.contains("s3cret"), "\(printed)")
        }
    }

    @Test func `an address decides for itself what a connection waits for, but not the encoding`() throws {
        let address = try PostgreSQLAddress("postgresql://h/d?connect_timeout=2&client_encoding=LATIN1&application_name=a")
        let settings = Dictionary(address.settings.map { ($0.keyword, $0.value) }) { $1 }
        #expect(settings["connect_timeout"] == "2" && settings["application_name"] == "a")
        #expect(settings["client_encoding"] == "UTF8")
    }

    @Test(arguments: ["postgresql://u:s3cret@[h/d", "s3cret", "host=h\u{0} password=s3cret"])
    func `what is no address is refused without being repeated`(text: String) {
        let error = #expect(throws: PostgreSQLSetupError.invalidAddress) { try PostgreSQLAddress(text) }
        #expect(error.map { "\($0)".contains("s3cret") } == false)
    }

    @Test(arguments: [
        ("postgresql://u:s3cret@h/d?sslmod=require", "sslmode"), ("host=h passwor=s3cret", "password"),
        ("postgresql://h/d?target_sesion_attrs=read-write", "target_session_attrs"),
    ])
    func `a parameter that is mistyped is found, and nothing of the address repeated`(text: String, meant: String) {
        let error = #expect(throws: PostgreSQLSetupError.mistypedParameter(meant: meant)) { try PostgreSQLAddress(text) }
        #expect(error.map { "\($0)".contains(meant) && !"\($0)".contains("s3cret") } == true)
    }

    @Test(arguments: ["host=h nonsense=s3cret", "postgresql://u:s3cret@h/d?foo=bar"])
    func `a parameter like none that there is is refused as such`(text: String) {
        let error = #expect(throws: PostgreSQLSetupError.unknownParameter) { try PostgreSQLAddress(text) }
        #expect(error.map { "\($0)".contains("s3cret") || "\($0)".contains("foo") } == false)
    }

    @Test(arguments: [
        ("invalid sslmode value: \"always\"", true), ("invalid gssencmode value: \"x\"", true),
        ("invalid integer value \"x\" for connection option \"connect_timeout\"", true), ("could not connect", false),
        ("FATAL: database \"d\" does not exist", false),
    ])
    func `a value that libpq never takes is not waited for`(words: String, isFault: Bool) {
        let error = PostgreSQLError(state: nil, reasonOfConnection: words)
        #expect(StoreUnavailable(error)?.isFaultOfAddress == isFault)
    }

    @Test(arguments: [
        ("connection to server failed: FATAL:  password authentication failed for user \"u\"", ConnectionRefusal.wrongPassword),
        ("FATAL: database \"d\" does not exist", .noDatabase),
        ("server does not support SSL, but SSL was required", .badEncryption),
        ("FATAL: sorry, too many clients already", .tooMany),
        ("invalid gssencmode value: \"x\"", .badValue), ("invalid sslmode value: \"x\"", .badValue),
        ("FATAL: too many connections for role \"r\"", .tooMany),
        ("FATAL: no pg_hba.conf entry for host \"h\"", .noAccess),
    ])
    func `each reason for which there is no connection has advice of its own`(words: String, refusal: ConnectionRefusal) {
        let error = PostgreSQLError(state: nil, reasonOfConnection: words)
        #expect(error.cause == refusal && StoreUnavailable(error)?.nextStep == refusal.remedy)
        #expect(PostgreSQLError(state: nil, reasonOfConnection: "could not connect").remedy == nil)
    }

    @Test(arguments: [("require", false), ("verify-ca", true), ("verify-full", true), ("prefer", false)])
    func `only two modes check the certificate`(mode: String, checks: Bool) throws {
        #expect(try PostgreSQLAddress("postgresql://h/d?sslmode=\(mode)").checksCertificate == checks)
        #expect(try !PostgreSQLAddress("postgresql://h/d").checksCertificate)
    }

    @Test(arguments: [
        "postgresql://u:s3c@ret@h/d", "postgresql://u:12/s3cret@h/d", "postgresql://u:s3cret/1@h/d", "host=h port=s3cret",
        "postgresql://h/s3cret@h",
    ])
    func `a part of a password is never taken for a host, a port or a database, which are printed`(text: String) {
        #expect(throws: PostgreSQLSetupError.invalidAddress) { try PostgreSQLAddress(text) }
    }

    @Test(arguments: [
        ("postgresql://u:p@db.example.com:5433/d", "d on db.example.com:5433", true),
        ("host=/run/postgresql dbname=d", "d on /run/postgresql", false),
        ("postgresql://a,b/d?target_session_attrs=read-write", "d on a, b", true), ("dbname=d", "d", false),
        ("postgresql://localhost/d", "d on localhost", false), ("host=@abstract", "on @abstract", false), ("", "", false),
        ("postgresql://u@localhost", "u on localhost", false), ("postgresql://a:5432,b:5433,c/d", "d on a, b:5433, c", true),
        ("host=a,b port=6000 dbname=d", "d on a:6000, b:6000", true),
    ])
    func `messages name the database and the host`(text: String, place: String, isRemote: Bool) throws {
        let address = try PostgreSQLAddress(text)
        #expect(address.place == place && address.isRemote == isRemote)
    }

    @Test func `arguments get numbers, except in quotation marks`() {
        let numbered = NumberedSQL.from("SELECT '?', \"?\", ? FROM t WHERE a = ? AND b = '''?' AND c = ?")
        #expect(numbered == "SELECT '?', \"?\", $1 FROM t WHERE a = $2 AND b = '''?' AND c = $3")
        let many = NumberedSQL.from(Array(repeating: "?", count: 12).joined(separator: ","))
        #expect(many == "$1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12")
    }
}
