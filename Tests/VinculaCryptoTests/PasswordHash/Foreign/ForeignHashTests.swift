import Foundation
import Testing
import VinculaCore
import VinculaCrypto

/// Known answers of every algorithm, from sources other than the code here.
struct ForeignHashTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let source: String
        let algorithm: HashAlgorithm
        var password = "password"
        var salt = Data("NaCl".utf8)
        var key = Data()
        let digest: Data

        var testDescription: String { source }

        init(
            _ source: String, _ algorithm: HashAlgorithm, password: String = "password", salt: String = "NaCl",
            key: Data = Data(),
            _ digest: String
        ) throws {
            self.source = source
            self.algorithm = algorithm
            self.password = password
            self.salt = Data(salt.utf8)
            self.key = key
            self.digest = try #require(Data(anyBase64: digest))
        }

        init(
            _ source: String, _ algorithm: HashAlgorithm, password: String, salt: String, hex: String
        ) throws {
            let digits = hex.compactMap(\.hexDigitValue)
            let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
            try self.init(source, algorithm, password: password, salt: salt, Data(bytes).base64EncodedString())
        }
    }

    private func check(_ answers: [Answer]) throws {
        for answer in answers {
            let foreign = ForeignHash(
                PasswordScheme(answer.algorithm, length: answer.digest.count), key: answer.key, salt: answer.salt)
            #expect(try foreign.digest(of: answer.password) == Array(answer.digest), "\(answer.source)")
            #expect(try foreign.digest(of: answer.password + "x") != Array(answer.digest), "\(answer.source)")
        }
    }

    /// From firebase-admin's integration tests, and https://github.com/firebase/scrypt.
    @Test func firebaseScrypt() throws {
        let key = try #require(
            Data(anyBase64: "jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=="))
        let parameters = HashAlgorithm.firebaseScrypt(saltSeparator: Data([7]), rounds: 8, memoryCost: 14)
        try check([
            Answer(
                "firebase-admin", parameters, key: key,
                "V358E8LdWJXAO7muq0CufVpEOXaj8aFiC7T/rcaGieN04q/ZPJ08WhJEHGjj9lz/2TT+/86N5VjVoc5DdBhBiw==")
        ])
        let other = ForeignHash(PasswordScheme(parameters, length: 64), key: Data(key.reversed()), salt: Data("NaCl".utf8))
        let right = ForeignHash(PasswordScheme(parameters, length: 64), key: key, salt: Data("NaCl".utf8))
        #expect(try other.digest(of: "password") != right.digest(of: "password"))
    }

    /// RFC 7914 §12.
    @Test func scrypt() throws {
        try check([
            Answer(
                "1", .scrypt(cost: 16, blockSize: 1, lanes: 1), password: "", salt: "",
                hex: "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
                    + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"),
            Answer(
                "2", .scrypt(cost: 1024, blockSize: 8, lanes: 16), password: "password", salt: "NaCl",
                hex: "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                    + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"),
            Answer(
                "3", .scrypt(cost: 16384, blockSize: 8, lanes: 1), password: "pleaseletmein", salt: "SodiumChloride",
                hex: "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
                    + "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"),
        ])
    }

    /// From OpenBSD's tests, which libxcrypt and crypt_blowfish have too.
    @Test func bcrypt() throws {
        for (password, hash) in [
            ("U*U", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            ("U*U*", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.VGOzA784oUp/Z0DY336zx7pLYAy0lwK"),
            ("", "$2a$05$CCCCCCCCCCCCCCCCCCCCC.7uG0VCzI2bS7j6ymqJi9CdcdxiRTWNy"),
            ("U*U", "$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
            ("U*U", "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW"),
        ] {
            let setting = try #require(BcryptHash(Data(hash.utf8))).setting
            let foreign = ForeignHash(PasswordScheme(.bcrypt, length: 60), key: Data(), salt: setting)
            #expect(try foreign.digest(of: password) == Array(hash.utf8))
            #expect(try foreign.digest(of: password + "!") != Array(hash.utf8))
            // Otherwise whatever follows the NUL would not matter.
            #expect(throws: ForeignHash.Failure.self) { try foreign.digest(of: password + "\0") }
        }
    }

    /// By Python's hashlib; the first of SHA-256 is RFC 7914 §11's password and salt.
    @Test func pbkdf2() throws {
        try check([
            Answer("SHA-1", .pbkdf2(.sha1, rounds: 1000), "lyyzCFlAUpkzVJDKKPSl1PyJGrk="),
            Answer(
                "SHA-256, 64 bytes", .pbkdf2(.sha256, rounds: 1000),
                "Z9vMeFSKdTKPaJASW+wsWYdujeLkySyZsgGHKnYOKuwH+SijZE92OGKJ+62nJEc9y5RQUd4ZsTTZMLUrNY9R0w=="),
            Answer("SHA-256, 16 bytes", .pbkdf2(.sha256, rounds: 1000), "Z9vMeFSKdTKPaJASW+wsWQ=="),
            // RFC 6070.
            Answer(
                "RFC 6070", .pbkdf2(.sha1, rounds: 4096), password: "password", salt: "salt",
                hex: "4b007901b765489abead49d926f721d065a429c1"),
        ])
    }

    /// By Python's hashlib.
    @Test func digests() throws {
        try check([
            Answer("MD5", .digest(.md5, rounds: 1, .saltFirst), "YtGffn3ctZRnKHdtJeQQ7Q=="),
            Answer("MD5, 3 rounds", .digest(.md5, rounds: 3, .passwordFirst), "3bGIly15620XtBZMGnaN6g=="),
            Answer("SHA-1", .digest(.sha1, rounds: 1, .saltFirst), "4ynUBUr/OQVsCQQZk/6FmoYdJy8="),
            Answer("SHA-1, 3 rounds", .digest(.sha1, rounds: 3, .passwordFirst), "1KcT0q+EDnj4srp/Y+SpVe39NUk="),
            Answer("SHA-256", .digest(.sha256, rounds: 1, .saltFirst), "sgq3SqJUn34ToOiGy0RxzC5w/NLOgHXA7mSDq7phMvM="),
            Answer(
                "SHA-256, 3 rounds", .digest(.sha256, rounds: 3, .passwordFirst), "29AoRmDJ5NwHmJx4Y2qu3SnRCLxiQC5/bkB187c0Fpw="),
            Answer(
                "SHA-512", .digest(.sha512, rounds: 1, .saltFirst),
                "2p0svfOgDTflOF7HK5wbHP+05l4lkdV8P+FFq+p6aHPQS7uBGa9TyGc8DfxZsfkcaV2Mfod35WxAzaj5yBEKYw=="),
            Answer(
                "SHA-512, 3 rounds", .digest(.sha512, rounds: 3, .passwordFirst),
                "lWtGHkN6zoiVw/bkcU6fo3WJR8eG/JVPB1aLLJK0ljGmCr5axMLIBJnHw+rEdEw4y2l9aarI9reFnmAqCo6+2w=="),
        ])
    }

    /// By Python's hmac.
    @Test func keyedDigests() throws {
        let key = Data("secret".utf8)
        try check([
            Answer("MD5", .hmac(.md5, .passwordFirst), key: key, "4tZGVrzeu9LZ9eWZ03FrLg=="),
            Answer("MD5, salt first", .hmac(.md5, .saltFirst), key: key, "YZXdKOf2tNj3E9k4RWrpnw=="),
            Answer("SHA-1", .hmac(.sha1, .passwordFirst), key: key, "tSjltw8SZxad1AY6k8wDYCwUeyI="),
            Answer("SHA-256", .hmac(.sha256, .passwordFirst), key: key, "C5WKh+Qa5RkMlq+h5DX5XKsBOsQt/DEKEaUBAMQqrlI="),
            Answer(
                "SHA-256, salt first", .hmac(.sha256, .saltFirst), key: key, "ExOA8YX6DO2P838cxsMMdHTddVwTeqjm1H9BMFO7qWE="),
            Answer(
                "SHA-512", .hmac(.sha512, .passwordFirst), key: key,
                "yoFsygT+IMma1lMv+IqBvfHM1DCminat6m9ku6Re5nl8QSy9Z3BwPG9FnejSRcu99tK4xSVVkY6I9euOf8nmQA=="),
        ])
    }

    /// From the tests of the reference implementation.
    @Test func argon2() throws {
        func algorithm(_ kind: Argon2Variant.Kind, isOld: Bool = false, lanes: Int) -> HashAlgorithm {
            .argon2(Argon2Variant(kind, isOld: isOld), passes: 2, memoryKib: 256, lanes: lanes)
        }
        try check([
            Answer(
                "i, 0x10", algorithm(.i, isOld: true, lanes: 1), password: "password", salt: "somesalt",
                hex: "fd4dd83d762c49bdeaf57c47bdcd0c2f1babf863fdeb490df63ede9975fccf06"),
            Answer(
                "i, 0x10, 2 lanes", algorithm(.i, isOld: true, lanes: 2), password: "password", salt: "somesalt",
                hex: "b6c11560a6a9d61eac706b79a2f97d68b4463aa3ad87e00c07e2b01e90c564fb"),
            Answer(
                "i, 0x13", algorithm(.i, lanes: 1), password: "password", salt: "somesalt",
                hex: "89e9029f4637b295beb027056a7336c414fadd43f6b208645281cb214a56452f"),
            Answer(
                "id, 0x13", algorithm(.id, lanes: 1), password: "password", salt: "somesalt",
                hex: "9dfeb910e80bad0311fee20f9c0e2b12c17987b4cac90c2ef54d5b3021c68bfe"),
            Answer(
                "id, 0x13, 2 lanes", algorithm(.id, lanes: 2), password: "password", salt: "somesalt",
                hex: "6d093c501fd5999645e0ea3bf620d7b8be7fd2db59c20d9fff9539da2bf57037"),
        ])
        // The variant and the associated data matter.
        let scheme = PasswordScheme(algorithm(.id, lanes: 1), length: 32)
        let plain = try ForeignHash(scheme, key: Data(), salt: Data("somesalt".utf8)).digest(of: "password")
        let with = try ForeignHash(scheme, key: Data("data".utf8), salt: Data("somesalt".utf8)).digest(of: "password")
        let other = try ForeignHash(
            PasswordScheme(algorithm(.d, lanes: 1), length: 32), key: Data(), salt: Data("somesalt".utf8)
        ).digest(of: "password")
        #expect(plain != with && plain != other && with != other)
    }
}
