import Testing
import VinculaCrypto

/// What is said of a certificate that cannot be used: whoever configures a SAML provider reads it.
@Suite("Certificates of identity providers")
struct XMLSignatureCertificateTests {
    /// An RSA key of 1024 bits.
    private static let short = """
        -----BEGIN CERTIFICATE-----
        MIIB/DCCAWWgAwIBAgIUZ4l180GtxQ+Io2K5NgUazKSwshQwDQYJKoZIhvcNAQEL
        BQAwEDEOMAwGA1UEAwwFc2hvcnQwHhcNMjYxMTI2MDQ0NzQwWhcNMzYxMTIzMDQ0
        NzQwWjAQMQ4wDAYDVQQDDAVzaG9ydDCBnzANBgkqhkiG9w0BAQEFAAOBjQAwgYkC
        gYEAxUoaP2U0L8ibGPTuRtG9u8uRyY3vPM4qGfaEdoCjuHFPKrQOdh3lATBkU4kc
        YUvBiXmSTiuq+XMF0N7HfJ5xcMD/oDldyyjFPTdTXH1u9xjBQXq1sF3q/uNqhdTJ
        0g85eEA8+srxx4cKrAh+jqwzAuspenidrWphs2twdresBMECAwEAAaNTMFEwHQYD
        VR0OBBYEFDqM+GgSh5xIfGhFSGEJ06eVTHsnMB8GA1UdIwQYMBaAFDqM+GgSh5xI
        fGhFSGEJ06eVTHsnMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZIhvcNAQELBQADgYEA
        IKSecj0GpG9VMHL72+2oGvPv2f6+LYnF//Kr/Ixg6iVJI1ZocDl9Xhc3LEMoI8N6
        tnO/S6l/QS4AwSmwq+Hk7yxhkMnXveHf5r5zbOtuRwqgD8OX0dd47/MqPIY2ZtYG
        xqOxUoYj7kTw45MN8qtdc4/ucDcADmW17ArRFkeXphs=
        -----END CERTIFICATE-----
        """
    /// An Ed25519 key.
    private static let edwards = """
        -----BEGIN CERTIFICATE-----
        MIIBLjCB4aADAgECAhQxdORnUGa5Ql3TiNE2PCKlJM2LAzAFBgMrZXAwDTELMAkG
        A1UEAwwCZWQwHhcNMjYxMTI2MDQ0NzQwWhcNMzYxMTIzMDQ0NzQwWjANMQswCQYD
        VQQDDAJlZDAqMAUGAytlcAMhAJlW5xQuFyLF2BkE9H8Ng/Bwvg2h0PTGXM7tP1nq
        JPp0o1MwUTAdBgNVHQ4EFgQU2SLUG3xZuzFLOt21vKET/+71fnowHwYDVR0jBBgw
        FoAU2SLUG3xZuzFLOt21vKET/+71fnowDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXAD
        QQABdvCJro3loOQdnE7xaZ5RRU+f4u+1X4rFUGMXUgf03uRtmn2j0wP9MGKAIrFt
        qHAWeizedMfv3IVFd6Yj4hoO
        -----END CERTIFICATE-----
        """
    /// A key of a curve that nobody uses in SAML.
    private static let otherCurve = """
        -----BEGIN CERTIFICATE-----
        MIIBbDCCARKgAwIBAgIUXS7sMW7xBEB77xfsxfxHOpos450wCgYIKoZIzj0EAwIw
        DTELMAkGA1UEAwwCazEwHhcNMjYxMTI2MDQ0NzQwWhcNMzYxMTIzMDQ0NzQwWjAN
        MQswCQYDVQQDDAJrMTBWMBAGByqGSM49AgEGBSuBBAAKA0IABGXsorTKBTOhksT9
        n70Yr/HkNzVmtOziN8LAl1RzA9uLd5OJfC1HoikYf7ZVAkD5XAIZplXXUW5Lp86G
        kMQIRCKjUzBRMB0GA1UdDgQWBBR70aQLtuJdMXdgkk5REgDN1dKlqzAfBgNVHSME
        GDAWgBR70aQLtuJdMXdgkk5REgDN1dKlqzAPBgNVHRMBAf8EBTADAQH/MAoGCCqG
        SM49BAMCA0gAMEUCIQDCCYHTAP4o9GkX3yNJMltAJkOmY/Uis9n22OSPRzX0SAIg
        W0qGHCeFFb04xEAsrJQ1LrxdnX4d6WcsZZGjXARiHCk=
        -----END CERTIFICATE-----
        """

    @Test(
        "The reason is the right one",
        arguments: [
            (short, "its RSA key does not have 2048 to 8192 bits."),
            (edwards, "its key is neither RSA nor of the curves P-256, P-384 and P-521."),
            ("", "it is not an X.509 certificate in PEM."), ("MII", "it is not an X.509 certificate in PEM."),
            (String(short.dropLast(30)), "it is not an X.509 certificate in PEM."),
            (otherCurve, "its key is neither RSA nor of the curves P-256, P-384 and P-521."),
        ])
    func reason(pem: String, words: String) {
        #expect(throws: XMLSignatureCertificate.Unusable.self) { try XMLSignatureCertificate(pem) }
        do {
            _ = try XMLSignatureCertificate(pem)
        } catch {
            #expect(error.description == words)
        }
    }
}
