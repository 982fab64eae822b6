import Foundation
import Testing

@testable import VinculaProviders

struct OAuth1SignatureTests {
    @Test func `the base string is RFC 5849's (3.4.1.1)`() {
        let fields = [
            ("b5", "=%3D"), ("a3", "a"), ("c@", ""), ("a2", "r b"), ("oauth_consumer_key", "9djdj82h48djs9d2"),
            ("oauth_token", "kkk9d7dh3k39sjv7"), ("oauth_signature_method", "HMAC-SHA1"), ("oauth_timestamp", "137131201"),
            ("oauth_nonce", "7d8f3e4a"), ("c2", ""), ("a3", "2 q"),
        ]
        let base = OAuth1Signature.baseString(method: "post", url: "http://EXAMPLE.COM:80/request", fields: fields)
        #expect(
            base
                == "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2"
                + "%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1"
                + "%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7")
    }

    @Test func `a port of its own stays`() {
        #expect(
            OAuth1Signature.baseString(method: "GET", url: "https://a.test:8443/x", fields: [])
                == "GET&https%3A%2F%2Fa.test%3A8443%2Fx&")
        #expect(
            OAuth1Signature.baseString(method: "GET", url: "https://a.test:443/x", fields: []) == "GET&https%3A%2F%2Fa.test%2Fx&")
    }

    // Made by oauthlib 3.3.1: signature.sign_hmac_sha1_with_client.
    @Test func `a signature is oauthlib's`() {
        let signature = OAuth1Signature(
            consumerKey: "ck", consumerSecret: "c&s/é", token: "t-1", tokenSecret: "ts%", nonce: "nonce1",
            timestamp: 1_700_000_000)
        let header = signature.authorization(
            method: "GET", url: "https://api.x.com/1.1/account/verify_credentials.json",
            query: [("include_email", "true"), ("q", "a b+c~ü")])
        #expect(header.contains("oauth_signature=\"%2BHV%2Bqaygv8MOLvIy9U06EB%2Bfk0o%3D\""), "\(header)")
        #expect(header.hasPrefix("OAuth oauth_consumer_key=\"ck\", "))
    }
}
