import Dispatch
import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// The page of a SAML identity provider: the browser carries a request there (HTTP-Redirect), and posts the answer back
/// (HTTP-POST; SAML 2.0 Bindings §3.4 and §3.5).
struct SAMLPage: Sendable {
    /// The longest answer, in bytes of base64.
    private static let longestAnswer = XMLText.maximumLength * 4 / 3 + 4
    /// Documents are read and signatures checked here, so that they block no thread that others need.
    private static let queue = DispatchQueue(label: "vincula.saml", attributes: .concurrent)

    private let configuration: OpenIDProvider
    private let connection: SAMLConnection
    /// The private key that signs requests, in DER.
    private let key: Data?

    /// - Throws: ``AuthError/providerNotConfigured``, ``AuthError/providerDisabled``.
    init(_ id: ProviderID, configured: OpenIDProvider?, client: ProviderClient?) throws(AuthError) {
        guard let configured, configured.id == id, let connection = configured.saml, !configured.issuer.isEmpty else {
            throw .providerNotConfigured
        }
        guard configured.isEnabled else { throw .providerDisabled }
        configuration = configured
        self.connection = connection
        key = client?.secret.flatMap { Data(base64Encoded: $0) }
    }

    func begin(_ order: ProviderPageOrder, now: Timestamp) throws -> ProviderPage {
        guard order.scopes.isEmpty else { throw AuthError.invalidArgument("SAML providers have no scopes.") }
        let request = """
            <samlp:AuthnRequest xmlns:samlp="\(SAML.protocol)" xmlns:saml="\(SAML.assertion)" ID="\(Self.requestID(of: order))" \
            Version="2.0" IssueInstant="\(Self.text(now))" Destination="\(HTMLText.escaped(connection.ssoURL))" \
            AssertionConsumerServiceURL="\(HTMLText.escaped(order.redirectURI))" ProtocolBinding="\(SAML.post)">\
            <saml:Issuer>\(HTMLText.escaped(configuration.clientID))</saml:Issuer>\
            <samlp:NameIDPolicy AllowCreate="true"/></samlp:AuthnRequest>
            """
        var query = [
            ("SAMLRequest", Deflate.stored(Data(request.utf8)).base64EncodedString()), ("RelayState", order.state),
        ]
        if connection.signsRequests {
            guard let key else { throw AuthError.operationNotAllowed("\(order.provider) has no key to sign requests with.") }
            query.append(("SigAlg", XMLSignatureCertificate.Algorithm.rsaSHA256.rawValue))
            let signature = try RSASigningKey(der: key).sign(Data(QueryText.encode(query).utf8))
            query.append(("Signature", signature.base64EncodedString()))
        }
        let own = Set(["samlrequest", "samlencoding", "relaystate", "sigalg", "signature"])
        query += order.customParameters.filter { !own.contains($0.key.lowercased()) }.sorted { $0.key < $1.key }
            .map { (QueryText.escaped($0.key), $0.value) }
        let url = connection.ssoURL + (connection.ssoURL.contains("?") ? "&" : "?") + QueryText.encode(query)
        return ProviderPage(url: url, answersByForm: true)
    }

    func finish(_ answer: ProviderPageAnswer, trust: ProviderTrust, now: Timestamp) async throws -> VerifiedIdentity {
        guard let text = answer.fields["SAMLResponse"], text.utf8.count <= Self.longestAnswer,
            let data = Data(base64Encoded: text.filter { !$0.isWhitespace })
        else { throw AuthError.invalidIDPResponse("\(configuration.id)'s page came back without a SAMLResponse in base64.") }
        let certificates = connection.certificates
        let response = try await withCheckedThrowingContinuation { continuation in
            Self.queue.async {
                let keys = certificates.compactMap { try? XMLSignatureCertificate($0) }
                continuation.resume(with: Result { try SAMLReader.read(data, keys: keys) })
            }
        }
        let rules = SAMLRules(
            issuer: configuration.issuer, audience: configuration.clientID, recipient: answer.order.redirectURI,
            requestID: Self.requestID(of: answer.order))
        let validUntil: Timestamp
        do {
            validUntil = try rules.check(response, now: now)
        } catch {
            throw AuthError.invalidIDPResponse(error.rawValue)
        }
        var identity = IdentityFacts(SAMLPerson(response.assertion), of: configuration)
            .verified(trust: trust, idToken: nil, accessToken: nil)
        identity.once = VerifiedIdentity.Once(id: response.assertion.id, expiresAt: validUntil)
        return identity
    }

    /// The request's ID: as secret and as new as the nonce that it is made from.
    static func requestID(of order: ProviderPageOrder) -> String { "_" + order.nonce }

    private static func text(_ time: Timestamp) -> String {
        Date(timeIntervalSince1970: Double(time.seconds)).formatted(.iso8601)
    }
}

extension IdentityFacts {
    /// The facts that a SAML identity provider states. Its word is that the email is the person's; the trust says what that
    /// proves.
    init(_ person: SAMLPerson, of provider: OpenIDProvider) {
        self.init(
            key: IdentityKey(provider: provider.id, issuer: provider.issuer, subject: person.subject), claims: .object([:]))
        email = person.email
        saysVerified = true
        profile = Profile(displayName: person.displayName)
        details.firstName = person.firstName
        details.lastName = person.lastName
        details.rawUserInfo = person.attributes
    }
}

/// DEFLATE (RFC 1951), as far as requests need it.
enum Deflate {
    /// Writes bytes in blocks that are stored as they are: a request has a few hundred.
    static func stored(_ data: Data) -> Data {
        var out = Data()
        var rest = data[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let count = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            for number in [count, ~count] { out.append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)]) }
            out.append(block)
        } while !rest.isEmpty
        return out
    }
}
