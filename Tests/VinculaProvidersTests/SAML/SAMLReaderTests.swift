import Foundation
import TestSupport
import Testing
import VinculaCore
import VinculaCrypto
import VinculaProviders

/// Hostile and honest answers of a SAML identity provider, without a server around the parser.
@Suite("SAML responses")
struct SAMLReaderTests {
    private let issuer: SAMLIssuer
    private let other: SAMLIssuer

    init() throws {
        issuer = try SAMLIssuer.shared.get()
        other = try SAMLIssuer.other.get()
    }

    private var draft: SAMLDraft {
        var draft = SAMLDraft(
            nameID: "ana", audience: "https://sp.example", recipient: "https://sp.example/acs", requestID: "_r",
            now: Timestamp(seconds: 1_800_000_000))
        draft.assertionID = "_a"
        draft.attributes = [("mail", ["ana@acme.example"]), ("groups", ["a & b", "<c>"])]
        return draft
    }

    private func read(_ text: String, by signer: SAMLIssuer? = nil) throws -> SAMLResponse {
        try SAMLReader.read(Data(text.utf8), keys: [try XMLSignatureCertificate((signer ?? issuer).certificate)])
    }

    /// The reason for a refusal; `nil` if the answer is accepted.
    private func refusal(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch AuthError.invalidIDPResponse(let text) {
            return text
        } catch {
            return "\(error)"
        }
    }

    @Test("The response, the assertion or both may be signed")
    func honest() throws {
        let draft = draft
        let unsigned = draft.assertion.before + draft.assertion.after
        for text in [
            try draft.response(by: issuer), try draft.response(unsigned, signedBy: issuer),
            try draft.response(try draft.signedAssertion(by: issuer), signedBy: issuer),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + (try draft.response(by: issuer)) + "\n",
        ] {
            let response = try read(text)
            #expect(response.assertion.nameID.value == "ana" && response.assertion.issuer == draft.issuer)
            #expect(response.assertion.attributes.map(\.values) == [["ana@acme.example"], ["a & b", "<c>"]])
            #expect(response.assertion.conditions?.audiences == [["https://sp.example"]])
            #expect(response.assertion.confirmations.first?.recipient == "https://sp.example/acs")
            #expect(response.envelope.inResponseTo == "_r" && response.envelope.destination == "https://sp.example/acs")
        }
    }

    @Test("T241 What nobody signed, another signed, or was changed afterwards")
    func unsigned() throws {
        let draft = draft
        #expect(refusal(try draft.response(draft.assertion.before + draft.assertion.after))?.contains("is signed") == true)
        #expect(refusal(try draft.response(by: other))?.contains("configured certificate") == true)
        // The envelope's signature does not make up for the assertion's, nor the other way round.
        let ours = try draft.signedAssertion(by: issuer)
        #expect(refusal(try draft.response(try draft.signedAssertion(by: other), signedBy: issuer)) != nil)
        #expect(refusal(try draft.response(ours, signedBy: other)) != nil)
        let good = try draft.response(by: issuer)
        for (from, to) in [
            (">ana<", ">eve<"), ("a &amp; b", "root"), ("https://sp.example<", "https://evil.example<"),
            ("<saml:Conditions", "<saml:Conditions x=\"\""),
        ] {
            #expect(good.contains(from))
            #expect(refusal(good.replacing(from, with: to))?.contains("changed after it was signed") == true, "\(to)")
        }
        // White space between the elements is signed, too.
        #expect(refusal(good.replacing("<saml:Subject>", with: "\n<saml:Subject>")) != nil)
    }

