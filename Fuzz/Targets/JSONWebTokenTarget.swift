import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine
import VinculaProviders

/// A token as a string; or three lines (header, claims, key set), assembled into a token, so that mutations reach the JSON.
enum JSONWebTokenTarget {
    /// The only token signed with the key in ``keySet``; the private key was discarded.
    static let signed =
        "eyJhbGciOiJFZERTQSIsImtpZCI6ImsifQ."
        + "eyJpc3MiOiJodHRwczovL2lzc3Vlci5leGFtcGxlIiwiYXVkIjoiY2xpZW50Iiwic3ViIjoiYW5hIiwiaWF0IjoxODAwMDAwMDAwLCJleHAiOjE4MDAwMDM2MDAsIm5vbmNlIjoibm9uY2UifQ."
        + "IOMAQHzRNibUdkYUf_FsxBlpiHP652tYUuxAMSR4mpitm62e5_rXar6hfkzB7FBSrpN0VkCsdOn6_mnG5gY7Cw"
    static let keySet = #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"k","x":"tO_Au3Nc0hnENOOk7nTc7pQwNU4GGwWU8wviqmm9-dQ"}]}"#
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let rules = IDTokenRules(issuers: ["https://issuer.example"], clientIDs: ["client"])
    private static let trusted = JSONWebKeySet(json: Data(keySet.utf8)) ?? JSONWebKeySet(keys: [])

    static func run(_ input: [UInt8]) throws {
        let text = String(decoding: input, as: UTF8.self)
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count > 1 else { return try check(text) }
        try check(Data(lines[0].utf8).base64URL + "." + Data(lines[1].utf8).base64URL + ".c2ln")
        if lines.count > 2 { try checkKeySet(Data(lines[2].utf8)) }
    }

    private static func check(_ text: String) throws {
        guard let token = JSONWebToken(text) else { return }
        let segments = text.split(separator: ".", omittingEmptySubsequences: false)
        try demand(segments.count == 3 && text.utf8.count <= JSONWebToken.maximumLength, "A token of another form: \(text)")
        for segment in segments {
            let data = Data(base64URL: segment)
            try demand(data?.base64URL.isExactly(String(segment)) == true, "A segment with two spellings: \(segment)")
        }
        try demand(token.header["crit"] == nil, "A token with critical extensions")
        try demand((token.keyID ?? "").utf8.count <= 256, "A key id of \(token.keyID?.utf8.count ?? 0) bytes")
        if token.isSigned(by: trusted) { try demand(text.isExactly(signed), "An unsigned token is accepted: \(text)") }
        try checkClaims(token)
    }

    private static func checkClaims(_ token: JSONWebToken) throws {
        guard let subject = try? rules.check(token, nonce: "nonce", now: now) else { return }
        try demand(IDTokenRules.isSubject(subject), "An invalid subject: \(subject)")
        try demand(token.claims["iss"]?.string?.isExactly("https://issuer.example") == true, "Another issuer's token")
        try demand((token.claims["exp"]?.int ?? 0) > now.seconds - 60, "A token that has expired")
        try demand((token.claims["iat"]?.int ?? .max) <= now.seconds + 60, "A token from the future")
        try demand(token.claims["aud"]?.text.contains("\"client\"") == true, "A token for others")
    }

    private static func checkKeySet(_ json: Data) throws {
        guard let set = JSONWebKeySet(json: json) else { return }
        try demand(set.keys.count <= JSONWebKeySet.maximumCount, "Too many keys")
        guard let token = JSONWebToken(signed) else { throw BrokenInvariant(description: "The signed token cannot be read") }
        // A party that chooses the keys can sign anything; verification only has to terminate.
        _ = token.isSigned(by: set)
        for key in set.keys { _ = key.published }
    }
}
