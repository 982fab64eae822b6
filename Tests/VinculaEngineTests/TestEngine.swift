import Foundation
import TestStores
import Testing
import VinculaCore
import VinculaCrypto
import VinculaDelivery
import VinculaEngine

/// An engine on a store of its own, with a clock that stands and hashes that cost nothing.
struct TestEngine: Sendable {
    static let scope = ProjectScope(project: "demo")
    static let issuerPrefix = "https://issuer.test/"
    static let hashParameters = Argon2id.Parameters(memory: 64, passes: 1, lanes: 1)

    let engine: AuthEngine
    let store: any Store
    let clock: ManualClock
    let sealer: Sealer
    let keys: KeyRing

    var scope: ProjectScope { Self.scope }

    /// Runs a test on a store in memory, or another one.
    ///
    /// - Parameters:
    ///   - database: The store.
    ///   - seedsKey: Whether a signing key that all tests share is there already; making one takes long.
    ///   - seedsProvider: Whether the project has `oidc.acme`.
    ///   - algorithm: What signs; ES256 costs a fraction, its keys too.
    ///   - configure: Changes the settings of `--dev`.
    static func run(
        on database: TestDatabase = .usual(.memory), seedsKey: Bool = true, seedsProvider: Bool = true,
        hashParameters: Argon2id.Parameters = hashParameters, algorithm: SigningAlgorithm = .rs256,
        configure: (inout ProjectSettings) -> Void = { _ in }, _ body: (TestEngine) async throws -> Void
    ) async throws {
        try await database.withStore { store in
            let test = try await make(
                store, seedsKey: seedsKey && algorithm == .rs256, seedsProvider: seedsProvider, hashParameters: hashParameters,
                algorithm: algorithm, configure: configure)
            try await body(test)
        }
    }

    /// Runs a test on a store in a file, which is removed afterwards.
    static func runOnFile(
        configure: (inout ProjectSettings) -> Void = { _ in }, _ body: (TestEngine) async throws -> Void
    ) async throws {
        try await run(on: .usual(.file), configure: configure, body)
    }

    /// Runs a test on a store in memory, before whose writes other things can happen.
    static func runHooked(_ body: (TestEngine, HookedStore) async throws -> Void) async throws {
        try await TestDatabase.usual(.memory).withStore { inner in
            let store = HookedStore(inner)
            let test = try await make(
                store, seedsKey: true, seedsProvider: true, hashParameters: hashParameters, configure: { _ in })
            try await body(test, store)
        }
    }

    private static func make(
        _ store: any Store, seedsKey: Bool, seedsProvider: Bool, hashParameters: Argon2id.Parameters,
        algorithm: SigningAlgorithm = .rs256, clock: ManualClock = ManualClock(),
        refreshKey: Data = SecureRandom.bytes(RefreshTokens.keyLength), configure: (inout ProjectSettings) -> Void
    ) async throws -> TestEngine {
        try await store.migrate()
        try await store.write { transaction in
            guard seedsProvider else { return }
            let acme = OpenIDProvider(
                id: .acme, isEnabled: true, clientID: "app", issuer: ProviderID.acme.canonicalIssuer)
            try transaction.insert(acme, in: scope)
        }
        var settings = ProjectSettings.development
        configure(&settings)
        let sealer = Sealer(masterKey: Data(repeating: 7, count: Sealer.keyLength))
        let keys = KeyRing(algorithm: algorithm)
        let engine = AuthEngine(
            store: store,
            hasher: PasswordHasher(
                pool: HashPool(threads: 2, capacity: 10_000, patience: .seconds(600)), parameters: hashParameters),
            tokens: TokenMint(
                issuerPrefix: issuerPrefix, keys: keys,
                refreshTokens: RefreshTokens(key: refreshKey)),
            verifier: ScriptedVerifier(), sealer: sealer, clock: clock, mailRenderer: MailTemplates(), defaultSettings: settings)
        if seedsKey {
            let key = try sharedKey.get()
            let sealed = try sealer.seal(key, place: "signing-key/shared")
            try await store.write {
                try $0.insert(
                    StoredSigningKey(
                        id: "shared", purpose: .idToken, sealedPrivateKey: sealed, certificate: "", createdAt: clock.now,
                        activeFrom: clock.now))
            }
        }
        try await engine.signingKeys.prepare([.idToken])
        return TestEngine(engine: engine, store: store, clock: clock, sealer: sealer, keys: keys)
    }

    static let sharedKey = Result { try RSASigningKey.generate() }

    /// Runs a test on several servers that share one PostgreSQL database, and a clock.
    ///
    /// - Parameters:
    ///   - count: The number of servers.
    ///   - configure: Changes the settings of `--dev`.
    static func runSeveral(
        _ count: Int = 4, configure: (inout ProjectSettings) -> Void = { _ in },
        _ body: ([TestEngine], SharedStores) async throws -> Void
    ) async throws {
        try await SharedStores.with(count) { shared in
            let (clock, key) = (ManualClock(), SecureRandom.bytes(RefreshTokens.keyLength))
            var servers: [TestEngine] = []
            for store in shared.stores {
                let isFirst = servers.isEmpty
                servers.append(
                    try await make(
                        store, seedsKey: isFirst, seedsProvider: isFirst, hashParameters: hashParameters, clock: clock,
                        refreshKey: key, configure: configure))
            }
            try await body(servers, shared)
        }
    }
}

