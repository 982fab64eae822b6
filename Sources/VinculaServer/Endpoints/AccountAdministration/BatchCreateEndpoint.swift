import Foundation
import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `projects.accounts:batchCreate`, and v3 `uploadAccount`: imports accounts.
    func batchCreate(_ call: Call) async throws -> Response {
        let request = try call.decode(administrator: BatchCreateRequest.self)
        var new = AccountImport()
        new.accounts = (request.users ?? []).map(GivenAccount.init)
        new.hashes = try GivenHashParameters(request)
        new.overwrites = request.allowOverwrite ?? false
        new.checksDuplicates = request.sanityCheck ?? false
        new.acceptsAnyHash = options.isDevelopment
        let failures = try await engine.accounts.importAccounts(new, in: try call.scope(target: request.targetProjectId))
        return try Answer.json(
            BatchCreateResponse(error: failures.map { .init(index: $0.index, message: $0.message) }))
    }
}

extension GivenHashParameters {
    fileprivate init(_ request: BatchCreateRequest) throws(AuthError) {
        func bytes(_ text: String?, _ parameter: HashParameter, _ name: String) throws(AuthError) -> Data? {
            guard let text else { return nil }
            guard text.utf8.count <= 4096, let data = Data(anyBase64: text) else {
                throw .invalidHashParameter(parameter, "\(name) must be in base64.")
            }
            return data
        }
        self.init()
        algorithm = request.hashAlgorithm
        signerKey = try bytes(request.signerKey, .key, "signerKey")
        saltSeparator = try bytes(request.saltSeparator, .saltSeparator, "saltSeparator")
        rounds = request.rounds?.value
        memoryCost = request.memoryCost?.value
        cpuMemCost = request.cpuMemCost?.value
        blockSize = request.blockSize?.value
        parallelization = request.parallelization?.value
        derivedKeyLength = request.dkLen?.value
        order =
            switch request.passwordHashOrder {
            case nil, .unspecified: nil
            case .saltAndPassword: .saltFirst
            case .passwordAndSalt: .passwordFirst
            }
        guard let given = request.argon2Parameters else { return }
        var argon2 = Argon2()
        argon2.variant = Argon2Variant(given)
        argon2.hashLength = given.hashLengthBytes?.value
        argon2.iterations = given.iterations?.value
        argon2.memoryKib = given.memoryCostKib?.value
        argon2.parallelism = given.parallelism?.value
        argon2.associatedData = try bytes(given.associatedData, .argon2, "argon2Parameters.associatedData")
        self.argon2 = argon2
    }
}

extension Argon2Variant {
    fileprivate init?(_ given: BatchCreateRequest.Argon2Parameters) {
        let kind: Kind
        switch given.hashType {
        case nil, .unspecified: return nil
        case .d: kind = .d
        case .i: kind = .i
        case .id: kind = .id
        }
        self.init(kind, isOld: given.version == .version10)
    }
}

extension GivenAccount {
    fileprivate init(_ user: UploadedAccount) {
        self.init()
        id = user.localId
        tenant = user.tenantId
        email = user.email
        emailVerified = user.emailVerified ?? false
        initialEmail = user.initialEmail
        displayName = user.displayName
        photoURL = user.photoUrl
        phone = user.phoneNumber
        isDisabled = user.disabled ?? false
        customClaims = user.customAttributes
        passwordHash = user.passwordHash
        salt = user.salt
        password = user.rawPassword
        // A number without fractions, in spite of its type; any other is out of range.
        passwordUpdatedAt = user.passwordUpdatedAt.map { Int64(exactly: $0.rounded()) ?? -1 }
        passwordVersion = user.version?.value
        createdAt = user.createdAt?.value
        lastSignInAt = user.lastLoginAt?.value
        lastRefreshAt = user.lastRefreshAt
        validSince = user.validSince?.value
        hasCustomToken = user.customAuth ?? false
        hasEmailLink = user.emailLinkSignin ?? false
        links = (user.providerUserInfo ?? []).map(Link.init)
        factors = (user.mfaInfo ?? []).map(Factor.init)
    }
}

extension GivenAccount.Link {
    fileprivate init(_ info: UploadedAccount.UploadedIdentity) {
        self.init()
        provider = info.providerId
        subject = info.rawId
        federatedID = info.federatedId
        email = info.email
        displayName = info.displayName
        photoURL = info.photoUrl
        screenName = info.screenName
    }
}

extension GivenAccount.Factor {
    fileprivate init(_ info: UploadedAccount.UploadedFactor) {
        self.init()
        id = info.mfaEnrollmentId
        displayName = info.displayName
        phone = info.phoneInfo
        enrolledAt = info.enrolledAt
    }
}