    @Test("T241 Weak algorithms, other transforms, other references, and keys that the signature brings")
    func methods() throws {
        func refused(_ change: (inout SAMLIssuer.Method) -> Void, by signer: SAMLIssuer? = nil) throws -> String? {
            var method = SAMLIssuer.Method()
            change(&method)
            return refusal(try draft.response(try draft.signedAssertion(by: signer ?? issuer, method)))
        }
        let xml = "http://www.w3.org/2000/09/xmldsig#"
        for name in [
            xml + "rsa-sha1", xml + "hmac-sha1", "http://www.w3.org/2001/04/xmldsig-more#hmac-sha256", xml + "dsa-sha1",
            "http://www.w3.org/2001/04/xmldsig-more#rsa-md5", "http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "",
        ] {
            #expect(try refused { $0.algorithm = name } != nil, "\(name)")
            #expect(try refused { ($0.algorithm, $0.usesMAC) = (name, true) } != nil, "\(name) as a MAC")
        }
        #expect(try refused { $0.usesMAC = true } != nil)
        for name in [xml + "sha1", "http://www.w3.org/2001/04/xmldsig-more#md5", ""] {
            #expect(try refused { $0.digest = name }?.contains("digest") == true, "\(name)")
        }
        for name in [
            "http://www.w3.org/TR/2001/REC-xml-c14n-20010315", "http://www.w3.org/2001/10/xml-exc-c14n#WithComments", "",
        ] {
            #expect(try refused { $0.canonicalization = name }?.contains("exc-c14n") == true, "\(name)")
            #expect(try refused { $0.transforms[1] = name }?.contains("exc-c14n") == true, "\(name)")
        }
        for transforms in [
            [], [xml + "enveloped-signature"], ["http://www.w3.org/2001/10/xml-exc-c14n#"],
            ["http://www.w3.org/TR/1999/REC-xslt-19991116", "http://www.w3.org/2001/10/xml-exc-c14n#"],
            ["http://www.w3.org/TR/1999/REC-xpath-19991116", "http://www.w3.org/2001/10/xml-exc-c14n#"],
            [
                xml + "enveloped-signature", "http://www.w3.org/2002/06/xmldsig-filter2",
                "http://www.w3.org/2001/10/xml-exc-c14n#",
            ],
            [xml + "base64"],
        ] {
            #expect(try refused { $0.transforms = transforms }?.contains("transform") == true, "\(transforms)")
        }
        for id in ["_b", "", "xpointer(/)"] {
            #expect(try refused { $0.referenceID = id }?.contains("not about the element") == true, "\(id)")
        }
        #expect(try refused { $0.moreReferences = "<ds:Reference URI=\"http://127.0.0.1:1/\"></ds:Reference>" } != nil)
        #expect(try refused { $0.appendix = "<ds:Object></ds:Object>" } != nil)
        // The keys in a signature are not looked at: they neither harm nor help.
        let body = other.certificate.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
        let info = "<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\(body)</ds:X509Certificate></ds:X509Data></ds:KeyInfo>"
        #expect(try refused { $0.appendix = info } == nil)
        #expect(try refused({ $0.appendix = info }, by: other) != nil)
    }

    @Test("T240 Signed assertions that are moved, copied and wrapped")
    func wrapping() throws {
        let draft = draft
        var evil = draft
        evil.nameID = "eve"
        let signed = try draft.signedAssertion(by: issuer)
        let bare = draft.assertion.before + draft.assertion.after
        let signature = try issuer.signature(of: bare, id: "_a")
        func forged(id: String, inside: String = "") -> String {
            var copy = evil
            copy.assertionID = id
            return copy.assertion.before + inside + copy.assertion.after
        }
        let whole = try draft.response(bare, signedBy: issuer)
        let cases: [(String, String)] = [
            // XSW1 and XSW2: the signed response is inside, or beside, the signature of a forged one.
            ("1", try draft.response(forged(id: "_e")).replacing("<samlp:Status>", with: "\(whole)<samlp:Status>")),
            (
                "2",
                try draft.response(forged(id: "_e")).replacing(
                    "<samlp:Status>", with: "<ds:Object xmlns:ds=\"\(SAML.signature)\">\(whole)</ds:Object><samlp:Status>")
            ),
            // XSW3: before the signed assertion. XSW4: around it.
            ("3", try draft.response(forged(id: "_e") + signed)), ("3, after", try draft.response(signed + forged(id: "_e"))),
            ("4", try draft.response(forged(id: "_e", inside: signed))),
            // XSW5: the forged one has the signature, the signed one is elsewhere. XSW6: within the signature.
            ("5", try draft.response(forged(id: "_e", inside: signature) + bare)),
            ("5, same id", try draft.response(forged(id: "_a", inside: signature))),
            (
                "6",
                try draft.response(
                    forged(id: "_e", inside: signature.replacing("</ds:Signature>", with: bare + "</ds:Signature>")))
            ),
            // XSW7: in extensions, which anything may be in. XSW8: in an object of the signature.
            ("7", try draft.response("<samlp:Extensions>\(forged(id: "_e"))</samlp:Extensions>" + signed)),
            (
                "8",
                try draft.response(
                    forged(
                        id: "_e",
                        inside: signature.replacing(
                            "</ds:Signature>", with: "<ds:Object>\(bare)</ds:Object></ds:Signature>")))
            ),
            ("two that are signed", try draft.response(signed + signed.replacing("_a", with: "_c"))),
            ("the same one twice", try draft.response(signed + signed)),
            ("no response around it", signed),
            ("another response around it", "<x xmlns=\"urn:x\">\(try draft.response(signed))</x>"),
            (
                "the same id on another element",
                try draft.response(signed).replacing("<samlp:Status>", with: "<samlp:Status Id=\"_a\">")
            ),
            (
                "a signature in the subject",
                try draft.response(bare.replacing("<saml:Subject>", with: "<saml:Subject>\(signature)"))
            ),
            (
                "an assertion of another version of SAML",
                try draft.response(signed).replacing(
                    "<samlp:Status>", with: "<Assertion xmlns=\"urn:oasis:names:tc:SAML:1.0:assertion\"/><samlp:Status>")
            ),
        ]
        for (name, text) in cases { #expect(refusal(text) != nil, "XSW \(name)") }
        #expect(refusal(try draft.response(signed)) == nil)
        // Whatever stands around a signed assertion cannot change what is read.
        let around = try draft.response(signed).replacing(
            "<samlp:Status>", with: "<saml:Issuer xmlns:saml=\"\(SAML.assertion)\">eve</saml:Issuer><samlp:Status>")
        #expect((try? read(around))?.assertion.issuer == draft.issuer)
    }

    @Test("T242 Document types, entities, comments, CDATA, instructions, other encodings")
    func xml() throws {
        let good = try draft.response(by: issuer)
        let laughs = (0..<10).map { "<!ENTITY l\($0 + 1) \"\(String(repeating: "&l\($0);", count: 10))\">" }.joined()
        for text in [
            "<!DOCTYPE r [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>" + good.replacing(">ana<", with: ">&x;<"),
            "<!DOCTYPE r SYSTEM \"http://127.0.0.1:1/r.dtd\">" + good,
            "<!DOCTYPE r [<!ENTITY l0 \"ha\">\(laughs)]>" + good.replacing(">ana<", with: ">&l10;<"),
            good.replacing(">ana<", with: ">ana<!-- -->.evil.example<"), good.replacing(">ana<", with: "><![CDATA[ana]]><"),
            good.replacing(">ana<", with: ">ana<?x y?><"), "<?x y?>" + good, good + "<?x y?>", "<!-- -->" + good,
            good.replacing(">ana<", with: ">&ana;<"), good + "x", good + good, "", "x", "<a>", "<a b=\"1\" b=\"2\"/>",
            String(repeating: "<a>", count: 1000), "\u{0}" + good,
        ] {
            #expect(refusal(text) != nil, "\(text.prefix(80))")
        }
        // In UTF-16, none of this looks as it does in UTF-8.
        let wide = try #require(("<?xml version=\"1.0\" encoding=\"UTF-16\"?><!DOCTYPE r []>" + good).data(using: .utf16))
        #expect(throws: AuthError.self) {
            try SAMLReader.read(wide, keys: [try XMLSignatureCertificate(issuer.certificate)])
        }
        // A declaration cannot make the parser read other bytes than were checked.
        #expect(refusal("<?xml version=\"1.0\" encoding=\"UTF-7\"?>" + good.replacing(">ana<", with: ">+ADwAIQ--<")) != nil)
    }

