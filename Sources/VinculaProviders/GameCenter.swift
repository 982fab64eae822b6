import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

extension BuiltInProvider {
    static let gameCenter = BuiltInProvider(
        id: .gameCenter, title: "Game Center",
        mark: """
            M8 2a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM18 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM16 14a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z\
            M6.500 16a3 3 0 1 1 0 6 3 3 0 0 1 0-6z
            """)
}

/// Sign in with Apple's Game Center: a signature over the player's id, the game and the time, by a key that Apple publishes.
///
/// A client sends up to three ids of the player, but the signature covers only one, and only that one is believed: someone
/// who sends another player's id along with their own signature is still signed in as themselves.
struct GameCenter: Sendable {
    /// The maximum age of a signature, in seconds.
    static let maximumAge: Int64 = 600
    /// The maximum time by which the signer's clock may be ahead, in seconds.
    static let leeway: Int64 = 60

    let options: ProviderOptions.GameCenter
    let clock: any VinculaEngine.Clock
    let certificates: GameCenterCertificates

    /// - Parameter client: The project's own games, if it names any.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/providerUnavailable(_:)``, or
    ///   ``AuthError/providerNotConfigured``.
    func identity(_ signed: GameCenterSignature, client: ProviderClient?) async throws(AuthError) -> VerifiedIdentity {
        let games = client?.ids ?? options.bundleIDs
        guard !games.isEmpty else { throw .providerNotConfigured }
        let players = [signed.teamPlayerID, signed.gamePlayerID, signed.playerID].compactMap(\.self).filter { !$0.isEmpty }
        guard !players.isEmpty, players.allSatisfy(Self.isPlayerID) else {
            throw .invalidIDPResponse("The player's id is missing or invalid.")
        }
        guard (1...1024).contains(signed.signature.count), (1...128).contains(signed.salt.count) else {
            throw .invalidIDPResponse("The signature or its salt is missing or too long.")
        }
        try checkTime(signed.timestamp)
        let certificate = try await certificates.certificate(at: try keyURL(signed.publicKeyURL))
        let now = Date(timeIntervalSince1970: Double(clock.now.seconds))
        guard certificate.notBefore <= now, now <= certificate.notAfter else {
            throw .invalidIDPResponse("The certificate of the signing key is not valid now.")
        }
        for player in players {
            for game in games where certificate.isValid(signed.signature, of: Self.message(player, game, signed)) {
                return Self.identity(of: player, signed)
            }
        }
        throw .invalidIDPResponse("The signature is wrong or belongs to another game.")
    }

    /// Indicates whether an id has one of Apple's forms: `T:_…` for a team, `A:_…` for a game, or the former `G:…`.
    ///
    /// The signature does not cover the boundary between the id and the bundle id. In these forms no id ends with the
    /// beginning of another app's bundle id, so a signature for another app is never valid for ours.
    private static func isPlayerID(_ text: String) -> Bool {
        let rest = text.dropFirst(text.hasPrefix("G:") ? 2 : 3)
        guard ["T:_", "A:_", "G:"].contains(where: text.hasPrefix), (1...128).contains(rest.utf8.count) else { return false }
        return rest.unicodeScalars.allSatisfy { scalar in
            ("0"..."9").contains(scalar)
                || !text.hasPrefix("G:") && (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar))
        }
    }

    private func checkTime(_ timestamp: UInt64) throws(AuthError) {
        let now = clock.now
        guard let milliseconds = Int64(exactly: timestamp), milliseconds <= now.adding(seconds: Self.leeway).milliseconds,
            milliseconds >= now.adding(seconds: -Self.maximumAge).milliseconds
        else { throw .invalidIDPResponse("The signature is too old or dated in the future.") }
    }

    /// The address of a certificate, rebuilt from our own prefix and a file name that cannot point elsewhere.
    private func keyURL(_ text: String) throws(AuthError) -> String {
        let name = text.hasPrefix(options.keyURL) ? text.dropFirst(options.keyURL.count) : ""
        guard (5...64).contains(name.utf8.count), name.hasSuffix(".cer"), !name.contains(".."),
            name.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            })
        else { throw .invalidIDPResponse("publicKeyUrl is not an address of a Game Center key.") }
        return options.keyURL + name
    }

    private static func message(_ player: String, _ game: String, _ signed: GameCenterSignature) -> Data {
        var message = Data(player.utf8) + Data(game.utf8)
        withUnsafeBytes(of: signed.timestamp.bigEndian) { message.append(contentsOf: $0) }
        return message + signed.salt
    }

    private static func identity(of player: String, _ signed: GameCenterSignature) -> VerifiedIdentity {
        let key = IdentityKey(provider: .gameCenter, issuer: ProviderID.gameCenter.canonicalIssuer, subject: player)
        // The name is only claimed by the client, as with Sign in with Apple.
        let profile = Profile(displayName: signed.displayName.flatMap { $0.isEmpty ? nil : $0 })
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: nil, ownership: .claimed, profile: profile),
            details: ProviderDetails(federatedID: player, rawUserInfo: .object([:])))
    }
}

