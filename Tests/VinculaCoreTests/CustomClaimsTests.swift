import Testing
import VinculaCore

struct CustomClaimsTests {
    @Test func `claims are kept as received`() throws {
        let text = #"{ "role":"admin", "levels":[1,2.5,null], "deep":{"a":{"b":true}} }"#
        let claims = try CustomClaims(text)
        #expect(claims.text == text)
        #expect(claims.members["role"] == "admin")
        #expect(claims.members["deep"]?["a"]?["b"] == true)
        #expect(CustomClaims(stored: text) == claims)
    }

    @Test("T115 the token's standard claim names are refused", arguments: CustomClaims.reservedNames.sorted())
    func reserved(name: String) {
        #expect(throws: AuthError.forbiddenClaim(name)) { try CustomClaims(#"{"a":1,"\#(name)":2}"#) }
    }

    @Test("a name that only looks reserved passes", arguments: ["SUB", "sub ", "__proto__", "constructor", "email", "admin"])
    func unreserved(name: String) throws {
        #expect(try CustomClaims(#"{"\#(name)":1}"#).members[name] == 1)
    }

    @Test func `an escaped reserved name is reserved`() {
        #expect(throws: AuthError.forbiddenClaim("sub")) { try CustomClaims(#"{"\u0073ub":1}"#) }
    }

    @Test func `a reserved name at a deeper level is not reserved`() throws {
        #expect(try CustomClaims(#"{"a":{"sub":1}}"#).members["a"]?["sub"] == 1)
    }

    @Test func `a thousand characters are the most`() throws {
        func text(_ length: Int) -> String { #"{"a":""# + String(repeating: "x", count: length - 8) + #""}"# }
        #expect(text(1000).count == 1000)
        #expect(try CustomClaims(text(1000)).text.count == 1000)
        #expect(throws: AuthError.claimsTooLarge) { try CustomClaims(text(1001)) }
    }

    @Test(
        "anything but a JSON object is refused",
        arguments: ["", "x", "null", "1", "[]", #""a""#, "{", #"{"a":}"#, "{a:1}", #"{"a":1}{"b":2}"#, #"{"a":1} x"#])
    func notAnObject(text: String) {
        #expect(throws: AuthError.invalidClaims) { try CustomClaims(text) }
    }

    @Test func `stored settings are accepted unchanged, even if invalid`() {
        #expect(CustomClaims(stored: "broken").members.isEmpty)
    }
}
