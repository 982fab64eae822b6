import Foundation
package import VinculaCore
import VinculaCrypto

/// A code that works, as a development server shows it.
package struct OpenActionCode: Sendable {
    package let code: String
    package let link: String
    package let purpose: ActionCodePurpose
    package let email: EmailAddress?
    package let newEmail: EmailAddress?
}

extension ActionCodes {
    /// The codes of a project that work, oldest first; only on a development server, since others do not keep them.
    package func openActionCodes(in scope: ProjectScope, limit: Int = 1000) async throws -> [OpenActionCode] {
        let codes = try await read(in: scope) { try $0.reads.openActionCodes(in: scope, now: $0.now, limit: limit) }
        return try codes.compactMap { code in
            guard let sealed = code.sealedLink, !code.leadsNowhere else { return nil }
            let text = String(decoding: try sealer.open(sealed, place: ActionCode.place(code.id)), as: UTF8.self)
            let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { return nil }
            return OpenActionCode(
                code: parts[0], link: parts[1], purpose: code.purpose, email: code.email, newEmail: code.newEmail)
        }
    }
}