/// Shorthands for tests.
extension TestEngine {
    /// Makes a tenant in which everything is on.
    func makeTenant(_ id: String, of project: String = scope.project) async throws -> ProjectScope {
        let tenant = Tenant(
            scope: ProjectScope(project: project, tenant: id), settings: .development, createdAt: clock.now)
        _ = try await store.write { try $0.insert(tenant) }
        return tenant.scope
    }

    @discardableResult
    func signUp(_ email: String, _ password: String = "secret 1") async throws -> SignedIn {
        try await engine.signUpWithPassword(PasswordSignUp(email: email, password: password, displayName: nil), in: scope)
    }

    func signIn(_ email: String, _ password: String = "secret 1") async throws -> SignedIn {
        try await engine.signInWithPassword(email: email, password: password, in: scope).requireSignedIn()
    }

    func present(
        _ presented: PresentedIdentity, idToken: String? = nil, autoCreate: Bool = true
    ) async throws -> ProviderSignIn.Outcome {
        let proof = ProviderSignInRequest.Proof.credential(try FederatedCredential(presented))
        return try await engine.signInWithProvider(
            ProviderSignInRequest(proof: proof, idToken: idToken, autoCreate: autoCreate), in: scope
        ).outcome
    }

    func redeem(
        _ pendingToken: String, idToken: String? = nil, in scope: ProjectScope = scope
    ) async throws -> ProviderSignIn.Outcome {
        try await engine.signInWithProvider(
            ProviderSignInRequest(proof: .pendingToken(pendingToken), idToken: idToken, autoCreate: true), in: scope
        ).outcome
    }

    func link(_ email: String, _ password: String = "secret 1", to signedIn: SignedIn) async throws -> SignedIn {
        try await engine.linkPassword(
            PasswordSignUp(email: email, password: password, displayName: nil), idToken: signedIn.tokens.idToken, in: scope)
    }

    func refresh(_ signedIn: SignedIn) async throws -> SignedIn { try await refresh(signedIn.tokens.refreshToken) }

    func refresh(_ token: String) async throws -> SignedIn {
        try await engine.refreshSession(token, in: scope)
    }

    func lookUp(_ signedIn: SignedIn) async throws -> Account {
        try await engine.lookUpOwnAccount(idToken: signedIn.tokens.idToken, in: scope)
    }

    func account(_ id: AccountID) async throws -> Account? {
        let scope = scope
        return try await store.read { try $0.account(id, in: scope) }
    }

    func update(_ signedIn: SignedIn, _ change: (inout OwnAccountUpdate) -> Void) async throws -> UpdatedAccount {
        var update = OwnAccountUpdate()
        change(&update)
        return try await engine.updateOwnAccount(update, idToken: signedIn.tokens.idToken, in: scope)
    }

    @discardableResult
    func administer(_ id: AccountID, _ change: (inout AccountUpdate) -> Void) async throws -> Account {
        var update = AccountUpdate()
        change(&update)
        return try await engine.accounts.updateAccount(id.value, update, in: scope).account
    }

    /// Expects so many accounts in the project.
    func expectAccounts(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(try await engine.accounts.countAccounts(in: scope) == count, sourceLocation: sourceLocation)
    }

    /// Expects that nothing of a sign-in is worth anything any more.
    func expectDead(
        _ signedIn: SignedIn, _ error: AuthError = .tokenExpired, refresh refreshError: AuthError? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await #expect(throws: refreshError ?? error, "refresh", sourceLocation: sourceLocation) { try await refresh(signedIn) }
        await #expect(throws: error, "lookup", sourceLocation: sourceLocation) { try await lookUp(signedIn) }
    }
}

extension SignInOutcome {
    func requireSignedIn() throws -> SignedIn {
        guard case .signedIn(let signedIn) = self else { throw AuthError.invalidPendingSignIn }
        return signedIn
    }

    var awaited: AwaitedSecondFactor? {
        guard case .secondFactorRequired(let awaited) = self else { return nil }
        return awaited
    }
}

extension ProviderSignIn.Outcome {
    var signedIn: SignedIn? {
        guard case .passed(.signedIn(let signedIn), _, _) = self else { return nil }
        return signedIn
    }

    var collision: Collision? {
        guard case .collided(let collision) = self else { return nil }
        return collision
    }

    var isNewUser: Bool {
        guard case .passed(_, let isNewUser, _) = self else { return false }
        return isNewUser
    }

    var emailRecycled: Bool {
        guard case .passed(_, _, let emailRecycled) = self else { return false }
        return emailRecycled
    }
}

extension ReadTransaction {
    /// The number of accounts, of which there are few.
    func accountCount(in scope: ProjectScope) throws -> Int {
        try countAccounts(in: scope, withTenants: false, after: nil, limit: 1_000_000).count
    }
}