    @Test("T245 Answers that are too long, too deep, or have too much of something")
    func size() throws {
        var draft = draft
        func answer(_ change: (inout SAMLDraft) -> Void) throws -> String {
            var copy = draft
            change(&copy)
            return try copy.response(by: issuer)
        }
        #expect(refusal(try answer { $0.attributes = (0..<200).map { ("a\($0)", ["b"]) } }) == nil)
        #expect(refusal(try answer { $0.attributes = (0..<201).map { ("a\($0)", ["b"]) } }) != nil)
        #expect(refusal(try answer { $0.attributes = [("a", [String(repeating: "b", count: 4097)])] }) != nil)
        #expect(refusal(try answer { $0.attributes = [("a", ["b" + String(repeating: "\u{301}", count: 100)])] }) != nil)
        #expect(refusal(try answer { $0.attributes = [(String(repeating: "a", count: 513), ["b"])] }) != nil)
        draft.attributes = []
        let long = try draft.response(by: issuer).replacing(
            "<samlp:Status>", with: String(repeating: " ", count: XMLText.maximumLength) + "<samlp:Status>")
        #expect(refusal(long)?.contains("longer than") == true)
        let many = try draft.response(by: issuer).replacing(
            "<samlp:Status>", with: String(repeating: "<x/>", count: 6000) + "<samlp:Status>")
        #expect(refusal(many)?.contains("too much of it") == true)
    }

    @Test("What an identity provider refuses, encrypts or cannot date")
    func others() throws {
        var draft = draft
        draft.status = "urn:oasis:names:tc:SAML:2.0:status:Responder"
        #expect(throws: AuthError.providerRefused(code: "Responder")) { try read(try draft.response(by: issuer)) }
        draft.status = "urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"
        #expect(throws: AuthError.providerRefused(code: "access_denied")) { try read(try draft.response("")) }
        draft.status = SAML.success
        let encrypted = "<saml:EncryptedAssertion xmlns:saml=\"\(SAML.assertion)\"></saml:EncryptedAssertion>"
        #expect(refusal(try draft.response(encrypted))?.contains("Encrypted") == true)
        let parts = draft.assertion
        let zoned = parts.after.replacing("Z\"", with: "+00:00\"")
        let signature = try issuer.signature(of: parts.before + zoned, id: "_a")
        #expect(refusal(try draft.response(parts.before + signature + zoned))?.contains("UTC") == true)
    }
}