/// Fetches the certificates of Game Center's keys and caches each for an hour.
actor GameCenterCertificates {
    typealias Fetch = @Sendable (String) async throws(AuthError) -> GameCenterCertificate

    private static let lifetime = Duration.seconds(3600)
    /// The time for which a failed fetch of a certificate is not retried.
    private static let failureLifetime = Duration.seconds(10)
    private static let maximumCount = 64
    /// The maximum number of concurrent fetches; needed because a client may send any name.
    private static let maximumFlights = 8

    private let fetch: Fetch
    private var held: [String: (result: Result<GameCenterCertificate, AuthError>, expiresAt: ContinuousClock.Instant)] = [:]
    private var flights: [String: Task<Result<GameCenterCertificate, AuthError>, Never>] = [:]

    init(fetch: @escaping Fetch) { self.fetch = fetch }

    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/providerUnavailable(_:)``.
    func certificate(at url: String) async throws(AuthError) -> GameCenterCertificate {
        if let entry = held[url], .now < entry.expiresAt { return try entry.result.get() }
        if let flight = flights[url] { return try await flight.value.get() }
        guard flights.count < Self.maximumFlights else {
            throw .providerUnavailable("Too many Game Center keys are being fetched at once.")
        }
        let flight = Task { () -> Result<GameCenterCertificate, AuthError> in
            do throws(AuthError) {
                return settle(url, .success(try await fetch(url)), for: Self.lifetime)
            } catch {
                return settle(url, .failure(error), for: Self.failureLifetime)
            }
        }
        flights[url] = flight
        return try await flight.value.get()
    }

    private func settle(
        _ url: String, _ result: Result<GameCenterCertificate, AuthError>, for lifetime: Duration
    ) -> Result<GameCenterCertificate, AuthError> {
        flights[url] = nil
        if held.count >= Self.maximumCount {
            // Failures are evicted first: made-up names must not push out the keys that are in use.
            held = held.filter { if case .success = $0.value.result { .now < $0.value.expiresAt } else { false } }
            if held.count >= Self.maximumCount { held = [:] }
        }
        held[url] = (result, .now + lifetime)
        return result
    }
}

extension GameCenterCertificates {
    /// Creates a cache that fetches the certificates from Apple's web server.
    init(http: ProviderHTTP, timeout: Duration) {
        self.init { url throws(AuthError) in
            let response = try await http.answer(to: .get(url).with("Accept", "*/*"), until: .now + timeout)
            guard response.status == 200 else {
                throw .invalidIDPResponse("Game Center has no key with that name (status \(response.status)).")
            }
            guard response.body.count <= 16_384, let certificate = GameCenterCertificate(der: response.body) else {
                throw .invalidIDPResponse("The file that Game Center publishes under that name is not an Apple certificate.")
            }
            return certificate
        }
    }
}
