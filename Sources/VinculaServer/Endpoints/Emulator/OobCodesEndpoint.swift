import Hummingbird
import IdentityToolkit
import VinculaCore
import VinculaEngine

extension Endpoints {
    /// `GET …/oobCodes`: the mailed codes that work.
    func openActionCodes(_ call: Call) async throws -> Response {
        // The emulator knows no code that takes a way in off, and test suites count what stands here.
        let open = try await engine.openActionCodes(in: call.scope).filter { $0.purpose != .revertSignInMethodAddition }
        let codes = open.map { code in
            // The mailbox, as the emulator has it: for a change of the address the account's own.
            ShownOobCode(
                email: (code.email ?? code.newEmail)?.value, newEmail: code.newEmail?.value,
                requestType: code.purpose.requestType, oobCode: code.code, oobLink: code.link)
        }
        return try Answer.json(["oobCodes": codes])
    }
}

/// A mailed code as the emulator shows it.
private struct ShownOobCode: Encodable {
    let email: String?
    let newEmail: String?
    let requestType: String
    let oobCode: String
    let oobLink: String
}
