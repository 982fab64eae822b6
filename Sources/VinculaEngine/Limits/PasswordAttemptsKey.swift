package import Foundation
import VinculaCore
import VinculaCrypto

/// The key under which password attempts are recorded: fingerprints, which reveal neither the email nor the address.
package struct PasswordAttemptsKey: Hashable, Sendable {
    /// The project and email.
    package let target: Data
    /// The neighbourhood of the attempts; empty for everywhere together.
    package let neighbourhood: Data

    package init(target: Data, neighbourhood: Data) {
        self.target = target
        self.neighbourhood = neighbourhood
    }
}

/// The two keys that one attempt counts under.
struct PasswordAttemptsKeys: Hashable, Sendable {
    let neighbourhood: PasswordAttemptsKey
    let everywhere: PasswordAttemptsKey

    init(_ email: EmailAddress, in scope: ProjectScope, from client: ClientAddress, sealer: Sealer) {
        let target = Self.target(email, in: scope, sealer: sealer)
        let place = sealer.fingerprint(target + Data(client.neighbourhood.bytes), purpose: "neighbourhood").prefix(16)
        neighbourhood = PasswordAttemptsKey(target: target, neighbourhood: Data(place))
        everywhere = PasswordAttemptsKey(target: target, neighbourhood: Data())
    }

    static func target(_ email: EmailAddress, in scope: ProjectScope, sealer: Sealer) -> Data {
        let name = [scope.project, scope.tenant, email.value].joined(separator: "\u{0}")
        return Data(sealer.fingerprint(Data(name.utf8), purpose: "sign-in target").prefix(16))
    }
}
