import Foundation
import VinculaCore
import VinculaCrypto
import VinculaEngine

/// Apple's Game Center: a signature over the player's id, the game and the time, by a key that Apple publishes.
///
/// A client sends up to three ids of the player, and the signature covers one. Only that one is believed: whoever claims
/// another player's id beside a signature of their own stays themselves.
struct GameCenter: Sendable {
    /// How old a signature may be, in seconds.
    static let maximumAge: Int64 = 600
    /// How far the signer's clock may be ahead, in seconds.
    static let leeway: Int64 = 60

    let options: ProviderOptions.GameCenter
    let clock: any VinculaEngine.Clock
    let certificates: GameCenterCertificates

    /// - Parameter client: The project's own games, if it names any.
    /// - Throws: ``AuthError/invalidIDPResponse(_:)``, ``AuthError/providerUnavailable(_:)``,
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
        throw .invalidIDPResponse("The signature is wrong, or of another game.")
    }

    /// Whether an id has one of Apple's forms: `T:_…` of a team, `A:_…` of a game, `G:…` as it was.
    ///
    /// The signature does not cover where the id ends and the bundle id begins. In these forms no id ends in the beginning of a
    /// bundle id of another app, so that nobody's signature for theirs is one for ours.
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
        else { throw .invalidIDPResponse("The signature is too old, or from the future.") }
    }

    /// The address of a certificate, put together anew from what is ours and a name that can lead nowhere else.
    private func keyURL(_ text: String) throws(AuthError) -> String {
        let name = text.hasPrefix(options.keyURL) ? text.dropFirst(options.keyURL.count) : ""
        guard (5...64).contains(name.utf8.count), name.hasSuffix(".cer"), !name.contains(".."),
            name.utf8.allSatisfy({
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
            })
        else { throw .invalidIDPResponse("publicKeyUrl is none of Game Center's.") }
        return options.keyURL + name
    }

    private static func message(_ player: String, _ game: String, _ signed: GameCenterSignature) -> Data {
        var message = Data(player.utf8) + Data(game.utf8)
        withUnsafeBytes(of: signed.timestamp.bigEndian) { message.append(contentsOf: $0) }
        return message + signed.salt
    }

    private static func identity(of player: String, _ signed: GameCenterSignature) -> VerifiedIdentity {
        let key = IdentityKey(provider: .gameCenter, issuer: ProviderID.gameCenter.canonicalIssuer, subject: player)
        // The name is the client's word, as with Sign in with Apple.
        let profile = Profile(displayName: signed.displayName.flatMap { $0.isEmpty ? nil : $0 })
        return VerifiedIdentity(
            presented: PresentedIdentity(key: key, email: nil, ownership: .claimed, profile: profile), federatedID: player,
            rawUserInfo: .object([:]))
    }
}

/// Fetches the certificates of Game Center's keys, and keeps each for an hour.
actor GameCenterCertificates {
    typealias Fetch = @Sendable (String) async throws(AuthError) -> GameCenterCertificate

    private static let lifetime = Duration.seconds(3600)
    /// For how long a certificate that could not be had is not asked for again.
    private static let failureLifetime = Duration.seconds(10)
    private static let maximumCount = 64
    /// How many are fetched at once; a client may write any name.
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
            throw .providerUnavailable("Too many keys of Game Center are asked for at once.")
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
            // Failures go first: invented names must not push out the keys that are in use.
            held = held.filter { if case .success = $0.value.result { .now < $0.value.expiresAt } else { false } }
            if held.count >= Self.maximumCount { held = [:] }
        }
        held[url] = (result, .now + lifetime)
        return result
    }
}

extension GameCenterCertificates {
    /// Certificates as Apple's web server has them.
    init(http: ProviderHTTP, timeout: Duration) {
        self.init { url throws(AuthError) in
            let response = try await http.answer(to: .get(url).with("Accept", "*/*"), until: .now + timeout)
            guard response.status == 200 else {
                throw .invalidIDPResponse("Game Center has no key of that name (status \(response.status)).")
            }
            guard response.body.count <= 16_384, let certificate = GameCenterCertificate(der: response.body) else {
                throw .invalidIDPResponse("What Game Center publishes under that name is no certificate of Apple's.")
            }
            return certificate
        }
    }
}
